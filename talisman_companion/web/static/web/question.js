// The open question, one widget for each kind of answer.

import { el, field, form, picker } from "./dom.js";

const FACES = [1, 2, 3, 4, 5, 6];

export function widget(question, book, answer) {
  const draw = { roll, choose, amount, draw: cards, tell, describe }[question.kind];
  const asked = el("h2", {}, question.text || "A question is open.");
  return el("section", {}, asked, draw ? draw(question, book, answer) : "", question.secret && !question.text ? away(answer) : "");
}

// What only the asked seat may see is answered for whoever is not there by what happens if nothing is done.
function away(answer) {
  return el("button", { type: "button", onclick: () => answer({ absent: true }) }, "Nobody there: go on without them");
}

function roll(question, _book, answer) {
  const faces = [];
  const told = el("p", {}, "");
  const dice = FACES.map((face) =>
    el("button", {
      type: "button",
      onclick: () => {
        faces.push(face);
        told.textContent = faces.join(" · ");
        if (faces.length === question.dice) answer({ roll: faces });
      },
    }, String(face)),
  );
  const byServer = el("button", { type: "button", onclick: () => answer({ roll: "server" }) }, "Let the app roll");
  return el("div", {}, el("div", { className: "dice" }, dice), told, byServer);
}

function choose(question, book, answer) {
  const options = (question.options || []).map((option) =>
    el("button", {
      type: "button",
      className: option.barred ? "" : "due",
      onclick: () => {
        if (!option.barred) return answer({ choose: option.id });
        const name = window.prompt(`${option.why_not || "The rules do not allow it."}\nWhich card or ability says so?`);
        return name ? answer({ choose: option.id, cause: { kind: "card", name } }) : null;
      },
    }, option.text || option.id, option.why_not ? el("span", { className: "why" }, option.why_not) : null),
  );
  return el("div", {}, el("div", { className: "choices" }, options), question.besides ? elsewhere(question, book, answer) : "");
}

// Where the order of the spaces is the app's guess, the table's board is right.
function elsewhere(question, book, answer) {
  const spaces = question.besides.map((id) => [id, book.space[id] || id]);
  return form(async (told) => answer({ choose: told.space }), "Our board leads there", picker("Another space", "space", spaces));
}

function amount(question, _book, answer) {
  const { low, high } = question;
  if (high - low > 14) {
    const number = field("How many?", "amount", { type: "number", min: low, max: high, required: true });
    return form(async (told) => answer({ amount: Number(told.amount) }), "Say so", number);
  }
  const numbers = Array.from({ length: high - low + 1 }, (_, at) => low + at);
  return el("div", { className: "choices" }, numbers.map((n) =>
    el("button", { type: "button", onclick: () => answer({ amount: n }) }, n > 0 && low < 0 ? `+${n}` : String(n))));
}

function cards(question, book, answer) {
  const known = (question.known || []).map((id) => [id, book.card(id)]);
  const first = question.may_be_unseen ? [["?unseen", "A card I keep to myself"]] : [];
  const rows = Array.from({ length: question.count }, (_, at) => cardRow(at, [...first, ...known, ["?new", "A card not met before …"]], book));
  return form(async (told) => answer({ cards: rows.map((_, at) => cardOf(told, at)) }), "Drawn", ...rows);
}

function cardRow(at, options, book) {
  const more = el("div", { hidden: true },
    field("Its name", `name${at}`, {}),
    picker("What is it?", `type${at}`, book.cardTypes()),
    picker("Its side", `alignment${at}`, book.alignments()),
    picker("It battles by", `by${at}`, [["", "–"], ["strength", book.word("strength")], ["craft", book.word("craft")]]),
    field("… with", `value${at}`, { type: "number", min: 0, max: 30 }),
    field("Encounter number, if it has one", `number${at}`, { type: "number", min: 1, max: 9 }));
  const choice = picker("Card", `card${at}`, options, {
    onchange: (event) => {
      more.hidden = event.target.value !== "?new";
    },
  });
  more.hidden = options[0][0] !== "?new";
  return el("div", {}, choice, more);
}

function cardOf(told, at) {
  const chosen = told[`card${at}`];
  if (chosen === "?unseen") return {};
  if (chosen !== "?new") return { card: chosen };
  const name = told[`name${at}`].trim();
  const made = { id: name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, ""), name, type: told[`type${at}`], alignment: told[`alignment${at}`] };
  if (told[`by${at}`]) made[told[`by${at}`]] = Number(told[`value${at}`]);
  if (told[`number${at}`]) made.number = Number(told[`number${at}`]);
  return { new: made };
}

export function effectsForm(book, label, send, ...before) {
  const told = [];
  const list = el("p", {}, "Nothing so far.");
  const word = picker("What happened", "word", [["gain", "gained"], ["lose", "lost"]]);
  const dial = picker("what", "dial", book.dials());
  const points = field("how many", "points", { type: "number", min: 1, max: 20, value: 1 });
  const add = el("button", {
    type: "button",
    onclick: () => {
      const [verb, what, n] = [word, dial, points].map((part) => part.querySelector("select,input").value);
      told.push({ [verb]: { [what]: Number(n) } });
      list.textContent = told.map((effect) => JSON.stringify(effect)).join(", ").replace(/[{}"]/g, "");
    },
  }, "Add");
  return form(async (fields) => send(told, fields), label, ...before, word, dial, points, add, list);
}

function tell(_question, book, answer) {
  return effectsForm(book, "That is what it did", async (effects) => answer({ effects }));
}

function describe(_question, book, answer) {
  const number = (label, name, least = 0) => field(label, name, { type: "number", min: least, max: 20, required: true });
  return form(
    async (told) => {
      const facts = { alignment: told.alignment, start: told.start, spells: Number(told.spells) };
      for (const name of ["strength", "craft", "life", "fate"]) facts[name] = Number(told[name]);
      if (told.gold) facts.gold = Number(told.gold);
      return answer({ facts });
    },
    "That is what the card says",
    picker("Side", "alignment", book.alignments().filter(([id]) => id !== "neutral")),
    number(book.word("strength"), "strength", 1), number(book.word("craft"), "craft", 1),
    number(book.word("life"), "life", 1), number(book.word("fate"), "fate"),
    picker("Starts on", "start", book.spaces()),
    number(`${book.word("spell")}s at the start`, "spells"),
    field(`${book.word("gold")}s, if the card says so`, "gold", { type: "number", min: 0, max: 30 }));
}

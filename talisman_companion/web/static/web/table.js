// One table: what lies there, what is asked, what may be done, and what has happened.

import { call } from "./api.js";
import { el, field, form, picker, show, toast } from "./dom.js";
import { effectsForm, widget } from "./question.js";
import { why } from "./rules.js";

const EVERY = 2000;

export async function openTable(id, seat) {
  const at = `/games/${id}`;
  const ask = (method, path, more = {}) => call(method, at + path, { seat, ...more });
  const state = { at, ask, seat, etag: null };
  state.game = (await ask("GET", "/")).data;
  state.book = await bookOf(state.game.edition);
  state.refresh = () => refresh(state).catch((error) => toast(error.message));
  await state.refresh();
  const timer = setInterval(() => document.hidden || !document.contains(state.root) || isTyping() || state.refresh(), EVERY);
  window.addEventListener("popstate", () => clearInterval(timer), { once: true });
}

const isTyping = () => ["INPUT", "SELECT"].includes(document.activeElement?.tagName);

async function bookOf(edition) {
  const path = `/editions/${edition}`;
  const [about, spaces, characters, cards] = await Promise.all(
    ["/", "/spaces/", "/characters/", "/cards/"].map((rest) => call("GET", path + rest)));
  const names = (answer) => Object.fromEntries(answer.data.results.map((one) => [one.id, one.name]));
  const book = { terms: about.data.terms, space: names(spaces), person: names(characters), cards: names(cards), house: {} };
  const word = (family) => book.terms[family]?.one || family;
  return Object.assign(book, {
    word,
    card: (id) => book.house[id] || book.cards[id] || id || "a card",
    spaces: () => Object.entries(book.space),
    alignments: () => ["good", "evil", "neutral"].map((side) => [side, word(side)]),
    dials: () => ["strength", "craft", "life", "fate", "gold"].map((dial) => [dial, word(dial)]),
    cardTypes: () => ["enemy", "stranger", "follower", "event", "place", "object", "spell"].map((type) => [type, word(type)]),
  });
}

async function refresh(state) {
  const headers = state.etag ? { "If-None-Match": state.etag } : {};
  const answer = await state.ask("GET", "/table/", { headers });
  if (answer.status === 304) return;
  state.etag = answer.etag;
  const table = answer.data;
  for (const [key, fact] of Object.entries(table.facts)) {
    if (key.startsWith("card:")) state.book.house[key.slice(5)] = fact.name;
  }
  const acting = state.seat && state.seat !== "host" ? state.seat : table.turn.seat;
  const [legal, story, game] = await Promise.all([
    state.ask("GET", `/legal-actions/${acting ? `?seat=${acting}` : ""}`).then((found) => found.data),
    state.ask("GET", `/history/?after=${Math.max(0, table.seq - 8)}`).then((found) => found.data.results),
    state.ask("GET", "/").then((found) => found.data),
  ]);
  state.game = game;
  draw(state, table, legal, story);
}

function draw(state, table, legal, story) {
  const { book } = state;
  state.root = el("div", {},
    heading(state, table),
    table.question ? question(state, table) : null,
    el("section", {}, el("h2", {}, "What may be done"), actions(state, legal), dealing(state, table, legal.seat)),
    el("section", {}, el("div", { className: "seats" }, table.seats.map((seat) => seatCard(state, table, seat)))),
    lying(book, table),
    el("section", {}, el("h2", {}, "What happened"), el("ol", { className: "story" }, story.slice(-8).map((entry) => el("li", {}, entry.text || entry.kind, why(entry.rules_url))))),
    byHand(state, table),
    joining(state));
  show(state.root);
}

function nameOf(state, key) {
  const seat = state.game.seats.find((one) => one.key === key);
  return seat ? seat.name : key;
}

function heading(state, table) {
  const turn = table.winner ? `${nameOf(state, table.winner)} has won.` : table.turn.seat ? `It is ${nameOf(state, table.turn.seat)}'s turn.` : "Set-up";
  return el("header", {}, el("h1", {}, state.game.name), el("p", {}, turn));
}

const refused = (error) => toast(error.message, why(error.problem?.rules_url));

async function log(state, body) {
  try {
    await state.ask("POST", "/actions/", { body });
  } catch (error) {
    if (error.problem?.may_override) {
      const name = window.prompt(`${error.message}\nIf a card or ability says otherwise, which one?`);
      if (name) await state.ask("POST", "/actions/", { body: { ...body, cause: { kind: "card", name } } }).catch(refused);
    } else refused(error);
  }
  state.etag = null;
  document.activeElement?.blur();
  await state.refresh();
}

function question(state, table) {
  const answer = async (given) => {
    await state.ask("POST", "/answers/", { body: { answers: [given] } }).catch(refused);
    state.etag = null;
    document.activeElement?.blur();
    await state.refresh();
  };
  const drop = (path, label) => el("button", {
    type: "button",
    onclick: () => state.ask("DELETE", path).catch((error) => toast(error.message)).then(() => {
      state.etag = null;
      return state.refresh();
    }),
  }, label);
  const isTheirs = table.question.secret && !table.question.text && state.seat !== "host";
  const asked = isTheirs
    ? el("section", {}, el("h2", {}, `${nameOf(state, table.question.seat)} is asked what nobody else may see.`))
    : widget(table.question, state.book, answer);
  const notes = (table.question.notes || []).map((note) => el("li", {}, note.text));
  return el("div", {}, notes.length ? el("ol", { className: "story" }, notes) : null, asked,
    el("p", {}, drop("/answers/last/", "Take the last answer back"), " ", drop("/question/", "Drop it")));
}

function actions(state, legal) {
  const found = legal.actions.map((action) =>
    el("button", { type: "button", className: action.due ? "due" : "", onclick: () => log(state, action.body) },
      action.text || action.body.kind));
  const back = (path, label) => el("button", { type: "button", onclick: () => state.ask("POST", path, { body: {} }).catch((error) => toast(error.message)).then(state.refresh) }, label);
  if (legal.undo) found.push(back("/undo/", "Undo the last entry"));
  if (legal.redo) found.push(back("/redo/", "Bring it back"));
  return el("div", { className: "choices" }, found.length ? found : "Nothing just now.");
}

function dealing(state, table, acting) {
  const { book } = state;
  // The acting seat's own cards are asked for by its button.
  const waiting = table.seats.filter((seat) => seat.seat !== acting && table.phase === "setup" && seat.status === "waiting" && !seat.marks.dealt);
  const people = Object.entries(book.person);
  return waiting.map((seat) => el("details", {}, el("summary", {}, `Two cards dealt to ${nameOf(state, seat.seat)}`),
    form((told) => log(state, { kind: "deal_characters", seat: seat.seat, params: { characters: [told.one, told.two] } }), "Dealt",
      picker("One", "one", people), picker("and", "two", people))));
}

function seatCard(state, table, seat) {
  const { book } = state;
  const numbers = book.dials().map(([dial, word]) => el("li", {}, `${word} ${seat[dial]}${dial === "life" && seat.start_life ? `/${seat.start_life}` : ""}`));
  const named = (cards) => cards.map((one) => book.card(one.card)).join(", ");
  const lists = [["objects", "object"], ["followers", "follower"], ["trophies", "trophy"]]
    .filter(([what]) => seat[what].length)
    .map(([what, family]) => el("div", {}, `${book.terms[family]?.many || family}: ${named(seat[what])}`));
  const hand = seat.hand.count ? el("div", {}, `${book.terms.spell?.many}: ${seat.hand.cards ? named(seat.hand.cards) : seat.hand.count}`) : null;
  return el("div", { className: `seat${table.turn.seat === seat.seat ? " active" : ""}` },
    el("strong", {}, `${nameOf(state, seat.seat)}${seat.character ? ` · ${book.person[seat.character]}` : ""}`),
    seat.space ? el("div", {}, book.space[seat.space]) : null,
    seat.toad ? el("div", {}, book.word("toad")) : null,
    seat.character ? el("ul", { className: "numbers" }, numbers) : null, lists, hand);
}

function lying(book, table) {
  const rows = Object.entries(table.spaces).map(([space, there]) =>
    el("li", {}, `${book.space[space]}: ${[...there.cards.map((one) => book.card(one.card)), there.gold ? `${there.gold} ${book.word("gold")}` : null].filter(Boolean).join(", ")}`));
  return rows.length ? el("section", {}, el("h2", {}, "On the board"), el("ul", {}, rows)) : null;
}

function byHand(state, table) {
  const { book } = state;
  const seats = table.seats.map((seat) => [seat.seat, nameOf(state, seat.seat)]);
  const tell = effectsForm(book, "It happened",
    (effects, told) => log(state, { kind: "tell", seat: told.seat, params: { source: "card", name: told.name, effects } }),
    picker("To whom", "seat", seats), field("Which card or ability", "name", { required: true }));
  const correct = form(
    (told) => log(state, { kind: "correct", seat: told.seat, params: { reason: told.reason, figures: { [told.seat]: { [told.dial]: Number(told.value) } } } }),
    "Set it", picker("Whose", "seat", seats), picker("Which", "dial", book.dials()),
    field("is really", "value", { type: "number", min: 0, max: 99, required: true }), field("Why", "reason", { required: true }));
  return el("details", {}, el("summary", {}, "A card, an ability, a correction"),
    el("h2", {}, "A card or ability did something"), tell, el("h2", {}, "A number is wrong here"), correct);
}

function joining(state) {
  if (!state.game.join_code) return null;
  const qr = el("div", { className: "qr" });
  const details = el("details", {}, el("summary", {}, "Let another phone join"),
    el("p", { className: "code" }, state.game.join_code), el("p", {}, state.game.join_url), qr);
  details.addEventListener("toggle", async () => {
    const found = await state.ask("GET", "/join-qr/").catch(() => null);
    if (found) qr.innerHTML = new DOMParser().parseFromString(found.data, "image/svg+xml").documentElement.outerHTML;
  }, { once: true });
  return details;
}

// The page reads its address: open a table, join one, take over a seat, or sit at a table.

import { call } from "./api.js";
import { el, field, form, picker, show, toast } from "./dom.js";
import { openTable } from "./table.js";

function go(address) {
  history.pushState(null, "", address);
  return start();
}

async function home() {
  const [device, editions] = await Promise.all([call("GET", "/device/"), call("GET", "/editions/")]);
  const tables = new Map(device.data.seats.map((seat) => [seat.game, seat.name]));
  show(
    el("h1", {}, "Talisman companion"),
    tables.size ? el("section", {}, el("h2", {}, "Your tables"), el("div", { className: "choices" },
      [...tables].map(([id, name]) => el("button", { type: "button", onclick: () => go(`/table/${id}`) }, name)))) : null,
    el("section", {}, el("h2", {}, "Open a table"), form(async (told) => {
      const made = await call("POST", "/games/", { body: { name: told.name, edition: told.edition, seat_name: told.seat_name } });
      await go(`/table/${made.data.id}`);
    }, "Open it", field("The table's name", "name", { required: true, maxLength: 80, value: "Tonight" }),
      field("Your name", "seat_name", { required: true, maxLength: 40 }),
      picker("Edition", "edition", editions.data.results.map((one) => [one.id, one.title])))),
    el("section", {}, el("h2", {}, "Join a table"), form(async (told) => go(`/join/${told.code.trim().toUpperCase()}`), "Look it up",
      field("Code", "code", { required: true, maxLength: 6 }))),
    el("p", {}, el("a", { href: "/api/v1/docs/" }, "API reference")));
}

async function join(code) {
  const found = (await call("GET", `/joins/${code}/`)).data;
  show(el("h1", {}, found.name), el("section", {}, el("p", {}, `At the table: ${found.seats.map((seat) => seat.name).join(", ") || "nobody yet"}.`),
    form(async (told) => {
      await call("POST", "/joins/", { body: { code, name: told.name } });
      await go(`/table/${found.game}`);
    }, "Sit down", field("Your name", "name", { required: true, maxLength: 40 }))));
}

// The secret stands behind the #, which a browser sends to no server and writes into no log.
async function link() {
  const secret = window.location.hash.slice(1);
  const made = (await call("POST", "/links/", { body: { link: secret } })).data;
  await go(`/table/${made.game}`);
}

async function table(id) {
  const held = (await call("GET", "/device/")).data.seats.filter((seat) => seat.game === id);
  const seats = held.filter((seat) => seat.role === "seat");
  if (seats.length < 2) return openTable(id, (seats[0]?.seat) || held[0]?.role);
  const last = sessionStorage.getItem(`seat-${id}`);
  const sit = (seat) => {
    sessionStorage.setItem(`seat-${id}`, seat);
    return openTable(id, seat);
  };
  if (seats.some((seat) => seat.seat === last)) return sit(last);
  return show(el("h1", {}, "Who has the phone?"), el("div", { className: "choices" },
    seats.map((seat) => el("button", { type: "button", onclick: () => sit(seat.seat) }, seat.seat_name))));
}

async function start() {
  const [, where, which] = window.location.pathname.split("/");
  const open = { join, link, table }[where];
  try {
    await (open ? open(which) : home());
  } catch (error) {
    toast(error.message);
    show(el("p", {}, error.message), el("p", {}, el("a", { href: "/" }, "Back to the start")));
  }
}

window.addEventListener("popstate", start);
start();

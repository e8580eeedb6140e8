// From an outcome or a refusal to its rules: what the ledger says, and the place in the rulebook.

import { BASE, call } from "./api.js";
import { el } from "./dom.js";

const told = (rule) => el("li", {}, el("strong", {}, `${rule.id} · ${rule.title}`), el("p", {}, rule.rule),
  rule.ruling ? el("p", {}, `Where the book is silent: ${rule.ruling}`) : null,
  rule.alternative ? el("p", {}, `It could be read otherwise: ${rule.alternative}`) : null,
  el("cite", {}, rule.section));

export function why(url) {
  if (!url) return null;
  const list = el("ul", { className: "rules" });
  const details = el("details", {}, el("summary", {}, "By which rules?"), list);
  details.addEventListener("toggle", async () => {
    const found = await call("GET", url.slice(BASE.length)).catch(() => null);
    if (found) list.replaceChildren(...found.data.results.map(told));
  }, { once: true });
  return details;
}

"""Runs worked examples against any server, knowing nothing but README.md and POST /adjudications/.

It imports nothing of the product, so it is also what another implementation can be held against:
`python tests/cases/over_http.py star-wars --url http://127.0.0.1:8000/api/v1/` runs an edition's.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml

Json = dict[str, Any]
# Takes a path below /api/v1/ and a body; gives the status and what came back.
Post = Callable[[str, Json], tuple[int, Json]]

HERE = Path(__file__).parent
UNSEEN = "unseen"
# What a seat is told by, where it is another word than the one it is described with.
TOLD_AS = {
    "at": "space",
    "life_of": "start_life",
    "strength_start": "start_strength",
    "craft_start": "start_craft",
    "fate_start": "start_fate",
}
CARDS = ("objects", "followers", "trophies", "aside")
REFERENCE = re.compile("<([^<>#]+)(?:#([0-9]+))?>")


class Otherwise(AssertionError):
    """The server says something else than the example."""


def read(edition: str, folder: Path = HERE) -> Iterator[tuple[str, Json]]:
    """The examples of an edition, each with the name it is told by."""
    for path in sorted((folder / edition).glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            yield f"{path.stem}: {case['name']}", case


def run(edition: str, case: Json, post: Post) -> int:
    """Run one example; how many steps it had.

    Raises:
        Otherwise: At the first thing that is not as the example says.
    """
    before: list[Json] = []
    cited: set[str] = set()
    steps = case.get("steps") or [case]
    for number, step in enumerate(steps, 1):
        asked = _question(edition, case, step, before)
        status, told = post("adjudications/", asked)
        try:
            cited |= _check(step, status, told)
        except Otherwise as otherwise:
            raise Otherwise(f"step {number}: {otherwise}") from None
        if told.get("state") == "resolved":
            before.append({"action": asked["action"], "answers": asked["answers"]})
    if not case.get("uncited") and not cited & set(case["rules"]):
        raise Otherwise(f"none of its rules is cited, but {sorted(cited)}")
    return len(steps)


def _question(edition: str, case: Json, step: Json, before: list[Json]) -> Json:
    """A step of an example as it is asked, after the steps that have been taken."""
    given = deepcopy(case.get("given", {}))
    table = given.pop("table", {})
    agreed = {name: table.pop(name) for name in ("variants", "rulings") if name in table}
    do = step["do"]
    kind, params = (do, {}) if isinstance(do, str) else next(iter(do.items()))
    action = {"kind": kind, "params": params}
    if "by" in step:
        action["seat"] = step["by"]
    action |= {name: step[name] for name in ("cause", "as_happened") if name in step}
    return {
        "edition": edition,
        **agreed,
        "situation": {"seats": given, **table},
        "before": before,
        "action": action,
        "answers": [_answer(answer) for answer in step.get("answers", [])],
    }


def _answer(said: Json) -> Json:
    """An answer in the API's shape; who gives it is looked at elsewhere."""
    answer = {name: value for name, value in said.items() if name != "by"}
    if isinstance(answer.get("roll"), int):
        answer["roll"] = [answer["roll"]]
    if "cards" in answer:
        answer["cards"] = [_drawn(card) for card in answer["cards"]]
    if "tell" in answer:
        answer["effects"] = answer.pop("tell")
    return answer


def _drawn(card: Any) -> Any:
    if isinstance(card, str):
        return {"card": None if card == UNSEEN else card}
    return {"new": card}


# ---------------------------------------------------------------------- what comes of it


def _check(step: Json, status: int, told: Json) -> set[str]:
    """Hold an answer against a step; the rules it cites."""
    if "refused" in step:
        return _check_refused(step["refused"], status, told)
    _same(status, 200, told)
    _same(told["state"], "question" if "asks" in step else "resolved", told)
    _check_notes(step.get("notes", []), told["notes"])
    for who, said in step.get("then", {}).items():
        looked = _table(told["table"], said) if who == "table" else _seat(told, who, said)
        _same(looked, said, who)
    if "asks" in step:
        _check_question(step["asks"], told)
    for answer, asked in zip(step.get("answers", []), told["asked"], strict=True):
        if "by" in answer:
            _same(asked["seat"], answer["by"], asked)
    return set(told["rules"]) | {rule for one in told["asked"] for rule in one["rules"]}


def _check_refused(said: Json, status: int, told: Json) -> set[str]:
    """By the rules it is an answer like any other; what cannot be read at all is a 400."""
    if status == 200:
        _same(told["state"], "refused", told)
        _same((told["changes"], told["notes"]), ([], []), told)
    else:
        _same(status, 400, told)
    found = next((one for one in told["problems"] if one["code"] == said["code"]), None)
    if found is None:
        raise Otherwise(f"refused as {[one['code'] for one in told['problems']]}")
    for name in ("rules", "alternatives", "hard"):
        if name in said:
            _same(found[name], said[name], name)
    for name, value in said.get("params", {}).items():
        _same(found["params"].get(name), value, name)
    return {rule for one in told["problems"] for rule in one["rules"]}


def _check_notes(said: list[Any], notes: list[Json]) -> None:
    left = iter(notes)
    if missing := [one for one in said if not any(_is_note(note, one) for note in left)]:
        raise Otherwise(f"not told, or not in this order: {missing} in {notes}")


def _is_note(note: Json, said: Any) -> bool:
    code, wanted = next(iter(said.items())) if isinstance(said, dict) else (said, {})
    told = {**note["params"], "rules": note["rules"]}
    return note["code"] == code and all(told.get(name) == value for name, value in wanted.items())


def _check_question(said: Json, told: Json) -> None:
    question = told["question"]
    names = ("kind", "seat", "key", "rules", "secret", "low", "high", "dice", "deck", "count")
    for name in names:
        if name in said:
            _same(question.get(name), said[name], name)
    options = question.get("options") or []
    if "options" in said:
        open_ = [one["id"] for one in options if not one["barred"]]
        _same(open_, [_keyed(one, told) for one in said["options"]], "options")
    if "barred" in said:
        barred = {one["id"]: one["barred"] for one in options if one["barred"]}
        _same(barred, {_keyed(one, told): why for one, why in said["barred"].items()}, "barred")
    if "costs" in said:
        costs = {one["id"]: one["costs"] for one in options if one["costs"]}
        _same(costs, {_keyed(one, told): cost for one, cost in said["costs"].items()}, "costs")


def _keyed(said: str, told: Json) -> str:
    """`use-<blaster>` with the key of that card, as the table names it: in the order they came into play."""
    seats, table = told["table"]["seats"], told["table"]
    lying = [card for seat in seats for zone in CARDS for card in seat[zone]]
    lying += [card for seat in seats for card in seat["hand"]["cards"]]
    lying += [card for space in table["spaces"].values() for card in space["cards"]]
    lying.sort(key=lambda card: int(card["key"].removeprefix("c")))

    def key(found: re.Match[str]) -> str:
        cards = [card["key"] for card in lying if (card["card"] or UNSEEN) == found[1]]
        return str(cards[int(found[2] or 1) - 1])

    return REFERENCE.sub(key, said)


# ---------------------------------------------------------------------- the table in the words of an example


def _ids(cards: list[Json]) -> list[str]:
    return [card["card"] or UNSEEN for card in cards]


def _seat(told: Json, seat: str, said: Json) -> Json:
    figure = next(one for one in told["table"]["seats"] if one["seat"] == seat)
    return {name: _of_seat(figure, name) for name in said}


def _of_seat(figure: Json, name: str) -> Any:
    if name in CARDS:
        return _ids(figure[name])
    if name == "spells":
        return _ids(figure["hand"]["cards"])
    if name in {"start_space", "played"}:
        return figure["marks"].get(name)
    if name == "lead":
        lead = figure["marks"].get("lead")
        return lead and {word: lead[word] for word in ("task", "kind", "count")}
    return figure[TOLD_AS.get(name, name)]


def _table(table: Json, said: Json) -> Json:
    found: Json = {}
    for name, value in said.items():
        match name:
            case "turn" | "number":
                found[name] = table["turn"]["seat" if name == "turn" else name]
            case "spaces":
                found[name] = {space: _on(table, space) for space in value}
            case "discards" | "deck":
                found[name] = {deck: _deck(table, deck, name) for deck in value}
            case "piles":
                left = {pile["card"]: pile["left"] for pile in table["piles"]}
                found[name] = {card: left[card] for card in value}
            case "supply" | "pieces" | "facts":
                found[name] = {one: table[name].get(one) for one in value}
            case _:
                found[name] = table[name]
    return found


def _on(table: Json, space: str) -> list[Any]:
    lying = table["spaces"].get(space, {"cards": [], "gold": 0})
    return [*_ids(lying["cards"]), *([{"gold": lying["gold"]}] if lying["gold"] else [])]


def _deck(table: Json, deck: str, what: str) -> Any:
    found = next((one for one in table["decks"] if one["deck"] == deck), None)
    if found is None:
        return sum(pile["left"] for pile in table["piles"] if pile["deck"] == deck)
    return _ids(found["discards"]) if what == "discards" else found["count"]


def _same(found: Any, said: Any, where: Any) -> None:
    if found != said:
        raise Otherwise(f"{found} instead of {said} ({json.dumps(where)[:600]})")


# ---------------------------------------------------------------------- against a server


def poster(url: str) -> Post:
    """Asks a server."""

    def post(path: str, body: Json) -> tuple[int, Json]:
        request = urllib.request.Request(  # noqa: S310 - the address is the user's own
            url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request) as response:  # noqa: S310
                return response.status, json.load(response)
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)

    return post


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("--url", default="http://127.0.0.1:8000/api/v1/")
    asked = parser.parse_args()
    wrong = steps = 0
    for name, case in read(asked.edition):
        try:
            steps += run(asked.edition, case, poster(asked.url))
        except Otherwise as otherwise:
            wrong += 1
            print(f"{name}: {otherwise}")
    print(f"{steps} steps; {wrong} examples come out otherwise")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

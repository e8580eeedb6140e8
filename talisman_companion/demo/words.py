"""The words of an edition, as its catalogue gives them, for what the server does not say in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from talisman_companion.demo.phone import Json, Phone
from talisman_companion.demo.wire import BASE

DIALS = ("strength", "craft", "life")
TOKENS = ("fate", "gold")
UNSEEN = "a card that stays hidden"


@dataclass(frozen=True, slots=True)
class Words:
    """Terms of an edition, names of its spaces, characters and cards by their ids, people by their seats."""

    terms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)

    def meet(self, table: Json) -> None:
        """Learn the names of cards that the table has described."""
        for key, fact in table["facts"].items():
            if key.startswith("card:"):
                self.names[fact["id"]] = fact["name"]

    def one(self, family: str) -> str:
        """The edition's word for one of something."""
        return self.terms[family]["one"] if family in self.terms else family.replace("_", " ")

    def amount(self, number: int, family: str) -> str:
        """So many of something: `1 Galactic Credit`, `3 Galactic Credits`."""
        many = self.terms[family]["many"] if family in self.terms else family
        return f"{number} {self.one(family) if number == 1 else many}"

    def named(self, slug: str | None) -> str:
        """The name of what has this id; a readable one for what only the table has told."""
        if slug is None:
            return UNSEEN
        return self.names.get(slug) or " ".join(part.capitalize() for part in slug.split("-"))

    # ------------------------------------------------------------------ answers

    def answer(self, question: Json, answer: Json) -> str:
        """An answer as people say it: the label of an option, dice, a number, what a card says."""
        if "choose" in answer:
            labels = {option["id"]: option["text"] for option in question.get("options") or ()}
            cause = answer.get("cause")
            allows = f" ({cause['name']} allows it)" if cause else ""
            return f"{labels.get(answer['choose'], answer['choose'])}{allows}"
        if "roll" in answer:
            return "the server rolls" if answer["roll"] == "server" else joined(answer["roll"])
        if "cards" in answer:
            return joined(self.drawn(card) for card in answer["cards"])
        if "facts" in answer:
            return self.facts(answer["facts"])
        if "effects" in answer:
            return joined(map(self.effect, answer["effects"]), "; ") or "nothing"
        return str(answer["amount"])

    def drawn(self, card: Json) -> str:
        """A card off a deck, described if nobody had met it."""
        if "new" not in card:
            return self.named(card.get("card"))
        new = card["new"]
        marks = [self.one(new["type"])]
        marks += [self.one(new["alignment"])] if "alignment" in new else []
        marks += [f"{self.one(dial)} {new[dial]}" for dial in DIALS[:2] if dial in new]
        return f"{new['name']} ({joined(marks)})"

    def facts(self, facts: Json) -> str:
        """What a character card says."""
        said = [self.one(facts["alignment"]), *(f"{self.one(d)} {facts[d]}" for d in DIALS)]
        said.append(self.amount(facts["fate"], "fate"))
        if facts.get("spells"):
            said.append(self.amount(facts["spells"], "spell"))
        said += [f"start on {self.named(facts['start'])}"]
        return joined([*said, *map(self.named, facts.get("start_cards", ()))])

    def effect(self, effect: Json) -> str:
        """An effect as somebody tells it; a space or card is told by its name."""
        word, value = next(item for item in effect.items() if item[0] not in {"seat", "cites"})
        who = f"{self.people[effect['seat']]}: " if "seat" in effect else ""
        if word in {"gain", "lose"}:
            amounts = {value: 1} if isinstance(value, str) else value
            return f"{who}{word} " + joined(self.amount(n, dial) for dial, n in amounts.items())
        if word == "turns":
            return f"{who}{'gain' if value > 0 else 'lose'} {self.amount(abs(value), 'turn')}"
        return f"{who}{self.one(word)} {self.named(value) if isinstance(value, str) else value}"

    # ------------------------------------------------------------------ the table

    def figure(self, seen: Json) -> str:
        """How a character stands: where, with what dials and tokens, and what it carries."""
        if seen["character"] is None:
            return f"no {self.one('character')}"
        where = f"{self.named(seen['character'])} on {self.named(seen['space'])}"
        toad = [self.one("toad")] if seen["toad"] else []
        dials = [f"{self.one(dial)} {seen[dial]}" for dial in DIALS]
        tokens = [self.amount(seen[token], token) for token in TOKENS]
        lying = [
            self.named(card["card"]) for zone in ("objects", "followers") for card in seen[zone]
        ]
        hand = [self.amount(seen["hand"]["count"], "spell")] if seen["hand"]["count"] else []
        medals = [self.amount(len(seen["trophies"]), "trophy")] if seen["trophies"] else []
        return joined([where, *toad, *dials, *tokens, *lying, *hand, *medals])


def words_of(phone: Phone, edition: str) -> Words:
    """The words of an edition, read from its catalogue."""
    at = f"editions/{edition}/"
    names = {
        found["id"]: found["name"]
        for part in ("spaces", "characters", "cards")
        for found in _all(phone, f"{at}{part}/?limit=100")
    }
    return Words(phone.get(at)["terms"], names)


def _all(phone: Phone, path: str | None) -> Iterable[Json]:
    while path:
        page = phone.get(path)
        yield from page["results"]
        path = page["next"] and page["next"].partition(BASE)[2]


def joined(items: Iterable[Any], by: str = ", ") -> str:
    """Things in a row.

    >>> joined([3, 4])
    '3, 4'
    """
    return by.join(map(str, items))

"""A box of cards as people might have it: every kind, side, number and attribute; nobody has told the app yet."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from games.rules.table import Table

Json = dict[str, Any]

ENCOUNTER, SPELLS = "encounter", "force-skill"
SIDES = ("good", "evil", "neutral")
KINDS = {"enemy": 40, "follower": 12, "stranger": 10, "event": 10, "place": 8, "object": 14}
PRINTED = {
    ENCOUNTER: {"x-wing": 2, "sith-wayfinder-encounter": 2, "coaxium-vial-encounter": 3},
    SPELLS: {"mind-trick": 2, "force-lightning": 2},
}
SIZES = {ENCOUNTER: 102, SPELLS: 24}

# What cards on paper do, in effect words; every word is among them.
TOLD: list[list[Json]] = [
    [],
    [{"gain": {"craft": 1, "life": 2}}],
    [{"lose": {"life": 1, "strength": 1}}],
    [{"lose": {"life": 2}}],
    [{"gain": {"gold": 9}}, {"lose": "fate"}],
    [{"lose": {"gold": 2}}, {"gain": {"fate": 2}}],
    [{"draw": "force-skill"}],
    [{"draw": {"deck": "force-skill", "count": 3}}],
    [{"draw": {"deck": "encounter", "count": 2}}],
    [{"discard": "object"}, {"discard": "follower"}, {"discard": "spell"}],
    [{"discard": {"kind": "object", "count": 4}}],
    [{"take": "robe"}],
    [{"take": {"card": "sith-wayfinder", "unless_held": True}}],
    [{"take": "coaxium-vial"}, {"take": "service-droid"}],
    [{"shop": {"robe": 1, "blaster": 1, "pauldron": 0}}],
    [{"toad": 2}],
    [{"turns": 1}],
    [{"turns": -1}, {"toad": 1}],
    [{"turns": -2}],
    [{"move_to": "kiros"}],
    [{"move_to": "yavin-4"}, {"gain": "strength"}],
    [{"move_to": "jedha"}],
    [{"place": "discard"}],
    [{"place": "stays"}],
    [{"place": "elsewhere", "space": "lothal"}],
    [{"fight": {"name": "A spirit", "craft": 4, "won": [{"gain": "gold"}]}}],
    [{"fight": {"name": "A beast", "strength": 6, "life_at_stake": 2, "drawn": [{"turns": -1}]}}],
    [{"fight": {"name": "A test", "strength": 3, "evadable": False, "lost": [{"toad": 1}]}}],
    [{"roll": {"dice": 1, "rows": {"1-3": [{"lose": "life"}], "4-6": [{"gain": "strength"}]}}}],
    [
        {
            "roll": {
                "dice": 2,
                "shift_pay": "gold",
                "rows": {"2-6": [{"toad": 1}], "7": [{"gain": "fate"}], "8-12": []},
                "again": ["7"],
            }
        }
    ],
    [{"roll": {"dice": 2, "minus": "craft", "rows": {"0-": [{"gain": "craft"}], "1+": []}}}],
    [{"choose": [{"id": "a", "do": [{"gain": "life"}]}, {"id": "b", "do": [{"gain": "craft"}]}]}],
    [{"if_alignment": "good", "then": [{"gain": "life"}], "otherwise": [{"lose": "fate"}]}],
]
# What befalls others: their seat is filled in.
TO_OTHERS: list[Json] = [
    {"lose": "life"},
    {"lose": {"life": 9}},
    {"gain": "gold"},
    {"lose": {"strength": 2}},
    {"turns": -1},
    {"turns": 1},
    {"toad": 1},
    {"move_to": "endor"},
    {"discard": "object"},
    {"draw": "force-skill"},
    {"take": "blaster"},
    {"fight": {"name": "A shadow", "strength": 4}},
]
# What brings games to an end: most are told to whoever is on the way to the throne.
TRAINING: list[list[Json]] = [
    [{"gain": {"craft": 2}}],
    [{"gain": {"strength": 2}}],
    [{"gain": {"strength": 1, "craft": 1, "life": 1}}],
    [{"gain": {"craft": 3, "fate": 1}}],
    [{"take": {"card": "sith-wayfinder", "unless_held": True}}],
]


def told(chance: Random, table: Table) -> list[Json]:
    """What some card on paper did."""
    if chance.random() < 0.25:
        befalls = dict(chance.choice(TO_OTHERS))
        return [befalls | {"seat": chance.choice(table.order)}]
    return chance.choice(TOLD)


@dataclass(frozen=True)
class Box:
    """The cards of one box by deck: what each one says, and how many copies there are."""

    says: dict[str, Json]
    copies: dict[str, Counter[str]]

    def left(self, table: Table, deck: str) -> list[str]:
        """The cards that can still be in a deck, as far as the app knows what is out."""
        out = Counter(
            printed_id(deck, place.card)
            for place in table.cards.values()
            if place.deck == deck and place.card
        )
        return sorted((self.copies[deck] - out).elements())


def printed_id(deck: str, card: str) -> str:
    """The id in the box of a card that a table has described: a Force Skill's says who told of it."""
    return re.sub(f"^{SPELLS}-[a-z]+-", "", card) if deck == SPELLS else card


def a_box(chance: Random) -> Box:
    """A box nobody has opened before."""
    says: dict[str, Json] = {}
    copies = {deck: Counter(printed) for deck, printed in PRINTED.items()}
    for kind, many in KINDS.items():
        for number in range(many):
            card = _card(chance, kind, f"{kind}-{number + 1}")
            says[card["id"]] = card
            copies[ENCOUNTER][card["id"]] += 1
    _fill_up(chance, copies[ENCOUNTER], [c for c in says if c.startswith("enemy")], ENCOUNTER)
    for number in range(12):
        card = _spell(chance, f"skill-{number + 1}")
        says[card["id"]] = card
        copies[SPELLS][card["id"]] += 1
    _fill_up(chance, copies[SPELLS], [c for c in says if c.startswith("skill")], SPELLS)
    return Box(says, copies)


def _fill_up(chance: Random, copies: Counter[str], doubled: list[str], deck: str) -> None:
    """Some cards come several times, until the deck is as thick as it should be."""
    while copies.total() < SIZES[deck]:
        copies[chance.choice(doubled)] += 1


def _card(chance: Random, kind: str, card_id: str) -> Json:
    card: Json = {"id": card_id, "name": card_id.replace("-", " ").title(), "type": kind}
    card["alignment"] = chance.choice(SIDES)
    if chance.random() < 0.7:
        card["number"] = chance.randint(1, 6)
        if card["alignment"] != "neutral" and chance.random() < 0.3:
            card["opposite_number"] = chance.randint(1, 6)
    if kind == "enemy" or (kind in {"follower", "stranger"} and chance.random() < 0.6):
        card[chance.choice(["strength", "craft"])] = chance.choice([1, 2, 3, 3, 4, 4, 5, 6, 8])
        if kind == "enemy" and chance.random() < 0.1:
            card = {k: v for k, v in card.items() if k not in {"strength", "craft"}}
    if kind == "object" or (kind == "follower" and chance.random() < 0.4):
        card |= _gear(chance)
    if chance.random() < 0.4:
        card |= {"do": chance.choice(TOLD[1:]), "told": False}
    elif kind in {"enemy", "object", "follower"} and chance.random() < 0.7:
        card["told"] = False
    return card


def _gear(chance: Random) -> Json:
    """What a card is good for to whoever holds it."""
    bonus = {
        "dial": chance.choice(["strength", "craft"]),
        "points": chance.randint(1, 3),
        "when": chance.choice(["always", "battle"]),
    }
    taken = {"dial": "strength", "from": "craft", "when": "battle"}
    return chance.choice(
        [
            {"bonuses": [bonus]},
            {"bonuses": [bonus, taken]},
            {"bonuses": [bonus], "only": chance.choice(["good", "evil"])},
            {"evades": True},
            {"prevents_life_loss": True},
            {"prevents_life_loss": True, "only": chance.choice(["good", "evil"])},
            {"lifts_object_limit": True},
            {},
        ]
    )


def _spell(chance: Random, card_id: str) -> Json:
    card: Json = {"id": card_id, "name": card_id.replace("-", " ").title(), "type": "spell"}
    card["alignment"] = chance.choice(SIDES)
    return card | chance.choice(
        [
            {},
            {"evades": True, "told": False},
            {"do": chance.choice(TOLD[1:]), "told": False},
            {"bonuses": [{"dial": "craft", "points": 2, "when": "battle"}], "told": False},
        ]
    )


def a_character(chance: Random, table: Table, character: str) -> Json:
    """What a character card says; mostly it is on the side the pack takes it for."""
    side = table.pack.characters_by_id[character].alignment.value
    facts: Json = {
        "alignment": str(side) if side and chance.random() < 0.8 else chance.choice(SIDES[:2]),
        "strength": chance.randint(2, 5),
        "craft": chance.randint(2, 5),
        "life": chance.randint(3, 6),
        "fate": chance.randint(0, 5),
        "spells": chance.randint(0, 3),
        "start": chance.choice(table.pack.regions["outer"].ring),
    }
    if chance.random() < 0.3:
        facts["gold"] = chance.randint(0, 4)
    if chance.random() < 0.3:
        facts["start_cards"] = [chance.choice(["blaster", "service-droid", "coaxium-vial"])]
    if chance.random() < 0.1:
        facts |= {"no_toad": True, "no_lost_turns": True}
    return facts


def drawn(chance: Random, table: Table, box: Box, deck: str, count: int, ask: Json) -> list[Json]:
    """Cards off a deck: named, described when met for the first time, or in a hand not told."""
    left = box.left(table, deck)
    picked = chance.sample(left, min(count, len(left)))
    picked += [f"stray-{len(table.facts) + more}" for more in range(count - len(picked))]
    cards: list[Json] = []
    new: set[str] = set()
    known = {printed_id(deck, card): card for card in ask["known"]}
    for card in picked:
        if ask["may_be_unseen"] and chance.random() < 0.3:
            cards.append({})
        elif card in known or card in new:
            cards.append({"card": card if card in new else known[card]})
        else:
            new.add(card)
            cards.append({"new": box.says.get(card) or _stray(card, deck)})
    return cards


def _stray(card: str, deck: str) -> Json:
    kind = "spell" if deck == SPELLS else "event"
    return {"id": card, "name": card.title(), "type": kind, "told": False}

"""What a described table cannot be: everything that is wrong with it at once, each with its place."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.errors import Problem
from games.rules.situation import Impossible
from tests.rules.test_situation import lay

Fault = tuple[str, str, dict[str, Any]]


def problems(pack: str = "plain", **said: Any) -> tuple[Problem, ...]:
    with pytest.raises(Impossible) as impossible:
        lay(pack, **said)
    return impossible.value.problems


def faults(pack: str = "plain", **said: Any) -> list[Fault]:
    """Each with its path, its code and its numbers and names; nothing outranks any of them."""
    found = problems(pack, **said)
    assert all(one.hard for one in found)
    return [
        (one.params["path"], one.code, {k: v for k, v in one.params.items() if k != "path"})
        for one in found
    ]


def of_ann(**said: Any) -> dict[str, Any]:
    return {"seats": {"ann": said, "bob": {}}}


def card(id_: str, type_: str = "object", **more: Any) -> dict[str, Any]:
    return {"id": id_, "name": "New", "type": type_, **more}


FIVE: dict[str, Any] = {f"s{number}": {} for number in range(5)}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"seats": {}}, ("seats", "too_many_seats", {"low": 1, "high": 5, "seats": 0})),
        (
            {"seats": FIVE | {"s5": {}}},
            ("seats", "too_many_seats", {"low": 1, "high": 5, "seats": 6}),
        ),
        ({"order": ["ann"]}, ("order", "order_incomplete", {})),
        ({"order": ["ann", "bob", "bob"]}, ("order", "order_incomplete", {})),
        ({"order": []}, ("order", "order_incomplete", {})),
        ({"turn": "cat"}, ("turn", "unknown_seat", {"seat": "cat"})),
    ],
)
def test_seats_that_cannot_sit_there(said: dict[str, Any], found: Fault) -> None:
    path, code, params = found
    assert faults(**said) == [(f"situation.{path}", code, params)]


def test_as_many_may_sit_there_as_there_are_characters() -> None:
    assert len(lay(seats=FIVE).figures) == 5


def test_all_that_is_wrong_with_the_seats_is_told_at_once() -> None:
    found = faults(seats={}, order=["ann"], turn="bob", variants=("house",), rulings=("TT-MOVE-1",))

    assert [(path, code) for path, code, _ in found] == [
        ("variants.0", "unknown_variant"),
        ("rulings.0", "unknown_ruling"),
        ("situation.seats", "too_many_seats"),
        ("situation.order", "order_incomplete"),
        ("situation.turn", "unknown_seat"),
    ]


def test_what_was_agreed_on_is_known_to_the_edition() -> None:
    """What is known of it holds all the same for whatever else is looked at."""
    variants = ("house", "strict-dials", "none")
    weak = of_ann(strength=2, strength_start=3)

    assert faults("loose", variants=variants, **weak) == [
        ("variants.0", "unknown_variant", {"variant": "house"}),
        ("variants.2", "unknown_variant", {"variant": "none"}),
        (
            "situation.seats.ann.strength",
            "dial_out_of_range",
            {"seat": "ann", "dial": "strength", "value": 2, "low": 3, "high": 99},
        ),
    ]
    assert faults("offers", rulings=("TT-GAIN-IMPOSSIBLE-1", "TT-MOVE-1")) == [
        ("rulings.1", "unknown_ruling", {"ruling": "TT-MOVE-1"})
    ]


BOAT = card("boat", crosses={"from": "outer", "to": "deep"})


@pytest.mark.parametrize(
    ("said", "found"),
    [
        # Cards that are described.
        (
            {"cards": {"void": [card("one"), card("two")]}},
            [("cards.void", "unknown_deck", {"deck": "void"})],
        ),
        (
            {"cards": {"market": [card("rope")]}},
            [("cards.market.0", "card_already_known", {"card": "rope"})],
        ),
        (
            {"cards": {"market": [card("unseen")]}},
            [("cards.market.0", "card_already_known", {"card": "unseen"})],
        ),
        (
            {"cards": {"market": [card("one"), card("one")]}},
            [("cards.market.1", "card_already_known", {"card": "one"})],
        ),
        (
            {"cards": {"market": [card("one", "spell")], "spells": [card("two")]}},
            [
                ("cards.market.0", "not_in_this_deck", {"type": "spell", "deck": "market"}),
                ("cards.spells.0", "not_in_this_deck", {"type": "object", "deck": "spells"}),
            ],
        ),
        (
            {"cards": {"market": [card("one"), card("two", do=[{"take": {"card": "three"}}])]}},
            [("cards.market.1.do", "unknown_card", {"card": "three"})],
        ),
        (
            {"cards": {"market": [BOAT]}},
            [("cards.market.0.crosses", "unknown_region", {"region": "deep"})],
        ),
        # Facts.
        ({"facts": {"weather": 1}}, [("facts.weather", "unknown_fact", {"fact": "weather"})]),
        ({"facts": {"card:rope": 1}}, [("facts.card:rope", "unknown_fact", {"fact": "card:rope"})]),
        ({"facts": {"copies": 1}}, [("facts.copies", "unknown_fact", {"fact": "copies"})]),
        ({"facts": {"copies:": 1}}, [("facts.copies:", "unknown_fact", {"fact": "copies:"})]),
        (
            {"facts": {"dial_ceiling:x": 9}},
            [("facts.dial_ceiling:x", "unknown_fact", {"fact": "dial_ceiling:x"})],
        ),
        (
            {"facts": {"copies:oar": 2}},
            [("facts.copies:oar", "unknown_card", {"card": "oar"})],
        ),
        (
            {"facts": {"dial_ceiling": 9, "copies:dial_ceiling": 2}},
            [("facts.copies:dial_ceiling", "unknown_card", {"card": "dial_ceiling"})],
        ),
        (
            {"facts": {"draws:moon": 2}},
            [("facts.draws:moon", "unknown_space", {"space": "moon"})],
        ),
        (
            {"facts": {"ring:deep": ["inn"]}},
            [("facts.ring:deep", "unknown_region", {"region": "deep"})],
        ),
        (
            {"facts": {"ring:outer": ["inn", "field"]}},
            [("facts.ring:outer", "ring_incomplete", {"region": "outer"})],
        ),
        # Decks and piles.
        ({"deck": {"void": 3}}, [("deck.void", "unknown_deck", {"deck": "void"})]),
        (
            {"deck": {"spells": 12}, "seats": {"ann": {"spells": ["unseen"]}}},
            [("deck.spells", "more_than_the_box", {"deck": "spells", "missing": 3})],
        ),
        ({"piles": {"oar": 1}}, [("piles.oar", "unknown_card", {"card": "oar"})]),
        ({"piles": {"lamp": 1}}, [("piles.lamp", "unknown_card", {"card": "lamp"})]),
        (
            {"piles": {"sword": 3}, "seats": {"ann": {"objects": ["sword"]}, "bob": {}}},
            [("piles.sword", "more_than_the_box", {"card": "sword", "missing": 2})],
        ),
        (
            {"piles": {"sword": 1}, "spaces": {"inn": ["sword", "sword", "sword"]}},
            [("piles.sword", "more_than_the_box", {"card": "sword", "missing": 2})],
        ),
        (
            {"piles": {"rope": 2}, "facts": {"copies:rope": 1}},
            [("piles.rope", "more_than_the_box", {"card": "rope", "missing": 1})],
        ),
        # Steps of set-up.
        (
            {"setup": ["prepare_board", "shuffle", "deal_spells", "begin"], "phase": "setup"},
            [
                ("setup.1", "unknown_step", {"step": "shuffle"}),
                ("setup.2", "unknown_step", {"step": "deal_spells"}),
                ("setup.3", "unknown_step", {"step": "begin"}),
            ],
        ),
        # Seats.
        (
            of_ann(character="elf"),
            [("seats.ann.character", "unknown_character", {"character": "elf"})],
        ),
        (
            of_ann(status="away", character="elf"),
            [("seats.ann.character", "unknown_character", {"character": "elf"})],
        ),
        (
            of_ann(played=["thief", "elf"]),
            [("seats.ann.played.1", "unknown_character", {"character": "elf"})],
        ),
        (
            of_ann(played=["knight", "ghoul", "wizard", "priest"]),
            [("seats.bob.character", "no_character_left", {})],
        ),
        (
            of_ann(at="moon", start_space="mars"),
            [
                ("seats.ann.at", "unknown_space", {"space": "moon"}),
                ("seats.ann.start_space", "unknown_space", {"space": "mars"}),
            ],
        ),
        (
            of_ann(status="away", at="moon"),
            [("seats.ann.at", "unknown_space", {"space": "moon"})],
        ),
        (
            of_ann(dark_fate=1),
            [("seats.ann.dark_fate", "unknown_dial", {"dial": "dark_fate"})],
        ),
        # Cards that are held.
        (
            of_ann(objects=["rope", "oar"], spells=["wand"]),
            [
                ("seats.ann.objects.1", "unknown_card", {"card": "oar"}),
                ("seats.ann.spells.0", "unknown_card", {"card": "wand"}),
            ],
        ),
        (
            of_ann(objects=["pixie"], followers=["rope"], spells=["bear"]),
            [
                (
                    "seats.ann.objects.0",
                    "not_of_this_kind",
                    {"card": "pixie", "kind": "follower"},
                ),
                ("seats.ann.followers.0", "not_of_this_kind", {"card": "rope", "kind": "object"}),
                ("seats.ann.spells.0", "not_of_this_kind", {"card": "bear", "kind": "enemy"}),
            ],
        ),
        (
            of_ann(trophies=["unseen"], aside=["unseen"]),
            [
                ("seats.ann.trophies.0", "unknown_card", {"card": "unseen"}),
                ("seats.ann.aside.0", "unknown_card", {"card": "unseen"}),
            ],
        ),
        # Cards that lie about.
        (
            {"spaces": {"moon": ["rope"], "inn": ["rope", "oar"]}},
            [
                ("spaces.moon", "unknown_space", {"space": "moon"}),
                ("spaces.inn.1", "unknown_card", {"card": "oar"}),
            ],
        ),
        (
            {"discards": {"void": ["bear"], "adventure": ["bear", "oar", "rope"]}},
            [
                ("discards.void", "unknown_deck", {"deck": "void"}),
                ("discards.adventure.1", "unknown_card", {"card": "oar"}),
                (
                    "discards.adventure.2",
                    "card_not_in_deck",
                    {"card": "rope", "deck": "adventure"},
                ),
            ],
        ),
        ({"pieces": {"robin": "inn"}}, [("pieces.robin", "unknown_piece", {"piece": "robin"})]),
    ],
)
def test_what_the_box_does_not_have(said: dict[str, Any], found: list[Fault]) -> None:
    assert faults(**said) == [(f"situation.{path}", code, params) for path, code, params in found]


def test_pieces_stand_on_the_board() -> None:
    assert faults("bat", pieces={"batman": "moon"}) == [
        ("situation.pieces.batman", "unknown_space", {"space": "moon"})
    ]


def test_what_a_card_does_is_told_with_its_rules() -> None:
    """What a table tells is held against the box by the rule on what is told."""
    (problem,) = problems(cards={"market": [card("one", do=[{"gain": "dark_fate"}])]})

    assert (problem.code, problem.cites) == ("unknown_dial", ("TT-TOLD-1",))


NO_CHARACTER = {"alignment": "good", "strength": 3, "craft": 3, "life": 4, "fate": 1}


def test_a_character_is_of_this_box_and_starts_on_its_board() -> None:
    assert faults(facts={"character:elf": {**NO_CHARACTER, "start": "inn"}}) == [
        ("situation.facts.character:elf", "unknown_character", {"character": "elf"})
    ]
    assert faults(facts={"character:knight": {**NO_CHARACTER, "start": "moon"}}) == [
        ("situation.facts.character:knight.start", "unknown_space", {"space": "moon"})
    ]


def test_a_character_is_on_the_side_that_is_printed() -> None:
    told = {**NO_CHARACTER, "alignment": "evil", "start": "moon"}
    space, side = problems(facts={"character:knight": told})

    assert (space.code, space.params["path"]) == (
        "unknown_space",
        "situation.facts.character:knight.start",
    )
    assert (side.code, side.params, side.hard) == (
        "alignment_is_printed",
        {
            "character": "knight",
            "alignment": "good",
            "path": "situation.facts.character:knight.alignment",
        },
        True,
    )


@pytest.mark.parametrize(
    ("fact", "value", "places"),
    [
        ("dial_ceiling", "high", [""]),
        ("board_confirmed", 1, [""]),
        ("copies:rope", 0, [""]),
        ("draws:inn", 4, [""]),
        ("ring:outer", ["inn", 3], [".1"]),
        ("character:thief", {**NO_CHARACTER, "life": 0}, [".life", ".start"]),
    ],
)
def test_a_fact_that_cannot_be_read_says_where(fact: str, value: Any, places: list[str]) -> None:
    ((path, code, params),) = faults(facts={fact: value})

    assert (path, code) == (f"situation.facts.{fact}", "fact_unreadable")
    assert params["fact"] == fact
    assert [one["path"] for one in params["faults"]] == [path + place for place in places]
    assert all(one["fault"] for one in params["faults"])


def test_the_facts_after_one_that_is_wrong_are_looked_at_too() -> None:
    facts = {"weather": 1, "dial_ceiling": "high", "copies:oar": 1, "draws:moon": 1}

    assert [path for path, _, _ in faults(facts=facts)] == [
        "situation.facts.weather",
        "situation.facts.dial_ceiling",
        "situation.facts.copies:oar",
        "situation.facts.draws:moon",
    ]


CARDS = {
    "objects": ["rope"],
    "followers": ["pixie"],
    "spells": ["mist", "unseen"],
    "trophies": ["bear"],
    "aside": ["lamp"],
}


@pytest.mark.parametrize("status", ["dead", "out", "waiting"])
def test_without_a_character_a_seat_has_nothing_but_what_is_set_aside(status: str) -> None:
    assert faults(**of_ann(status=status, **CARDS)) == [
        (f"situation.seats.ann.{path}", "cannot_lie_there", {**told, "seat": "ann"})
        for path, told in [
            ("objects.0", {"zone": "held", "deck": "market"}),
            ("followers.0", {"zone": "held", "deck": "adventure"}),
            ("spells.0", {"zone": "hand", "deck": "spells"}),
            ("spells.1", {"zone": "hand", "deck": "spells"}),
            ("trophies.0", {"zone": "trophy", "deck": "adventure"}),
        ]
    ]


@pytest.mark.parametrize("status", ["away", "out"])
@pytest.mark.parametrize("phase", ["move", "encounter", "end"])
def test_whoever_has_left_has_no_turn(status: str, phase: str) -> None:
    assert faults(turn="ann", phase=phase, **of_ann(status=status)) == [
        ("situation.turn", "has_left", {"seat": "ann"})
    ]


def beyond(seat: str, dial: str, value: int, low: int, high: int) -> Fault:
    told = {"seat": seat, "dial": dial, "value": value, "low": low, "high": high}
    return f"situation.seats.{seat}.{dial}", "dial_out_of_range", told


def short(missing: int, **of: str) -> Fault:
    return "situation", "more_than_the_box", {**of, "missing": missing}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (of_ann(life=5, life_of=3), [beyond("ann", "life", 5, 1, 3)]),
        (of_ann(life=0), [beyond("ann", "life", 0, 1, 99)]),
        (of_ann(life=0, life_of=3), [beyond("ann", "life", 0, 1, 3)]),
        (of_ann(strength=12, strength_start=13), [beyond("ann", "strength", 13, 0, 12)]),
        (of_ann(strength=13, craft=2, craft_start=4), [
            beyond("ann", "strength", 13, 0, 12),
            beyond("ann", "craft", 2, 4, 12),
        ]),
        (of_ann(gold=20) | {"spaces": {"inn": [{"gold": 12}]}}, [short(2, dial="gold")]),
        (of_ann(spells=["unseen"] * 11), [short(1, deck="spells")]),
        (of_ann(objects=["sword"], trophies=["sword", "sword"]), [short(1, card="sword")]),
        (
            of_ann(objects=["rope", "rope"]) | {"facts": {"copies:rope": 1}},
            [short(1, card="rope")],
        ),
        (of_ann(gold=31) | {"phase": "setup"}, [short(1, dial="gold")]),
        (of_ann(status="waiting", gold=31), [short(1, dial="gold")]),
        (
            {"seats": {"ann": {"character": "thief"}, "bob": {"played": ["thief"]}}},
            [("situation", "character_twice", {"character": "thief"})],
        ),
    ],
)  # fmt: skip
def test_what_no_table_of_this_box_can_show(said: dict[str, Any], found: list[Fault]) -> None:
    assert faults(**said) == found


def test_what_is_not_known_is_told_once_and_what_is_too_much_besides() -> None:
    said = of_ann(at="moon", character="elf", gold=31)

    assert faults(**said) == [
        ("situation.seats.ann.character", "unknown_character", {"character": "elf"}),
        ("situation.seats.ann.at", "unknown_space", {"space": "moon"}),
        short(1, dial="gold"),
    ]


def test_fifty_things_that_are_wrong_are_told() -> None:
    many = of_ann(trophies=[f"no-{number}" for number in range(60)])
    options = tuple(f"no-{number}" for number in range(60))

    assert [path for path, _, _ in faults(**many)] == [
        f"situation.seats.ann.trophies.{number}" for number in range(50)
    ]
    assert len(faults(variants=options, seats={})) == 50


def test_one_character_told_wrongly_does_not_hide_the_next_fact() -> None:
    told = {**NO_CHARACTER, "alignment": "evil", "start": "inn"}
    found = faults(facts={"character:knight": told, "draws:nowhere": 1})

    assert [(path, code) for path, code, _ in found] == [
        ("situation.facts.character:knight.alignment", "alignment_is_printed"),
        ("situation.facts.draws:nowhere", "unknown_space"),
    ]

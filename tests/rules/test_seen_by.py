"""Who sees what of a table and of an open question: its seat, another one, a screen, the operator."""

from __future__ import annotations

from typing import Any

import pytest

from content.schema.base import Confidence
from content.schema.cards import Copies
from games.rules.asks import Choose, Draw, Option, Roll
from games.rules.changes import Note
from games.rules.errors import Problem
from games.rules.table import Placement, Table
from games.rules.terms import Zone
from games.rules.viewpoint import (
    Viewer,
    as_known,
    is_hidden_fact,
    view_ask,
    view_table,
)
from tests.builders import a_table, snapshot
from tests.packs import pack_named

ANN, BOB, SCREEN, ALL = Viewer("ann"), Viewer("bob"), Viewer(), Viewer(sees_all=True)
OTHERS = [BOB, SCREEN]
WHO_SEES = [ANN, ALL]

DREAM = {"id": "spells-ann-dream", "name": "Dream", "type": "spell"}
FACTS = ("card:spells-ann-dream", "deck:spells-ann-dream")


def holding(**more: Any) -> Table:
    """Ann holds a spell of the pack, one that only she has described, and one unseen."""
    spells = ["mist", "spells-ann-dream", "unseen"]
    seats: dict[str, Any] = {"ann": {"spells": spells}, "bob": {"spells": ["mist"]}}
    return a_table("plain", cards={"spells": [DREAM]}, **seats, **more)


# ---------------------------------------------------------------------- who looks


def test_what_a_seat_keeps_secret_is_its_own_to_see_and_the_operators() -> None:
    assert [viewer.sees("ann") for viewer in (ANN, BOB, SCREEN, ALL)] == [True, False, False, True]


def test_what_is_nobodys_secret_is_the_operators_alone() -> None:
    """Whoever has no seat is not the one whom nobody is."""
    assert [viewer.sees(None) for viewer in (ANN, BOB, SCREEN, ALL)] == [False, False, False, True]


# ---------------------------------------------------------------------- hands


def seen_of(table: Table, seat: str, viewer: Viewer) -> dict[str, Any]:
    return next(one for one in view_table(table, viewer)["seats"] if one["seat"] == seat)


@pytest.mark.parametrize("viewer", WHO_SEES)
def test_a_hand_is_seen_by_whose_it_is(viewer: Viewer) -> None:
    assert seen_of(holding(), "ann", viewer)["hand"] == {
        "count": 3,
        "cards": [
            {"key": "c1", "card": "mist"},
            {"key": "c2", "card": "spells-ann-dream"},
            {"key": "c3", "card": None},
        ],
    }


@pytest.mark.parametrize("viewer", OTHERS)
def test_of_another_hand_only_the_number_is_seen(viewer: Viewer) -> None:
    assert seen_of(holding(), "ann", viewer)["hand"] == {"count": 3, "cards": None}
    assert "dream" not in str(view_table(holding(), viewer)).lower()


@pytest.mark.parametrize("fact", FACTS)
def test_a_spell_described_is_known_to_whoever_holds_it(fact: str) -> None:
    table = holding()

    hidden = [is_hidden_fact(table, fact, viewer) for viewer in (ANN, BOB, SCREEN, ALL)]
    assert hidden == [False, True, True, False]
    assert [fact in view_table(table, viewer)["facts"] for viewer in (ANN, BOB, SCREEN, ALL)] == [
        True,
        False,
        False,
        True,
    ]


def test_what_is_said_of_a_spell_described_is_told_in_words() -> None:
    facts = view_table(holding(), ANN)["facts"]

    assert facts == {FACTS[0]: DREAM, FACTS[1]: "spells"}


@pytest.mark.parametrize("viewer", OTHERS)
def test_a_spell_described_is_known_once_it_lies_open(viewer: Viewer) -> None:
    played = holding(discards={"spells": ["spells-ann-dream"]})

    assert [is_hidden_fact(played, fact, viewer) for fact in FACTS] == [False, False]


@pytest.mark.parametrize("viewer", [ANN, BOB, SCREEN, ALL])
def test_all_other_facts_are_everybodys(viewer: Viewer) -> None:
    """A spell may even be called as a space is."""
    named = {"id": "moor", "name": "Moor", "type": "spell"}
    boat = {"id": "boat", "name": "Boat", "type": "object"}
    table = a_table(
        "plain",
        cards={"spells": [named], "market": [boat]},
        facts={"draws:moor": 2, "dial_ceiling": 9},
        ann={"spells": ["moor"]},
        bob={},
    )

    facts = ("draws:moor", "dial_ceiling", "card:boat", "deck:boat")
    assert [is_hidden_fact(table, fact, viewer) for fact in facts] == [False] * 4
    seen = view_table(table, viewer)["facts"]
    assert {fact: seen[fact] for fact in facts} == {
        "draws:moor": 2,
        "dial_ceiling": 9,
        "card:boat": boat,
        "deck:boat": "market",
    }


# ---------------------------------------------------------------------- the table as one knows it


@pytest.mark.parametrize("viewer", OTHERS)
def test_what_others_hold_is_unknown_and_nowhere_described(viewer: Viewer) -> None:
    table = holding(facts={"dial_ceiling": 12}, discards={"spells": ["curse"]})
    known = as_known(table, viewer)

    assert [known.cards[key].card for key in table.hand("ann")] == [None, None, None]
    assert [known.cards[key].zone for key in table.hand("ann")] == [Zone.HAND] * 3
    own = "mist" if viewer is BOB else None
    assert [known.cards[key].card for key in table.hand("bob")] == [own]
    assert [known.cards[key].card for key in table.discards("spells")] == ["curse"]
    assert known.facts == {"dial_ceiling": 12}


def test_what_one_holds_is_known_as_it_is() -> None:
    table = holding()
    known = as_known(table, ANN)

    assert [known.cards[key].card for key in table.hand("ann")] == [
        "mist",
        "spells-ann-dream",
        None,
    ]
    assert [known.cards[key].card for key in table.hand("bob")] == [None]
    assert known.facts == table.facts
    assert snapshot(as_known(table, ALL)) == snapshot(table)


def test_what_lies_open_before_others_is_known_as_it_is() -> None:
    """A card held, a trophy and one set aside are no hand, whoever has them."""
    table = a_table(
        "plain", ann={"objects": ["sword"], "trophies": ["bear"], "aside": ["rope"]}, bob={}
    )

    assert snapshot(as_known(table, BOB)) == snapshot(table)


def test_to_know_less_changes_nothing_on_the_table_itself() -> None:
    table = holding()
    before = snapshot(table)

    as_known(table, BOB)

    assert snapshot(table) == before


# ---------------------------------------------------------------------- what everybody sees


def test_what_lies_before_a_seat_is_seen_by_all() -> None:
    ann = {
        "objects": ["sword", "lamp"],
        "followers": ["pixie"],
        "trophies": ["bear"],
        "aside": ["rope"],
    }
    table = a_table("plain", ann=ann, bob={"trophies": ["wolf"]})

    seen = seen_of(table, "ann", SCREEN)
    names = {name: [card["card"] for card in seen[name]] for name in ann}
    assert names == ann
    assert [card["card"] for card in seen_of(table, "bob", SCREEN)["trophies"]] == ["wolf"]
    assert seen["objects"][0] == {"key": "c1", "card": "sword"}


def test_a_character_in_play_has_totals_and_limits() -> None:
    """A sword adds one to strength in battle only, craft of 3 allows one spell, four objects are carried."""
    ann = {"strength": 4, "craft": 3, "objects": ["sword"], "alignment": "evil", "at": "moor"}
    seen = seen_of(a_table("plain", ann=ann, bob={}), "ann", SCREEN)

    assert (seen["status"], seen["alignment"], seen["space"]) == ("in_play", "evil", "moor")
    assert seen["totals"] == {"strength": 4, "craft": 3}
    assert (seen["spell_limit"], seen["object_limit"]) == (1, 4)


def test_whoever_has_no_character_in_play_has_neither() -> None:
    seen = seen_of(a_table("plain", ann={}, bob={"status": "dead"}), "bob", SCREEN)

    assert (seen["status"], seen["character"], seen["alignment"]) == ("dead", None, None)
    assert {"totals", "spell_limit", "object_limit"} & seen.keys() == set()


def test_of_marks_only_the_public_ones_are_seen() -> None:
    table = a_table("plain", ann={"start_space": "moor", "played": ["thief"]}, bob={})
    table.figures["ann"].marks |= {"thought": "mist"}

    assert seen_of(table, "ann", ANN)["marks"] == {"start_space": "moor", "played": ["thief"]}


def test_cards_and_coins_on_spaces_are_seen_in_the_order_they_came_there() -> None:
    spaces: dict[str, Any] = {
        "moor": ["wolf", "sword", {"gold": 2}],
        "ford": ["lamp"],
        "hill": [{"gold": 1}],
    }
    table = a_table("plain", spaces=spaces, ann={"objects": ["rope"]}, bob={})
    # Where a card lies is none of what it is: the wolf came last.
    wolf = next(key for key, place in table.cards.items() if place.card == "wolf")
    table.cards[wolf] = Placement("adventure", "wolf", Zone.SPACE, None, "moor", 99)

    assert view_table(table, SCREEN)["spaces"] == {
        "ford": {"cards": [{"key": "c4", "card": "lamp"}], "gold": 0},
        "hill": {"cards": [], "gold": 1},
        "moor": {
            "cards": [{"key": "c3", "card": "sword"}, {"key": "c2", "card": "wolf"}],
            "gold": 2,
        },
    }


def test_what_is_in_a_hand_lies_on_no_space_and_what_lies_nowhere_on_none() -> None:
    table = a_table("plain", ann={}, bob={})
    table.cards = {
        "c1": Placement("spells", "mist", Zone.HAND, "ann", "moor", 1),
        "c2": Placement("adventure", "wolf", Zone.SPACE, None, None, 2),
        "c3": Placement("adventure", "bear", Zone.SPACE, None, "ford", 3),
    }

    assert view_table(table, SCREEN)["spaces"] == {
        "ford": {"cards": [{"key": "c3", "card": "bear"}], "gold": 0}
    }


def test_of_decks_numbers_and_discards_are_seen_and_of_piles_what_is_left() -> None:
    table = a_table(
        "plain",
        discards={"spells": ["mist", "unseen"]},
        deck={"adventure": 3},
        ann={"objects": ["rope"], "spells": ["unseen"]},
        bob={},
    )
    seen = view_table(table, SCREEN)

    assert seen["decks"] == [
        {"deck": "adventure", "count": 3, "discards": []},
        {
            "deck": "spells",
            "count": 7,
            "discards": [{"key": "c3", "card": "mist"}, {"key": "c4", "card": None}],
        },
    ]
    assert seen["piles"] == [
        {"deck": "market", "card": "sword", "left": 2},
        {"deck": "market", "card": "helmet", "left": 1},
        {"deck": "market", "card": "armour", "left": 1},
        {"deck": "market", "card": "rope", "left": 3},
    ]


def test_of_a_pile_nobody_has_counted_nothing_is_said() -> None:
    pack = pack_named("plain")
    market = pack.decks_by_id["market"]
    uncounted = Copies(confidence=Confidence.UNKNOWN)
    cards = tuple(card.model_copy(update={"copies": uncounted}) for card in market.cards[:1])
    decks = (market.model_copy(update={"cards": cards}),)
    box = type(pack).model_construct(**dict(pack) | {"decks": decks})

    assert view_table(Table(box, ("ann", "bob")), SCREEN)["piles"] == [
        {"deck": "market", "card": "sword", "left": None}
    ]


# ---------------------------------------------------------------------- the open question


def option(id_: str, **more: Any) -> Option:
    return Option(id_, Note("option", {}), **more)


def choosing(*, secret: bool = False) -> Choose:
    options = (
        option("keep"),
        option("buy", costs={"gold": 1}, barred=Problem("cannot_pay")),
        option("cast-c1", secret=True),
    )
    text = Note("ask_what", {"seat": "ann"})
    return Choose(
        key="TT-X-1:what:ann", seat="ann", text=text, cites=("TT-X-1",), secret=secret, options=options
    )  # fmt: skip


KEEP: dict[str, Any] = {"id": "keep", "costs": {}, "barred": None}
BUY: dict[str, Any] = {"id": "buy", "costs": {"gold": 1}, "barred": "cannot_pay"}
CAST: dict[str, Any] = {"id": "cast-c1", "costs": {}, "barred": None}


@pytest.mark.parametrize("viewer", WHO_SEES)
def test_who_is_asked_sees_every_option(viewer: Viewer) -> None:
    seen = view_ask(holding(), choosing(), viewer)

    assert (seen["options"], seen["secret"]) == ([KEEP, BUY, CAST], False)


@pytest.mark.parametrize("viewer", OTHERS)
def test_others_do_not_see_an_option_that_would_tell_of_a_hand(viewer: Viewer) -> None:
    assert view_ask(holding(), choosing(), viewer) == {
        "kind": "choose",
        "key": "TT-X-1:what:ann",
        "seat": "ann",
        "rules": ["TT-X-1"],
        "options": [KEEP, BUY],
        "secret": False,
    }


@pytest.mark.parametrize("viewer", OTHERS)
def test_of_a_secret_question_others_see_only_whom_it_waits_for(viewer: Viewer) -> None:
    assert view_ask(holding(), choosing(secret=True), viewer) == {
        "kind": "choose",
        "key": "TT-X-1:what:ann",
        "seat": "ann",
        "rules": ["TT-X-1"],
        "secret": True,
    }


@pytest.mark.parametrize("viewer", WHO_SEES)
def test_who_is_asked_in_secret_sees_all_of_it(viewer: Viewer) -> None:
    seen = view_ask(holding(), choosing(secret=True), viewer)

    assert (seen["options"], seen["secret"]) == ([KEEP, BUY, CAST], True)


def drawing(*, secret: bool) -> Draw:
    return Draw(
        key="TT-X-1:draw:ann",
        seat="ann",
        text=Note("ask_draw", {"seat": "ann"}),
        secret=secret,
        deck="spells",
        count=2,
        known=frozenset({"mist", "spells-ann-dream"}),
        may_be_unseen=True,
    )


@pytest.mark.parametrize("viewer", OTHERS)
def test_how_many_are_drawn_in_secret_from_where_is_no_secret(viewer: Viewer) -> None:
    """The host answers for whoever is absent, and is not told which cards the seat may name."""
    assert view_ask(holding(), drawing(secret=True), viewer) == {
        "kind": "draw",
        "key": "TT-X-1:draw:ann",
        "seat": "ann",
        "rules": [],
        "deck": "spells",
        "count": 2,
        "may_be_unseen": True,
        "secret": True,
    }


@pytest.mark.parametrize(
    ("viewer", "known"),
    [
        (ANN, ["mist", "spells-ann-dream"]),
        (ALL, ["mist", "spells-ann-dream"]),
        (BOB, ["mist"]),
        (SCREEN, ["mist"]),
    ],
)
def test_of_cards_that_may_be_drawn_everybody_sees_those_he_knows_of(
    viewer: Viewer, known: list[str]
) -> None:
    assert view_ask(holding(), drawing(secret=False), viewer)["known"] == known


def test_who_draws_in_secret_does_not_learn_what_others_have_described() -> None:
    """The deck of spells holds a Dream that Ann alone has told of; Bob draws from it."""
    ask = drawing(secret=True)
    ask.seat = "bob"

    assert view_ask(holding(), ask, BOB)["known"] == ["mist"]


@pytest.mark.parametrize("viewer", [ANN, BOB, SCREEN, ALL])
def test_who_rolls_how_many_dice_is_seen_by_all(viewer: Viewer) -> None:
    ask = Roll(key="TT-X-1:roll:ann", seat="ann", text=Note("ask_roll", {}), dice=2)

    assert view_ask(holding(), ask, viewer) == {
        "kind": "roll",
        "key": "TT-X-1:roll:ann",
        "seat": "ann",
        "rules": [],
        "dice": 2,
        "faces": 6,
        "secret": False,
    }

"""How a described table is laid: what is said lies there, and all else is as plain as the words say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from content.schema.base import Confidence, Fact
from content.schema.cards import Card
from content.schema.pack import Pack
from games.rules.errors import InvalidAction
from games.rules.references import names_cards, with_keys
from games.rules.situation import Situation, laid
from games.rules.table import Figure, Placement, Table, Turn
from games.rules.terms import Alignment, Dial, Phase, Status, Zone
from tests.packs import pack_named

TWO: dict[str, Any] = {"ann": {}, "bob": {}}


def lay(
    pack: str | Pack = "plain",
    *,
    kind: str = "",
    variants: tuple[str, ...] = (),
    rulings: tuple[str, ...] = (),
    **said: Any,
) -> Table:
    """A table from a description as it is sent, in JSON; two plain seats if none are said."""
    box = pack_named(pack) if isinstance(pack, str) else pack
    situation = Situation.model_validate_json(json.dumps({"seats": TWO, **said}))
    return laid(box, situation, variants=variants, rulings=rulings, kind=kind)


# ---------------------------------------------------------------------- seats


def test_a_seat_of_which_nothing_is_said_is_plain() -> None:
    assert lay().figures["ann"] == Figure(
        "ann",
        Status.IN_PLAY,
        character="knight",
        alignment=Alignment.GOOD,
        space="inn",
        strength=3,
        craft=3,
        life=4,
        start_strength=3,
        start_craft=3,
        start_life=4,
    )


def test_all_that_is_said_of_a_seat_is_so() -> None:
    dials = {"strength": 6, "craft": 5, "life": 2, "fate": 1, "dark_fate": 2, "gold": 7}
    starts = {"strength_start": 4, "craft_start": 5, "life_of": 3, "fate_start": 0}
    tokens = {"toad": 2, "lost_turns": 1, "extra_turns": 3, "aside_gold": 4, "first_turn": True}
    place = {"at": "hill", "character": "wizard", "alignment": "neutral"}
    past = {"start_space": "moor", "played": ["thief"]}

    table = lay("fates", seats={"ann": {**dials, **starts, **tokens, **place, **past}, "bob": {}})

    assert table.figures["ann"] == Figure(
        "ann",
        Status.IN_PLAY,
        **dials,
        character="wizard",
        alignment=Alignment.NEUTRAL,
        space="hill",
        start_strength=4,
        start_craft=5,
        start_life=3,
        start_fate=0,
        aside_gold=4,
        toad=2,
        lost_turns=1,
        extra_turns=3,
        first_turn=True,
        marks=past,
    )


def test_start_values_are_the_dials_unless_they_are_said() -> None:
    ann = lay(seats={"ann": {"strength": 5, "craft": 2, "life": 6, "fate": 3}, "bob": {}}).figures

    start = ann["ann"]
    assert (start.start_strength, start.start_craft) == (5, 2)
    assert (start.start_life, start.start_fate) == (6, 3)


def test_the_first_space_is_that_of_the_first_ring() -> None:
    """An island without a ring may come before it."""
    pack = pack_named("corners")
    outer, isle, vale = pack.board.regions
    board = pack.board.model_copy(update={"regions": (isle, outer, vale)})

    table = lay(pack.model_copy(update={"board": board}))

    assert table.figures["ann"].space == "inn"


@pytest.mark.parametrize(
    ("seats", "characters"),
    [
        (TWO, ["knight", "ghoul"]),
        ({"ann": {}, "Knight": {}}, ["knight", "ghoul"]),
        ({"Ghoul": {}, "bob": {}}, ["ghoul", "knight"]),
        ({"ann": {}, "bob": {"character": "knight"}}, ["ghoul", "knight"]),
        ({"ghoul": {"character": "thief"}, "bob": {}}, ["thief", "knight"]),
        ({"ann": {"played": ["knight"]}, "bob": {}}, ["ghoul", "wizard"]),
        ({"ann": {}, "bob": {"played": ["knight", "wizard"]}}, ["ghoul", "priest"]),
    ],
)
def test_a_seat_has_the_character_of_its_name_or_the_first_free(
    seats: dict[str, Any], characters: list[str]
) -> None:
    assert [one.character for one in lay(seats=seats).figures.values()] == characters


def test_a_part_of_the_name_is_enough() -> None:
    table = lay("star-wars", seats={"maul": {}, "rey": {}})

    assert [one.character for one in table.figures.values()] == ["darth-maul", "rey"]


READ = {"alignment": "evil", "strength": 3, "craft": 3, "life": 4, "fate": 1, "start": "inn"}


@pytest.mark.parametrize(
    ("character", "facts", "alignment"),
    [
        ("knight", {}, Alignment.GOOD),
        ("wizard", {}, Alignment.EVIL),
        ("wizard", {"character:wizard": {**READ, "alignment": "neutral"}}, Alignment.NEUTRAL),
        ("frog", {}, Alignment.NEUTRAL),
        ("nobody", {}, Alignment.GOOD),
        ("nobody", {"character:nobody": READ}, Alignment.EVIL),
    ],
)
def test_a_side_is_that_of_the_card_as_far_as_anybody_knows_it(
    character: str, facts: dict[str, Any], alignment: Alignment
) -> None:
    """Printed, guessed, read off the card; good where nobody knows."""
    pack = pack_named("loose")
    unknown = Fact[Alignment](confidence=Confidence.UNKNOWN)
    nobody = pack.characters[0].model_copy(update={"id": "nobody", "alignment": unknown})
    box = Pack.model_construct(**dict(pack) | {"characters": (*pack.characters, nobody)})

    table = lay(box, seats={"ann": {"character": character}, "bob": {}}, facts=facts)

    assert table.figures["ann"].alignment is alignment


@pytest.mark.parametrize("status", [one for one in Status if one is not Status.IN_PLAY])
def test_who_is_not_in_play_has_no_character_dials_or_place(status: Status) -> None:
    table = lay(seats={"ann": {}, "bob": {"status": status}})

    assert table.figures["bob"] == Figure("bob", status)


def test_whoever_is_away_has_what_is_said() -> None:
    away = {"status": "away", "character": "knight", "at": "moor", "life": 2, "life_of": 4}

    table = lay(seats={"ann": {}, "bob": {**away, "strength": 5, "gold": 3}})

    assert table.figures["bob"] == Figure(
        "bob",
        Status.AWAY,
        character="knight",
        alignment=Alignment.GOOD,
        space="moor",
        strength=5,
        life=2,
        gold=3,
        start_strength=5,
        start_life=4,
    )


def test_a_character_only_chosen_has_the_side_that_is_said_or_none() -> None:
    chosen = {"status": "chosen", "character": "knight"}

    table = lay(seats={"ann": chosen, "bob": {**chosen, "character": "ghoul", "alignment": "evil"}})

    sides = [(one.character, one.alignment) for one in table.figures.values()]
    assert sides == [("knight", None), ("ghoul", Alignment.EVIL)]


def test_seats_are_in_the_order_said_or_else_as_they_are_listed() -> None:
    three: dict[str, Any] = {"ann": {}, "bob": {}, "cat": {}}

    assert lay(seats=three).order == ("ann", "bob", "cat")
    assert lay(seats=three, order=["cat", "ann", "bob"]).order == ("cat", "ann", "bob")


@pytest.mark.parametrize(("seat", "company"), [("ann", "other"), ("other", "another")])
def test_a_lone_seat_has_plain_company(seat: str, company: str) -> None:
    table = lay(seats={seat: {"gold": 5}})

    assert table.order == (seat, company)
    assert (table.figures[company].character, table.figures[company].life) == ("ghoul", 4)
    assert (table.figures[seat].gold, table.figures[company].gold) == (5, 0)


def test_company_keeps_from_a_character_that_is_taken() -> None:
    assert lay(seats={"ann": {"character": "ghoul"}}).figures["other"].character == "knight"


# ---------------------------------------------------------------------- the turn


def test_the_turn_is_the_first_seats_at_its_beginning() -> None:
    assert lay().turn == Turn("ann", 1, Phase.MOVE, {})


def test_the_first_in_the_order_said_has_the_turn_unless_somebody_else_is_said_to() -> None:
    assert lay(order=["bob", "ann"]).turn.seat == "bob"
    assert lay(turn="bob").turn == Turn("bob", 1, Phase.MOVE, {})


@pytest.mark.parametrize(("status", "turn"), [("away", "bob"), ("out", "bob"), ("dead", "ann")])
def test_the_first_has_the_turn_whose_player_has_not_left(status: str, turn: str) -> None:
    assert lay(seats={"ann": {"status": status}, "bob": {}}).turn.seat == turn


def test_where_all_have_left_or_the_game_is_over_anybody_may_have_the_turn() -> None:
    gone = {"ann": {"status": "away"}, "bob": {"status": "out"}}

    assert lay(seats=gone).turn.seat == "ann"
    assert lay(seats=gone, turn="bob").turn.seat == "bob"
    assert lay(seats={**gone, "cat": {}}, turn="bob", phase="over").turn.seat == "bob"


@pytest.mark.parametrize(
    ("kind", "said", "turn"),
    [
        ("move", {}, Turn("ann", 1, Phase.MOVE, {})),
        ("encounter_space", {}, Turn("ann", 1, Phase.ENCOUNTER, {"arrived": True})),
        ("encounter_character", {}, Turn("ann", 1, Phase.ENCOUNTER, {"arrived": True})),
        ("use_space", {}, Turn("ann", 1, Phase.END, {"encountered": "space"})),
        ("exchange_trophies", {}, Turn("ann", 1, Phase.END, {"encountered": "space"})),
        ("ditch", {}, Turn("ann", 1, Phase.END, {"encountered": "space"})),
        ("end_turn", {}, Turn("ann", 1, Phase.END, {"encountered": "space"})),
        ("end_turn", {"phase": "move"}, Turn("ann", 1, Phase.MOVE, {})),
        ("move", {"phase": "over"}, Turn("ann", 1, Phase.OVER, {})),
    ],
)
def test_the_part_of_the_turn_is_what_the_action_needs_unless_it_is_said(
    kind: str, said: dict[str, Any], turn: Turn
) -> None:
    assert lay(kind=kind, **said).turn == turn


def test_before_the_first_turn_there_is_none() -> None:
    table = lay(phase="setup", setup=["prepare_board"], turn="bob")

    assert (table.turn, table.setup) == (Turn(), ("prepare_board",))


def test_what_was_agreed_on_holds() -> None:
    assert lay("loose").policy.dials_floor_is_start is False
    assert lay("loose", variants=("strict-dials",)).policy.dials_floor_is_start is True
    read = lay("offers", rulings=("TT-GAIN-IMPOSSIBLE-1",))
    assert (read.rulings, read.policy.idle_offers) == (("TT-GAIN-IMPOSSIBLE-1",), True)
    assert lay("offers").policy.idle_offers is False


# ---------------------------------------------------------------------- cards and coins


def test_cards_lie_where_they_are_said_to_in_the_order_they_are_said() -> None:
    ann = {
        "objects": ["sword", "lamp"],
        "followers": ["pixie", "sage"],
        "spells": ["mist", "unseen"],
        "trophies": ["bear"],
        "aside": ["rope"],
    }

    table = lay(
        seats={"ann": ann, "bob": {"spells": ["unseen"]}},
        spaces={"moor": ["wolf", "sword"]},
        discards={"adventure": ["storm", "unseen"]},
    )

    assert table.cards == {
        "c1": Placement("market", "sword", Zone.HELD, "ann", None, 1),
        "c2": Placement("adventure", "lamp", Zone.HELD, "ann", None, 2),
        "c3": Placement("adventure", "pixie", Zone.HELD, "ann", None, 3),
        "c4": Placement("adventure", "sage", Zone.HELD, "ann", None, 4),
        "c5": Placement("spells", "mist", Zone.HAND, "ann", None, 5),
        "c6": Placement("spells", None, Zone.HAND, "ann", None, 6),
        "c7": Placement("adventure", "bear", Zone.TROPHY, "ann", None, 7),
        "c8": Placement("market", "rope", Zone.ASIDE, "ann", None, 8),
        "c9": Placement("spells", None, Zone.HAND, "bob", None, 9),
        "c10": Placement("adventure", "wolf", Zone.SPACE, None, "moor", 10),
        "c11": Placement("market", "sword", Zone.SPACE, None, "moor", 11),
        "c12": Placement("adventure", "storm", Zone.DISCARD, None, None, 12),
        "c13": Placement("adventure", None, Zone.DISCARD, None, None, 13),
    }
    assert table.serial == 13


@pytest.mark.parametrize("status", ["away", "chosen"])
def test_whoever_has_a_character_keeps_cards_and_what_is_set_aside(status: str) -> None:
    ann = {"status": status, "objects": ["sword"], "spells": ["unseen"], "aside": ["rope"]}

    places = lay(seats={"ann": ann, "bob": {}}).cards.values()

    assert [(place.zone, place.seat) for place in places] == [
        (Zone.HELD, "ann"),
        (Zone.HAND, "ann"),
        (Zone.ASIDE, "ann"),
    ]


def test_coins_on_a_space_are_added_up() -> None:
    table = lay(spaces={"moor": [{"gold": 2}, "wolf", {"gold": 3}], "inn": [{"gold": 1}]})

    assert (table.gold_on, table.supply(Dial.GOLD)) == ({"moor": 5, "inn": 1}, 24)


def test_of_a_deck_so_many_cards_are_left_and_the_rest_is_out_of_the_game() -> None:
    table = lay(spaces={"moor": ["wolf"]}, deck={"adventure": 17, "spells": 10})

    assert (table.deck_count("adventure"), table.deck_count("spells")) == (17, 10)
    out = [place for place in table.cards.values() if place.zone is Zone.OUT]
    assert out == [
        Placement("adventure", None, Zone.OUT, order=2),
        Placement("adventure", None, Zone.OUT, order=3),
    ]


def test_of_a_pile_so_many_cards_are_left_whatever_lies_about() -> None:
    table = lay(
        seats={"ann": {"objects": ["rope", "lamp"]}, "bob": {"objects": ["sword"]}},
        piles={"rope": 2},
    )

    assert (table.facts, table.pile_count("rope")) == ({"copies:rope": 3}, 2)


def test_of_a_pile_whose_number_is_guessed_any_number_is_left() -> None:
    assert lay("star-wars", piles={"blaster": 40}).pile_count("blaster") == 40


def test_of_a_pile_fewer_may_be_left_than_are_told() -> None:
    told: dict[str, Any] = {
        "facts": {"copies:rope": 5},
        "seats": {"ann": {"objects": ["rope"]}, "bob": {}},
    }

    assert lay(piles={"rope": 4}, **told).pile_count("rope") == 4
    assert lay(piles={"rope": 1}, **told).pile_count("rope") == 1


def test_pieces_stand_where_they_are_said_to() -> None:
    assert lay("bat", pieces={"batman": "roof"}).pieces == {"batman": "roof"}
    assert lay("bat").pieces == {"batman": "hill"}


# ---------------------------------------------------------------------- what is told of the box


def test_a_card_described_lies_there_as_any_other() -> None:
    """Its text may name a card that is described after it."""
    chest = {"id": "chest", "name": "Chest", "type": "event", "do": [{"take": {"card": "boat"}}]}
    boat = {
        "id": "boat",
        "name": "Boat",
        "type": "object",
        "crosses": {"from": "outer", "to": "upper"},
    }

    table = lay(
        "bat",
        seats={"ann": {"objects": ["boat"]}, "bob": {}},
        cards={"adventure": [chest], "market": [boat]},
        facts={"copies:boat": 1},
    )

    assert table.facts == {
        "card:chest": Card.model_validate(chest),
        "deck:chest": "adventure",
        "card:boat": Card.model_validate(boat),
        "deck:boat": "market",
        "copies:boat": 1,
    }
    assert table.cards == {"c1": Placement("market", "boat", Zone.HELD, "ann", None, 1)}


def test_a_pile_of_a_card_described_has_so_many_left() -> None:
    boat = {"id": "boat", "name": "Boat", "type": "object"}

    assert lay(cards={"market": [boat]}, piles={"boat": 2}).pile_count("boat") == 2


def test_printed_facts_are_as_they_are_told() -> None:
    turned = ["inn", "moor", "ford", "hill", "wood", "field"]
    facts = {
        "dial_ceiling": 9,
        "board_confirmed": True,
        "copies:rope": 3,
        "draws:inn": 2,
        "ring:outer": turned,
    }

    table = lay("loose", facts={**facts, "character:ghoul": READ})

    read = table.facts.pop("character:ghoul")
    assert (read.alignment, read.life) == (Alignment.EVIL, 4)
    assert table.facts == facts


def test_a_fact_that_says_nothing_is_none() -> None:
    assert lay(facts={"board_confirmed": False, "dial_ceiling": None}).facts == {}


# ---------------------------------------------------------------------- cards in play by their ids


@pytest.fixture
def cards() -> Table:
    """Swords are c2 and c12, a spell unseen c1, a wolf c4; one more of each is not in play."""
    table = lay(
        seats={"ann": {"objects": ["sword"], "spells": ["unseen"]}, "bob": {}},
        discards={"adventure": ["wolf"]},
        spaces={"inn": ["wolf"]},
        deck={"spells": 8},
    )
    sword, spell, wolf, thrown, out = table.cards.values()
    # Keys are no words, and are kept in any order: c12 came after c2.
    table.cards = {"c12": sword, "c2": sword, "c1": spell, "c4": wolf, "c5": thrown, "c6": out}
    return table


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("<sword>", "c2"),
        ("<sword#1>", "c2"),
        ("<sword#2>", "c12"),
        ("<unseen>", "c1"),
        ("<wolf>", "c4"),
        ("use-<sword>-<wolf>", "use-c2-c4"),
        ("sword", "sword"),
        ("<>", "<>"),
        (3, 3),
        (None, None),
        (["<sword#2>", 1], ["c12", 1]),
        (("<sword>",), ["c2"]),
        ({"cards": [{"key": "<wolf>"}], "to": "inn"}, {"cards": [{"key": "c4"}], "to": "inn"}),
    ],
)
def test_a_card_in_play_is_named_by_its_id(cards: Table, said: Any, meant: Any) -> None:
    assert with_keys(cards, said) == meant


@pytest.mark.parametrize(
    "reference",
    ["storm", "sword#3", "sword#0", "sword#x", "sword#-1", "wolf#2", "unseen#2", "None"],
)
def test_what_is_not_in_play_has_no_name(cards: Table, reference: str) -> None:
    """Neither has what lies on a discard pile, or is out of the game."""
    with pytest.raises(InvalidAction) as invalid:
        with_keys(cards, {"card": f"<{reference}>"})

    (problem,) = invalid.value.problems
    assert (problem.code, problem.params, problem.hard) == (
        "unknown_card",
        {"card": reference},
        True,
    )


def test_whether_a_card_is_named_anywhere() -> None:
    assert names_cards({"choose": "use-<sword>"}) is True
    assert names_cards({"cards": [{"card": "<sword>"}]}) is True
    assert names_cards({"choose": "keep", "roll": [3]}) is False

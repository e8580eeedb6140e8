"""The Star Wars board against its ledger: what is printed, what is likely, where moves end."""

from __future__ import annotations

import re

import pytest

from content.library import pack
from content.schema import effects as e
from content.schema.base import Alignment, Confidence, Dial
from content.schema.board import LinkKind, Pace, Space, Trigger, When
from content.schema.ledger import LedgerRule

STAR_WARS = pack("star-wars")
NAMED = {space.name: space.id for space in STAR_WARS.board.spaces}
PRINTED_DRAWS = {"dathomir", "serenno", "takobo", "mandalore"}
LIKELY_DRAWS = {
    *("chandrila", "scarif", "tatooine", "coruscant", "open-space"),
    *("naboo", "yavin-4", "kashyyyk", "utapau", "crait"),
}
INNER = ["jedha", "dagobah", "ilum", "ahch-to", "stygeon-prime", "moraband", "malachor", "exegol"]


def ledger(rule_id: str) -> LedgerRule:
    return next(rule for rule in STAR_WARS.ledger.rules if rule.id == rule_id)


def space(space_id: str) -> Space:
    return STAR_WARS.spaces[space_id]


def only_trigger(space_id: str) -> Trigger:
    (trigger,) = space(space_id).triggers
    return trigger


def is_plain(space_id: str) -> bool:
    return re.fullmatch(r"open-space-\d+", space_id) is not None


def walk(start: str, steps: int) -> str:
    """Where a move of so many spaces ends; clockwise if positive."""
    ring = STAR_WARS.regions[space(start).region].ring
    return ring[(ring.index(start) + steps) % len(ring)]


# ---------------------------------------------------------------- size and order


@pytest.mark.parametrize(("region", "size", "named"), [("outer", 24, 16), ("middle", 16, 12)])
def test_rings_have_the_named_spaces_and_plain_ones_between(
    region: str, size: int, named: int
) -> None:
    ring = STAR_WARS.regions[region].ring

    assert len(ring) == size
    assert len([name for name in ring if not is_plain(name)]) == named
    assert STAR_WARS.regions[region].pace is Pace.ROLL
    assert STAR_WARS.regions[region].ring_confidence is Confidence.LIKELY


def test_three_regions_lie_round_the_citadel() -> None:
    """SW-BOARD-1, SW-BOARD-4."""
    names = [region.name for region in STAR_WARS.board.regions]

    assert names == ["Outer Region", "Middle Region", "Inner Region", "Centre"]
    assert [s.id for s in STAR_WARS.board.spaces if s.region == "centre"] == ["citadel"]


def test_three_of_the_outer_spaces_are_asteroid_fields() -> None:
    """SW-BOARD-2."""
    fields = [name for name in STAR_WARS.regions["outer"].ring if name.startswith("asteroid-field")]
    assert len(fields) == 3


def test_the_inner_region_has_eight_spaces_and_the_centre_one() -> None:
    in_region = [(s.region, s.id) for s in STAR_WARS.board.spaces]

    assert [name for region, name in in_region if region == "inner"] == INNER
    assert [name for region, name in in_region if region == "centre"] == ["citadel"]
    assert STAR_WARS.regions["inner"].pace is Pace.ONE


@pytest.mark.parametrize(("region", "heading"), [("outer", "Outer:"), ("middle", "Middle:")])
def test_named_spaces_stand_in_the_order_of_the_ruling(region: str, heading: str) -> None:
    ruling = str(ledger("SW-BOARD-5").ruling)
    order = [name.strip() for name in ruling.split(heading)[1].partition(".")[0].split(",")]

    ring = [name for name in STAR_WARS.regions[region].ring if not is_plain(name)]
    assert ring == [NAMED[name] for name in order]


def test_runs_taken_for_neighbours_are_those_of_the_ruling() -> None:
    listed = str(ledger("SW-BOARD-5").ruling).split("neighbours:")[1].strip().rstrip(".")
    ruled = [tuple(NAMED[end.strip()] for end in run.split(" to ")) for run in listed.split(";")]

    rings = [region.ring for region in STAR_WARS.board.regions]
    for first, last in ruled:
        (ring,) = [ring for ring in rings if first in ring]
        run = ring[ring.index(first) : ring.index(last) + 1]
        assert run
        assert not any(is_plain(name) for name in run)


def test_the_order_of_the_rings_advises_only() -> None:
    assert all(not region.printed_runs for region in STAR_WARS.board.regions)
    assert {STAR_WARS.regions[name].ring_confidence for name in ("outer", "middle")} == {"likely"}


@pytest.mark.parametrize(
    ("start", "steps", "end"),
    [
        # SW-BOARD-5
        ("chandrila", 4, "serenno"),
        ("kef-bir", 3, "naboo"),
        ("takodana", 3, "kessel"),
        ("asteroid-field-batuu", 2, "mandalore"),
        # SW-MOVE-1, SW-MOVE-2
        ("chandrila", 2, "kiros"),
        ("dathomir", 2, "asteroid-field-kashyyyk"),
        ("bespin", 1, "naboo"),
        ("bespin", -1, "endor"),
        # SW-MOVE-3, SW-MANDALORE-4, SW-MANDALORE-5 beyond Kessel; SW-MOVE-5 beyond Mandalore
        ("kessel", -1, "crait"),
        ("kessel", 1, "utapau"),
        ("kessel", -2, "batuu"),
        ("mandalore", -1, "open-space"),
        ("mandalore", -2, "asteroid-field-batuu"),
        ("crait", 1, "kessel"),
        # SW-MANDALORE-1
        ("open-space", 1, "mandalore"),
        ("asteroid-field-batuu", 1, "open-space"),
        # SW-KEFBIR-2, SW-KEFBIR-6
        ("endor", -1, "kef-bir"),
        ("bespin", -2, "kef-bir"),
        ("naboo", -2, "endor"),
        ("kef-bir", 2, "bespin"),
        # SW-JAKKU-1
        ("asteroid-field-naboo", -1, "jakku"),
    ],
)
def test_moves_of_the_ledgers_cases_end_where_they_say(start: str, steps: int, end: str) -> None:
    assert walk(start, steps) == end


# ---------------------------------------------------------------- draws


def test_draws_are_printed_for_four_spaces_and_likely_elsewhere() -> None:
    printed = {s.id for s in STAR_WARS.board.spaces if s.draws.is_printed}

    assert printed == PRINTED_DRAWS
    assert all(space(name).draws.value == 1 for name in PRINTED_DRAWS)


def test_draws_follow_the_ruling() -> None:
    for s in STAR_WARS.board.spaces:
        draws = s.id in PRINTED_DRAWS | LIKELY_DRAWS or is_plain(s.id)
        assert s.draws.value == int(draws), s.id


def test_plain_spaces_have_nothing_of_their_own() -> None:
    plain = [s for s in STAR_WARS.board.spaces if is_plain(s.id)]

    assert len(plain) == 12
    assert len({s.name for s in STAR_WARS.board.spaces}) == len(STAR_WARS.board.spaces)
    assert not any(s.triggers or s.enemy_roll_bonus or s.free_battle_rerolls for s in plain)


# ---------------------------------------------------------------- instructions


@pytest.mark.parametrize(
    ("space_id", "rule_id"), [("jakku", "SW-JAKKU-2"), ("kessel", "SW-KESSEL-2")]
)
def test_prices_are_those_of_the_ledger(space_id: str, rule_id: str) -> None:
    listed = re.findall(r"([A-Z][A-Za-z ]+?) (\d) GCs?", ledger(rule_id).rule.split(":")[1])
    (shop,) = only_trigger(space_id).do

    assert isinstance(shop, e.Shop)
    ours = {STAR_WARS.cards[card].name: price for card, price in shop.shop.items()}
    assert ours == {name: int(price) for name, price in listed}


def test_mustafar_hurts_the_light_and_tries_the_dark() -> None:
    light, dark = space("mustafar").triggers

    assert (light.alignment, light.do) == (Alignment.GOOD, (e.Lose(lose={Dial.LIFE: 1}),))
    assert dark.alignment is Alignment.EVIL
    (table,) = dark.do
    assert isinstance(table, e.RollTable)
    assert list(table.roll.rows) == ["1", "2", "3", "4", "5", "6"]
    assert table.roll.rows["3"] == ()


def test_kiros_lets_credits_move_the_total_and_two_rows_give_a_turn() -> None:
    (table,) = only_trigger("kiros").do

    assert isinstance(table, e.RollTable)
    assert (table.roll.dice, table.roll.shift_pay) == (2, Dial.GOLD)
    turns = {row: e.Turn(turns=1) in effects for row, effects in table.roll.rows.items()}
    assert [row for row, more in turns.items() if more] == ["2", "12"]
    assert table.roll.row_for(7) == "5-9"


@pytest.mark.parametrize(
    ("space_id", "when", "may"),
    [
        ("tatooine", When.TURN_END, True),
        ("coruscant", When.TURN_END, True),
        ("kashyyyk", When.TURN_END, False),
        ("open-space", When.ARRIVE, True),
        ("crait", When.ARRIVE, True),
        ("endor", When.ARRIVE, True),
        ("bespin", When.ARRIVE, True),
        ("batuu", When.ARRIVE, True),
        ("canto-bight", When.ARRIVE, True),
        ("takodana", When.ARRIVE, True),
        ("lothal", When.ARRIVE, False),
        ("kiros", When.ARRIVE, False),
        ("naboo", When.DEFEAT, False),
        ("utapau", When.DEFEAT, False),
    ],
)
def test_offers_are_offers_and_duties_duties(space_id: str, when: When, may: bool) -> None:
    trigger = only_trigger(space_id)

    assert (trigger.when, trigger.may) == (when, may)
    assert trigger.no_cards == (when is When.TURN_END)


def test_two_spaces_favour_adversaries_and_one_destiny() -> None:
    bonus = {s.id: s.enemy_roll_bonus for s in STAR_WARS.board.spaces if s.enemy_roll_bonus}

    assert bonus == {"scarif": 2, "yavin-4": 2}
    assert [s.id for s in STAR_WARS.board.spaces if s.free_battle_rerolls] == ["chandrila"]


# ---------------------------------------------------------------- links


def test_an_asteroid_field_is_passed_for_one_health_instead_of_a_roll() -> None:
    passages = [link for link in STAR_WARS.board.links if link.kind is LinkKind.INSTEAD]

    assert {(link.from_, link.to) for link in passages} == {
        ("asteroid-field-naboo", "naboo"),
        ("asteroid-field-kashyyyk", "kashyyyk"),
        ("asteroid-field-batuu", "batuu"),
    }
    assert all(link.pay == {Dial.LIFE: 1} for link in passages)


def test_mandalore_sets_a_task_of_five_by_alignment() -> None:
    gate = next(link for link in STAR_WARS.board.links if link.id == "mandalore-to-kessel")
    (task,) = gate.task

    assert isinstance(task, e.If)
    assert task.if_alignment is Alignment.GOOD
    (light,), (dark,) = task.then, task.otherwise
    assert isinstance(light, e.Fight)
    assert isinstance(dark, e.Fight)
    assert (light.fight.strength, dark.fight.craft) == (5, 5)
    assert not light.fight.evadable
    assert light.fight.life_at_stake == dark.fight.life_at_stake == 0


@pytest.mark.parametrize(
    ("alignment", "path"),
    [
        (Alignment.GOOD, ["jedha", "dagobah", "ilum", "ahch-to", "exegol", "citadel"]),
        (Alignment.EVIL, ["jedha", "stygeon-prime", "moraband", "malachor", "exegol", "citadel"]),
    ],
)
def test_each_side_has_its_path_to_the_citadel(alignment: Alignment, path: list[str]) -> None:
    walked = ["jedha"]
    while ways := [
        link
        for link in STAR_WARS.links_from.get(walked[-1], ())
        if link.alignment in {None, alignment} and not link.exit
    ]:
        (link,) = ways
        walked.append(link.to)

    assert walked == path


def test_the_four_opposite_pairs_are_printed() -> None:
    assert {here: fact.value for here, fact in STAR_WARS.board.opposite.items()} == {
        "asteroid-field-naboo": "naboo",
        "asteroid-field-kashyyyk": "kashyyyk",
        "asteroid-field-batuu": "batuu",
        "mandalore": "kessel",
    }
    assert all(fact.is_printed for fact in STAR_WARS.board.opposite.values())

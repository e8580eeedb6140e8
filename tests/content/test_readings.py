"""Other readings: declared in the pack, strict, free of collisions, and applied to a pack whole."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from content import library
from content.consistency import problems_in
from content.consistency.parts import rule_names_in
from content.library import canonical_json, editions, hash_of, pack, pack_hash
from content.loader import PackError
from content.schema.pack import Pack

STAR_WARS = pack("star-wars")
Data = dict[str, Any]

# One reading of every kind of thing that can differ.
OTHER: Data = {
    "id": "SW-EXEGOL-2",
    "policy": {"toad_value": 2, "fate_cap": 4},
    "spaces": {"naboo": {"enemy_roll_bonus": 2}},
    "triggers": {"naboo-reward": {"do": [{"gain": "strength"}]}},
    "links": {"kef-bir-to-jedha": {"ends_turn": False}},
}


def with_readings(*readings: Data) -> Pack:
    data = json.loads(canonical_json(STAR_WARS))
    data["readings"] = list(readings)
    return Pack.model_validate(data)


def test_a_pack_read_another_way_differs_in_what_is_said_and_nothing_else() -> None:
    printed = with_readings(OTHER)
    assert printed.spaces["naboo"].enemy_roll_bonus == 0

    read = printed.read_with(["SW-EXEGOL-2"])

    policy = printed.edition.policy
    assert read.edition.policy == policy.model_copy(update={"toad_value": 2, "fate_cap": 4})
    space, trigger = read.triggers["naboo-reward"]
    assert space is read.spaces["naboo"]
    assert space.enemy_roll_bonus == 2
    assert trigger.plain()["do"] == [{"gain": {"strength": 1}}]
    assert trigger.foe_alignment == "evil"
    assert read.links["kef-bir-to-jedha"].ends_turn is False
    assert [link.ends_turn for link in read.links_from["kef-bir"]] == [False]
    assert read.spaces["kiros"] == printed.spaces["kiros"]
    assert (read.decks, read.ledger, read.readings) == (
        printed.decks,
        printed.ledger,
        printed.readings,
    )
    assert printed.spaces["naboo"].enemy_roll_bonus == 0


def test_a_pack_that_is_read_as_decided_is_the_pack() -> None:
    assert STAR_WARS.read_with([]) is STAR_WARS


def test_the_order_of_rulings_does_not_matter_and_each_choice_is_worked_out_once() -> None:
    other = {"id": "SW-MOVE-6", "links": {"kef-bir-to-jedha": {"from_start": False}}}
    printed = with_readings(OTHER, other)

    read = printed.read_with(["SW-EXEGOL-2", "SW-MOVE-6"])

    assert printed.read_with(["SW-MOVE-6", "SW-EXEGOL-2"]) is read
    link = read.links["kef-bir-to-jedha"]
    assert (link.ends_turn, link.from_start) == (False, False)


def test_a_rule_without_another_reading_cannot_be_read_so() -> None:
    with pytest.raises(KeyError, match="SW-MOVE-1"):
        STAR_WARS.read_with(["SW-MOVE-1"])


def test_readings_are_pinned_and_come_back_whole() -> None:
    printed = with_readings(OTHER)

    assert hash_of(printed) != hash_of(with_readings())
    assert Pack.model_validate_json(canonical_json(printed)) == printed


WRONG: list[tuple[Data, str]] = [
    ({"id": "SW-MOVE-1", "policy": {"toad_value": 2}}, "the ledger names no other reading of it"),
    ({"id": "SW-GEN-9", "policy": {"toad_value": 2}}, "SW-GEN-9: the ledger names no other readi"),
    ({"id": "SW-DIS-3", "policy": {"luck": 1}}, "reading SW-DIS-3: luck is no policy"),
    ({"id": "SW-DIS-3", "policy": {"toad_value": 99}}, "reading SW-DIS-3: Input should be less"),
    ({"id": "SW-DIS-3", "policy": {"start_gold": 1}, "spaces": {"hoth": {"must_be_faced": True}}},
     "reading SW-DIS-3: hoth is no space"),
    ({"id": "SW-DIS-3", "triggers": {"hoth-shop": {"may": True}}}, "hoth-shop is no trigger"),
    ({"id": "SW-DIS-3", "links": {"to-hoth": {"ends_turn": True}}}, "to-hoth is no link"),
    ({"id": "SW-DIS-3", "policy": {"toad_value": 3}}, "both change policy toad_value"),
    ({"id": "SW-DIS-3", "spaces": {"naboo": {"enemy_roll_bonus": 1}}},
     "both change space naboo enemy_roll_bonus"),
    ({"id": "SW-DIS-3", "spaces": {"naboo": {"triggers": []}}},
     "both change trigger naboo-reward do"),
    ({"id": "SW-DIS-3", "policy": {"inheritance": False}},
     "reading SW-DIS-3 and variant no-inheritance both change policy inheritance"),
    ({"id": "SW-DIS-3", "spaces": {"endor": {"triggers": []}},
      "triggers": {"endor-trade": {"may": False}}},
     "reading SW-DIS-3 changes trigger endor-trade may twice"),
    ({"id": "SW-DIS-3", "spaces": {"jakku": {"stop_over": ["SW-JAKKU-9"]}}},
     "it cites SW-JAKKU-9, which the ledger does not have"),
    ({"id": "SW-DIS-3", "triggers": {"endor-trade": {"do": [{"move_to": "hoth"}]}}},
     "SW-DIS-3: hoth is no space"),
    ({"id": "SW-DIS-3", "triggers": {"endor-trade": {"do": [{"rule": "win"}]}}},
     "rule win is named but not registered"),
]  # fmt: skip


@pytest.mark.parametrize(("reading", "problem"), WRONG, ids=[said for _, said in WRONG])
def test_a_reading_that_does_not_fit_is_named(reading: Data, problem: str) -> None:
    broken = with_readings(OTHER, reading)

    found = problems_in(broken, rule_names=rule_names_in(STAR_WARS))

    assert any(problem in one for one in found), found


def test_readings_that_differ_in_different_things_fit() -> None:
    other = {"id": "SW-DIS-3", "triggers": {"naboo-reward": {"may": True}}}

    unread = [
        f"{rule}: it names another reading, which readings.yaml does not have"
        for rule in STAR_WARS.rulings
        if rule not in {"SW-EXEGOL-2", "SW-DIS-3"}
    ]
    assert problems_in(with_readings(OTHER, other)) == unread


UNREADABLE: list[tuple[Callable[[Data], object], str]] = [
    (
        lambda one: [one.pop(key) for key in list(one) if key != "id"],
        "it says nothing that is different",
    ),
    (lambda one: one.update(spaces={"naboo": {}}), "it says nothing that is different"),
    (lambda one: one.update(rooms={}), "'rooms' is not a key that is known here"),
    (
        lambda one: one["spaces"]["naboo"].update(title="Naboo"),
        "'title' is not a key that is known",
    ),
    (
        lambda one: one["policy"].update(toad_value="two words"),
        "is text where true or false must stand",
    ),
]


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(library.PACKS / "star-wars", tmp_path / "star-wars"))


@pytest.mark.parametrize(("break_it", "said"), UNREADABLE, ids=[said for _, said in UNREADABLE])
def test_a_reading_that_says_nothing_or_too_much_is_refused_with_its_file(
    copied: Path, break_it: Callable[[Data], object], said: str
) -> None:
    reading = json.loads(json.dumps(OTHER))
    break_it(reading)
    (copied / "readings.yaml").write_text(yaml.safe_dump([reading]))

    with pytest.raises(PackError) as refused:
        library.read_pack(copied)

    assert refused.value.path == "star-wars/readings.yaml"
    assert said in str(refused.value)


def test_a_reading_in_its_file_is_part_of_the_pack(copied: Path) -> None:
    (copied / "readings.yaml").write_text(yaml.safe_dump([OTHER]))

    read = library.read_pack(copied)

    assert [reading.id for reading in read.readings] == ["SW-EXEGOL-2"]
    assert hash_of(read) != pack_hash("star-wars")


def test_a_pack_needs_no_other_readings(copied: Path) -> None:
    (copied / "readings.yaml").unlink()

    assert library.read_pack(copied).readings == ()


@pytest.mark.parametrize("edition_id", editions())
def test_every_reading_by_itself_and_all_together_make_a_sound_pack(edition_id: str) -> None:
    printed = pack(edition_id)
    every = tuple(printed.other_readings)

    for rulings in [*((rule,) for rule in every), every]:
        assert problems_in(printed.read_with(rulings)) == []

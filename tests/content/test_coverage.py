"""Every rule of the Star Wars ledger is reached; what is a fact or a duty of people is shown as one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from content.coverage import coverage, examples
from content.library import pack
from content.schema.ledger import Holds

TESTS = Path(__file__).parents[1]
CASES = TESTS / "cases" / "star-wars"
STAR_WARS = pack("star-wars")


def holding(how: Holds) -> set[str]:
    return {rule.id for rule in STAR_WARS.ledger.rules if rule.holds is how}


def test_all_330_rules_and_their_697_cases_are_reached(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("rules", "coverage", "star-wars")
    *_, cases, rules = capsys.readouterr().out.splitlines()
    assert (cases, rules) == ("697 of 697 cases of the ledger", "330 of 330")


def test_there_are_more_examples_than_the_ledger_has_cases() -> None:
    assert len(list(examples(CASES))) >= sum(len(rule.cases) for rule in STAR_WARS.ledger.rules)


SHOP = """\
- {name: bought, rules: [SW-OBJ-6], do: x}
- {name: not twice, rules: [SW-OBJ-6], do: x, refused: {code: one_of_a_name}}
- {name: not here, rules: [SW-LOTHAL-1, SW-TURN-2], do: x, refused: {code: x}}
"""
WORKINGS = """\
SW-LOTHAL-1:
- ["shop: not here", "shop: bought"]
- "shop: nowhere"
- "content/test_nothing.py::test_it"
SW-OBJ-6: ["shop: bought", "shop: not twice", "shop: not twice", "shop: not twice"]
SW-HOTH-1: ["shop: bought"]
"""


def a_folder(tmp_path: Path, workings: str = WORKINGS) -> Path:
    folder = tmp_path / "some"
    folder.mkdir()
    (folder / "shop.yaml").write_text(SHOP, encoding="utf-8")
    (tmp_path / "some.yaml").write_text(workings, encoding="utf-8")
    return folder


def test_a_case_of_the_ledger_that_nothing_works_out_is_named(tmp_path: Path) -> None:
    found = coverage(STAR_WARS.ledger, a_folder(tmp_path), tmp_path)

    assert found.cases == 697
    assert len(found.open) == 697 - 3 - 3
    assert [case for case in found.open if case.startswith(("SW-LOTHAL-1,", "SW-OBJ-6,"))] == [
        "SW-LOTHAL-1, case 4",
        "SW-LOTHAL-1, case 5",
        "SW-LOTHAL-1, case 6",
    ]
    assert not found.is_complete


def test_what_works_out_nothing_is_named(tmp_path: Path) -> None:
    found = coverage(STAR_WARS.ledger, a_folder(tmp_path), tmp_path)

    assert found.stray == (
        "SW-LOTHAL-1: shop: bought: it does not name the rule",
        "SW-LOTHAL-1: shop: nowhere: there is no such example",
        "SW-LOTHAL-1: content/test_nothing.py::test_it: there is no such test",
        "SW-OBJ-6 has 3 cases, 4 are worked out",
        "SW-HOTH-1 has 0 cases, 1 are worked out",
        "SW-HOTH-1: shop: bought: it does not name the rule",
    )


def test_a_rule_with_a_limit_is_kept_and_broken(tmp_path: Path) -> None:
    one_sided = coverage(STAR_WARS.ledger, a_folder(tmp_path), tmp_path).one_sided

    assert "SW-TURN-2 is never kept" in one_sided
    assert "SW-TURN-2 is never broken" not in one_sided
    assert "SW-FATE-5 is never broken" in one_sided
    assert not [one for one in one_sided if one.startswith("SW-OBJ-6")]


def test_the_command_fails_on_a_gap(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gap = coverage(STAR_WARS.ledger, CASES, TESTS)
    gap = replace(gap, open=("SW-LOTHAL-1, case 2",), unknown=("SW-HOTH-1",))
    monkeypatch.setattr("games.management.commands.rules.coverage", lambda *_: gap)

    with pytest.raises(CommandError):
        call_command("rules", "coverage", "star-wars")
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["no such rule: SW-HOTH-1", "not worked out: SW-LOTHAL-1, case 2"]
    assert said[-2] == "696 of 697 cases of the ledger"


def test_a_rule_that_nothing_reaches_is_named(tmp_path: Path) -> None:
    (tmp_path / "few.yaml").write_text(
        "- {name: one, rules: [SW-LOTHAL-1]}\n- {name: two, rules: [SW-HOTH-1]}\n", encoding="utf-8"
    )
    found = coverage(STAR_WARS.ledger, tmp_path, tmp_path)
    assert found.covered == {"SW-LOTHAL-1"}
    assert len(found.without) == 329
    assert found.unknown == ("SW-HOTH-1",)
    assert not found.is_complete


def test_an_edition_without_examples_is_refused() -> None:
    with pytest.raises(CommandError, match="no edition hoth"):
        call_command("rules", "coverage", "hoth")


def test_what_is_a_fact_is_about_the_box_and_the_board() -> None:
    kinds = {rule.kind.value for rule in STAR_WARS.ledger.rules if rule.holds is Holds.FACT}
    assert kinds == {"component", "space", "term"}


def test_the_icons_are_in_the_catalogue() -> None:
    """The icon chart ("SW-ICON-1") names twelve."""
    assert len(STAR_WARS.edition.icons) == 12
    assert len(set(STAR_WARS.edition.icons)) == 12


@pytest.mark.parametrize(
    ("rule", "region", "named"),
    [("SW-BOARD-2", "outer", 16), ("SW-BOARD-3", "middle", 12), ("SW-BOARD-4", "inner", 8)],
)
def test_the_named_spaces_of_each_region(rule: str, region: str, named: int) -> None:
    spaces = [space for space in STAR_WARS.board.spaces if space.region == region]
    plain = [space for space in spaces if space.cites == ("SW-BOARD-6",)]
    assert len(spaces) - len(plain) == named
    assert rule in holding(Holds.FACT)


def test_six_wayfinders_in_all() -> None:
    """Four in the supply and two among the Encounter cards ("SW-COMP-5")."""
    supply = STAR_WARS.decks_by_id["wayfinder"].size
    among = STAR_WARS.cards["sith-wayfinder-encounter"].copies
    assert (supply, among.value) == (4, 2)


def test_reminders_are_steps_of_the_set_up_or_lie_before_everybody() -> None:
    steps = {id_ for step in STAR_WARS.edition.setup for id_ in step.cites}
    in_turns = {rule for topic in ("before_move", "toad_length") for rule in STAR_WARS.cites(topic)}
    assert holding(Holds.REMINDS) - steps - in_turns == set()

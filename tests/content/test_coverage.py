"""Every rule of the Star Wars ledger is reached; what is a fact or a duty of people is shown as one."""

from __future__ import annotations

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


def test_all_330_rules_are_reached(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("rules", "coverage", "star-wars")
    assert capsys.readouterr().out.splitlines()[-1] == "330 of 330"


def test_there_are_more_examples_than_the_ledger_has_cases() -> None:
    assert len(list(examples(CASES))) >= sum(len(rule.cases) for rule in STAR_WARS.ledger.rules)


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
    elsewhere = {"SW-FLOW-1", "SW-DIS-2"}
    assert holding(Holds.REMINDS) - steps - elsewhere == set()

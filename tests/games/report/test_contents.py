"""What a report tells: of usual evenings, and of those that are hardly one."""

from __future__ import annotations

import ast
from collections import Counter
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils.translation import override

from games.exports.report import evening as reading
from games.exports.report.blocks import Lines, Pairs, Picture, Report, Sheet, Text
from games.exports.report.charts import BoardChart, DialsChart, laid_out
from games.exports.report.contents import report_of
from games.exports.report.html import page
from games.exports.report.rings import rings_of
from games.models import Game
from games.services.actions import ActionBody, action_submit
from tests.games.report.page import page_of
from tests.games.report.reporting import BEFORE_THE_DICE, DATHOMIR, fought, gathered, nothing
from tests.games.sentences.catalogues import compiled
from tests.games.stored import Evening, host_of, new_game, set_up
from tests.health.files import ROOT

pytestmark = pytest.mark.django_db

LOSE = ({"roll": [1]}, {"roll": [6]}, {"choose": "keep"})


@pytest.fixture
def evening() -> Evening:
    return set_up(new_game("A", "B"))


def report(evening: Evening, **reader: Any) -> Report:
    return report_of(gathered(evening.game, **reader))


def section(found: Report, name: str) -> list[Any]:
    return list(next(one for one in found.sections if one.name == name).blocks)


def texts(found: Report, name: str) -> list[str]:
    return [block.text for block in section(found, name) if isinstance(block, Text)]


def lines(found: Report, name: str) -> list[Any]:
    return [
        line for block in section(found, name) if isinstance(block, Lines) for line in block.lines
    ]


def head(found: Report) -> dict[str, str]:
    (pairs,) = [block for block in section(found, "evening") if isinstance(block, Pairs)]
    return dict(pairs.items)


def laid(found: Report) -> str:
    """The report without its charts, as a page that is well formed."""
    for one in found.sections:
        for block in one.blocks:
            if isinstance(block, Picture):
                assert block.alt
    return page_of("".join(page(found, nothing)).encode()).text


# --- the evening -------------------------------------------------------------------------------


def test_the_head_says_who_played_what_when_and_how_long() -> None:
    begin = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
    with time_machine.travel(begin, tick=False) as clock:
        evening = set_up(new_game("A", "B", variants=["seven-points"], all_agreed=True))
        clock.shift(timedelta(hours=1, minutes=30))
        fought(evening, 5, 3)
        clock.move_to(begin + timedelta(days=7))
        evening.act("end_turn", "A")
        clock.shift(timedelta(minutes=10))
        evening.act(
            "move",
            "B",
            {"roll": [2]},
            {"choose": "keep"},
            {"choose": "clockwise-asteroid-field-kashyyyk"},
        )
    found = report(evening)

    assert found.title == "Tonight"
    assert head(found) == {
        "Edition": "Talisman: Star Wars Edition",
        "Variants": "Seven points of Medals for one Strength or Will",
        "Evenings": "Nov. 27, 2026, 19:00 to 20:30 (UTC); Dec. 4, 2026, 19:00 to 19:10 (UTC)",
        "Length": "2 turns, 13 entries, 1 hour 40 minutes",
        "Rules": "What the rules forbid was refused.",
        "Told for": "anybody: hands stay hidden",
        "Seal of the log": Game.objects.get(pk=evening.game.pk).digest,
    }
    assert texts(found, "evening") == [
        "The game is not over: turn 2 is the last that was logged. 2 people played 2 turns in 1 hour "
        "40 minutes. 1 battle was fought."
    ]
    (sheet,) = [block for block in section(found, "evening") if isinstance(block, Sheet)]
    assert list(sheet.rows) == [
        (
            "Seat A",
            "Mace Windu",
            "on Dathomir, Strength 3, Will 3, Health 4, Destiny tokens 2, Galactic Credits 2",
        ),
        (
            "Seat B",
            "Darth Maul",
            "on Asteroid Field (Kashyyyk), Strength 4, Will 2, Health 4, Destiny tokens 1, "
            "Galactic Credits 2",
        ),
    ]


def test_dials_are_those_at_the_end_of_each_turn_and_a_death_ends_them(evening: Evening) -> None:
    evening.act("correct", "A", reason="worn out", figures={"A": {"life": 1}})
    evening.act("move", "A", *DATHOMIR)
    evening.act("encounter_space", "A", *BEFORE_THE_DICE, *LOSE)

    found = gathered(evening.game)

    assert found.seats["A"].dials == {1: (3, 3, 0, 2, 2)}
    assert found.seats["B"].dials == {1: (4, 2, 4, 1, 2)}
    assert [(life.name, life.since, life.died) for life in found.seats["A"].lives] == [
        ("Mace Windu", 0, 1)
    ]
    told = report_of(found)
    assert "Mace Windu (Seat A) died in turn 1." in texts(told, "evening")[0]
    (point,) = lines(told, "turning-points")
    assert (point.seq, point.mark) == (11, "Turn 1")
    assert point.text == (
        "Mace Windu loses against Thug. Mace Windu has no Health left and is out of play."
    )
    assert point.more == [
        "Before the dice the chance of Mace Windu to win was 161/216 (75\u00a0%)."
    ]
    assert {"SW-BATTLE-8", "SW-LIFE-3"} <= set(point.rules)


def test_turning_points_are_weighed_as_it_is_said(evening: Evening) -> None:
    evening.act("correct", "B", reason="grown", figures={"B": {"strength": 5}})
    fought(evening, 1, 6)
    evening.act("end_turn", "A")
    evening.act("correct", "A", reason="grown", figures={"A": {"strength": 9}})

    found = gathered(evening.game)

    # 161/216 of a victory and 5/72 of a stand-off were to be expected, and a defeat came.
    lost, leads = found.points
    assert [(why.kind, why.weight) for why in lost.reasons] == [
        ("trial", Fraction(161, 216) + Fraction(5, 144))
    ]
    assert [(why.kind, why.weight) for why in leads.reasons] == [("lead", Fraction(1))]
    told = lines(report_of(found), "turning-points")[1]
    assert told.more == ["Mace Windu leads from now on, Strength and Will together."]


def test_visits_are_counted_where_somebody_came_to_stand(evening: Evening) -> None:
    fought(evening, 5, 3)
    evening.act("correct", "B", reason="strayed", figures={"B": {"space": "kiros"}})

    found = gathered(evening.game)

    assert found.visits == {
        "kiros": Counter({"A": 1, "B": 1}),
        "dathomir": Counter({"A": 1, "B": 1}),
    }
    told = report_of(found)
    (sheet,) = [block for block in section(told, "board") if isinstance(block, Sheet)]
    assert list(sheet.rows) == [
        ("Dathomir", "Outer Region", "2", "Seat A 1, Seat B 1"),
        ("Kiros", "Outer Region", "2", "Seat A 1, Seat B 1"),
    ]
    (picture,) = [block for block in section(told, "board") if isinstance(block, Picture)]
    assert isinstance(picture.chart, BoardChart)
    shown = {field.name: field.visits for ring in picture.chart.rings for field in ring}
    assert (len(shown), shown["Dathomir"], shown["Jedha"]) == (49, 2, 0)
    assert picture.alt.endswith("Dathomir 2; Kiros 2.")


def test_the_board_is_drawn_ring_in_ring(evening: Evening) -> None:
    rings = rings_of(evening.table)

    assert [len(ring) for ring in rings] == [24, 16, 8, 1]
    assert rings[0][:3] == ["mustafar", "open-space-1", "open-space-2"]
    assert rings[2] == [
        "jedha",
        "dagobah",
        "ilum",
        "ahch-to",
        "exegol",
        "malachor",
        "moraband",
        "stygeon-prime",
    ]
    places = [(x, y) for x, y, _ in laid_out([len(ring) for ring in rings])]
    assert len(set(places)) == 49
    assert {max(abs(x), abs(y)) for x, y in places[:24]} == {3}
    assert places[24:28] == [(-2, 2), (-1, 2), (0, 2), (1, 2)]
    assert places[-1] == (0, 0)
    assert laid_out([]) is not None
    assert len(set(laid_out([7, 5]))) == 12


def test_the_story_tells_entries_by_turns_with_their_rules(evening: Evening) -> None:
    fought(evening, 5, 3)
    evening.act("end_turn", "A")
    found = report(evening)
    story = [block for block in section(found, "story") if isinstance(block, Lines)]

    assert [block.heading for block in story] == [
        "Before the first turn",
        "Turn 1: Mace Windu (Seat A)",
    ]
    moved, fight = story[1].lines
    assert (moved.seq, moved.text) == (
        9,
        "Mace Windu rolls 1 to move. Mace Windu moves to Dathomir.",
    )
    assert "Mace Windu wins against Thug." in fight.text
    assert "SW-BATTLE-7" in fight.rules
    cited = {rule for line in lines(found, "story") for rule in line.rules}
    (rules,) = [block for block in section(found, "rules") if not isinstance(block, Text)]
    assert cited == {rule.id for rule in rules.rules}
    (won,) = [rule for rule in rules.rules if rule.id == "SW-BATTLE-7"]
    ledger = {rule.id: rule for rule in evening.table.pack.ledger.rules}
    assert (won.title, won.statement, won.place) == (
        ledger["SW-BATTLE-7"].title,
        ledger["SW-BATTLE-7"].rule,
        ledger["SW-BATTLE-7"].section,
    )


def test_what_was_taken_back_is_told_and_counts_for_nothing(evening: Evening) -> None:
    fought(evening, 1, 6)
    evening.undo(to=9)
    found = gathered(evening.game)

    assert found.fights == []
    assert found.luck == {}
    assert found.points == []
    assert found.seats["A"].dials == {1: (3, 3, 4, 2, 2)}
    assert found.visits == {"kiros": Counter({"A": 1}), "dathomir": Counter({"B": 1})}
    told = report_of(found)
    assert head(told)["Length"].endswith("2 entries taken back")
    gone = {line.seq: line.mark for line in lines(told, "story") if line.gone}
    assert gone == {9: "Taken back by entry 11.", 10: "Taken back by entry 11."}
    assert lines(told, "story")[-1].text == "Entries 9 and 10 are taken back."

    evening.redo()
    again = gathered(evening.game)
    assert [fight.trial.came for fight in again.fights] == ["lost"]
    assert not [line for line in lines(report_of(again), "story") if line.gone]


def test_turns_that_were_taken_back_are_not_on_the_charts(evening: Evening) -> None:
    fought(evening, 5, 3)
    evening.act("end_turn", "A")
    evening.act("correct", "B", reason="found", figures={"B": {"gold": 7}})
    evening.undo(to=11)

    assert gathered(evening.game).seats["B"].dials == {1: (4, 2, 4, 1, 2)}


# --- evenings that are hardly one ----------------------------------------------------------------


def test_a_game_just_opened() -> None:
    found = report(Evening(new_game("A")))

    assert texts(found, "evening") == ["The game has not begun yet."]
    assert texts(found, "turning-points") == ["Nothing has turned yet."]
    assert texts(found, "dials") == ["Nobody has played a turn yet."]
    assert texts(found, "board") == ["Nobody stands on the board yet."]
    assert texts(found, "battles") == ["There was no battle."]
    assert texts(found, "luck") == ["Nobody has rolled yet."]
    assert texts(found, "rules") == ["No rule was needed yet."]
    assert [line.text for line in lines(found, "story")] == ["The table is opened."]
    assert "The table is opened." in laid(found)


def test_a_game_without_anybody() -> None:
    assert "The table is opened." in laid(report(Evening(new_game())))


def test_a_game_just_begun_and_without_a_battle(evening: Evening) -> None:
    found = report(evening)

    assert texts(found, "battles") == ["There was no battle."]
    pictures = [block for block in section(found, "dials") if isinstance(block, Picture)]
    assert [picture.caption for picture in pictures] == [
        "Seat A: Mace Windu",
        "Seat B: Darth Maul",
    ]
    chart = pictures[0].chart
    assert isinstance(chart, DialsChart)
    assert chart.values == {1: (3, 3, 4, 2, 2)}
    assert "Turn 1" not in laid(found)


def test_a_game_that_only_keeps_books() -> None:
    evening = Evening(new_game("A", "B", strictness=Game.Strictness.RECORD))
    begun = set_up(evening.game)
    host = host_of(evening.game)
    body = {"kind": "encounter_space", "seat": "B", "reason": "quick"}
    dice: list[Any] = [
        {"cards": [{"new": {"id": "ogre", "name": "Ogre", "type": "enemy", "strength": 3}}]}
    ]
    dice += [{"choose": "fight"}, {"roll": [6]}, {"roll": [2]}, {"choose": "keep"}]
    action_submit(actor=host, body=ActionBody.model_validate({**body, "answers": dice}))

    found = gathered(begun.game)

    assert [(fight.who, fight.trial.came) for fight in found.fights] == [("Darth Maul", "won")]
    assert found.fights[0].trial.odds.chances is not None
    told = report_of(found)
    assert head(told)["Rules"] == "The books were kept as told; the rules refused nothing."
    assert "Ogre" in laid(told)


def test_a_game_that_was_left(evening: Evening) -> None:
    fought(evening, 5, 3)
    evening.act("leave", "A", goods="dropped")
    found = report(evening)

    (sheet,) = [block for block in section(found, "evening") if isinstance(block, Sheet)]
    assert [row[1] for row in sheet.rows] == ["Mace Windu", "Darth Maul"]
    assert sheet.rows[0][2] == "Out of the game"
    assert texts(found, "evening")[0].startswith("The game is not over: turn 2 is the last")
    assert "Seat A leaves the table" in laid(found)


def test_a_long_game_tells_its_first_entries_and_counts_all(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    fought(evening, 5, 3)
    monkeypatch.setattr(reading, "MOST_TOLD", 5)
    found = report(evening)

    assert [line.seq for line in lines(found, "story")] == [0, 1, 2, 3, 4]
    assert texts(found, "story")[-1] == (
        "The first 5 of 11 entries are told here; all of them are counted."
    )
    assert "161/216" in laid(found)


# --- languages ---------------------------------------------------------------------------------

WORDS = ROOT / "games" / "exports" / "report"


def messages() -> list[tuple[str, ...]]:
    """Every text of the report that is marked for translation."""
    found = []
    for path in sorted(WORDS.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and name in {"gettext", "ngettext", "_"}:
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                if texts:
                    found.append(tuple(str(text) for text in texts))
    return found


def test_every_word_of_a_report_can_be_translated(
    evening: Evening, settings: Any, tmp_path: Path
) -> None:
    fought(evening, 5, 3)
    forms = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    catalogue = {"": forms}
    for message in messages():
        key = "\0".join(message)
        catalogue[key] = "\0".join(f"¡{text}" for text in message)
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(compiled(catalogue))
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    settings.LOCALE_PATHS = [tmp_path]

    with override("de"):
        found = report(evening)

    assert found.language == "de"
    assert [one.title[0] for one in found.sections] == ["¡"] * 9
    for one in found.sections:
        for block in one.blocks:
            if isinstance(block, Text):
                assert block.text.startswith("¡"), block
            elif isinstance(block, Pairs):
                assert [name for name, _ in block.items if not name.startswith("¡")] == []
            elif isinstance(block, Sheet):
                terms = {"Character", "Battle", "Stand-off", "Region"}
                assert [n for n in block.head if not n.startswith("¡") and n not in terms] == []


def test_no_word_of_a_report_is_an_editions_own() -> None:
    """Family words and an edition's words come from its terms, as in the sentences."""
    words = {"Destiny", "Credits", "Confidant", "Medal", "Adversary", "Will", "Health", "Strength",
             "craft", "life", "fate", "gold", "follower", "enemy", "spell", "trophy", "toad",
             "battle", "battles", "stand-off"}  # fmt: skip
    for message in messages():
        for text in message:
            bare = " ".join(part.rpartition("}")[2] for part in text.split("{"))
            assert words.isdisjoint(bare.replace(",", " ").replace(".", " ").split()), text

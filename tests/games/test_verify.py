"""`manage.py verify`: a sound log passes, and whatever is tampered with is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.digests import digest_of, secret_hash
from games.models import ActionRecord, CardPlacement, Character, Game, GameFact
from games.services.audit import game_verify
from tests.games.stored import GOOD, Evening, new_game, row_of, set_up

pytestmark = pytest.mark.django_db

GOLD = {"what": "figure", "id": "B", "field": "gold", "before": 2, "after": 5, "rules": []}


@pytest.fixture
def evening() -> Evening:
    evening = set_up(new_game("A", "B", facts={"draws:kiros": 1, "copies:x-wing": 2}))
    evening.act("move", "A", {"roll": [3]}, {"choose": "keep"}, {"choose": "clockwise-scarif"})
    evening.undo()
    evening.redo()
    evening.act("correct", "B", reason="miscounted", figures={"B": {"gold": 5}})
    return evening


def tamper(game: Game, seq: int, **columns: Any) -> None:
    """Change an entry behind the back of everything that refuses to."""
    names = ", ".join(f"{name} = %s" for name in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_actionrecord SET {names} WHERE game_id = %s AND seq = %s",  # noqa: S608
            [
                *columns.values(),
                ActionRecord.game.field.get_db_prep_value(game.pk, connection),
                seq,
            ],
        )


def faults(evening: Evening) -> list[str]:
    return [str(fault) for fault in game_verify(game=row_of(evening.game.pk)).faults]


def test_a_sound_log_is_whole(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify", str(evening.game.pk), "--replay")
    digest = row_of(evening.game.pk).digest
    assert capsys.readouterr().out == f"13 entries are whole; digest {digest}\n"


def test_an_entry_that_says_something_else_is_named(evening: Evening) -> None:
    record = ActionRecord.objects.get(game=evening.game, seq=9)
    tamper(evening.game, 9, public=json.dumps({**record.public, "logged_by": "seat:B"}))
    assert faults(evening) == ["entry 9: its digest is not that of what it says"]
    with pytest.raises(CommandError, match=r"^entry 9: its digest is not that of what it says$"):
        call_command("verify", str(evening.game.pk))


def test_a_secret_that_was_changed_is_named(evening: Evening) -> None:
    drawn = ActionRecord.objects.get(game=evening.game, kind="deal_spells", seat="A")
    assert drawn.secret != {}
    tamper(evening.game, drawn.seq, secret="{}")
    assert faults(evening) == [f"entry {drawn.seq}: its digest is not that of what it says"]


def test_an_entry_that_is_gone_is_named(evening: Evening) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_actionrecord WHERE seq = 4")
    assert faults(evening) == ["entry 5: entry 4 is missing"]


def test_a_column_that_was_changed_is_named(evening: Evening) -> None:
    tamper(evening.game, 9, logged_by="seat:B")
    assert faults(evening) == ["entry 9: its logged_by is not what it says"]


@pytest.mark.parametrize(
    ("seq", "said", "why"),
    [
        (9, {"parent_seq": 3}, "it does not stand on the entry it names"),
        (10, {"top_seq": 9}, "it leaves another entry on top than it should"),
        (11, {"redo_seq": 10}, "it leaves another entry on top than it should"),
        (12, {"top_seq": 11}, "it leaves another entry on top than it should"),
        (
            12,
            {"changes": [{**GOLD, "before": 4}]},
            "figure.B.gold was 2, not 4",
        ),
        (12, {"changes": [{**GOLD, "id": "Z"}]}, "figure.Z.gold cannot be changed: 'Z'"),
    ],
)
def test_a_log_that_was_forged_with_its_digests_is_named(
    evening: Evening, seq: int, said: dict[str, Any], why: str
) -> None:
    forge(evening.game, seq, said)
    assert faults(evening) == [f"entry {seq}: {why}"]


def forge(game: Game, seq: int, said: dict[str, Any]) -> None:
    """Change what an entry says, and its seal and those after it."""
    digest = ""
    for record in ActionRecord.objects.filter(game=game).order_by("seq"):
        public = {**record.public, **said} if record.seq == seq else record.public
        sealed = digest_of(digest, public, secret_hash(record.secret, record.salt))
        columns = {name: value for name, value in said.items() if name != "changes"}
        more = columns if record.seq == seq else {}
        tamper(game, record.seq, public=json.dumps(public), previous=digest, digest=sealed, **more)
        digest = sealed


@pytest.mark.parametrize("field", ["strength", "gold", "first_turn", "marks", "space"])
def test_a_row_that_differs_is_named(evening: Evening, field: str) -> None:
    row = Character.objects.get(game=evening.game, seat__key="B")
    before = getattr(row, field)
    after = {"strength": 9, "gold": 9, "first_turn": True, "marks": {"x": 1}, "space": "kiros"}[
        field
    ]
    Character.objects.filter(pk=row.pk).update(**{field: after})
    path = f"figures.B.{field}"
    found = faults(evening)
    if field == "marks":
        assert found == ["rows: figures.B.marks.x: None, 1 (log, rows)"]
    else:
        assert found == [f"rows: {path}: {before!r}, {after!r} (log, rows)"]


def test_rows_of_cards_facts_and_the_game_are_compared_too(evening: Evening) -> None:
    CardPlacement.objects.filter(game=evening.game).update(card="force-push")
    GameFact.objects.filter(game=evening.game, key="draws:kiros").update(value=3)
    Game.objects.filter(pk=evening.game.pk).update(serial=99, digest="0" * 64)
    digest = ActionRecord.objects.filter(game=evening.game).latest("seq").digest
    assert faults(evening) == [
        f"rows: game.digest: {digest!r} in the log, {'0' * 64!r} in the rows",
        "rows: cards.c1: ['force-skill', 'mind-trick', 'hand', 'A', None, 1],"
        " ['force-skill', 'force-push', 'hand', 'A', None, 1] (log, rows)",
        "rows: facts.draws:kiros: 1, 3 (log, rows)",
        "rows: serial: 1, 99 (log, rows)",
    ]


def test_what_todays_rules_would_judge_otherwise_is_listed_and_no_failure(
    capsys: pytest.CaptureFixture[str],
) -> None:
    evening = Evening(new_game("A", "B", variants=["free-choice"]))
    evening.act("prepare_board")
    evening.act("choose_character", "A", {"facts": GOOD}, character="mace-windu")
    # Without the variant, a character is chosen among those dealt.
    Game.objects.filter(pk=evening.game.pk).update(variants=[])
    call_command("verify", str(evening.game.pk))
    call_command("verify", str(evening.game.pk), "--replay")
    digest = row_of(evening.game.pk).digest
    assert capsys.readouterr().out.splitlines() == [
        f"3 entries are whole; digest {digest}",
        "judged otherwise today: entry 2: would be refused: deal_first",
        f"3 entries are whole; digest {digest}",
    ]


def test_a_game_that_is_not_there_is_named() -> None:
    with pytest.raises(CommandError, match=r"^there is no game NOWHER$"):
        call_command("verify", "NOWHER")

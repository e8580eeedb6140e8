"""What is wrong with a file is said, with the place, and nothing of it is taken in."""

from __future__ import annotations

import io
import json
import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from games.errors import FileRefused
from games.exports.incoming import DEEPEST
from games.models import Game, Host
from games.services.imports import file_verify
from tests.games.exports.files import file_of, resealed, taken_in, told_in, with_secrets

pytestmark = pytest.mark.django_db

FUZZED = int(os.environ.get("FUZZED", "60"))


@pytest.fixture(scope="module")
def raw(django_db_setup: None, django_db_blocker: Any) -> bytes:
    """A whole file; what it came from is gone."""
    with django_db_blocker.unblock():
        evening = with_secrets()
        found = file_of(evening.game)
        host = evening.game.host
        evening.game.cards.all().delete()
        evening.game.delete()
        host.delete()
    return found


def refusal(raw: bytes) -> tuple[str, dict[str, Any]]:
    """Why a file is refused, after looking that nothing of it was kept."""
    with pytest.raises(FileRefused) as refused:
        taken_in(raw)
    assert not Game.objects.exists()
    assert not Host.objects.exists()
    return refused.value.code, refused.value.params


def changed(raw: bytes, change: Callable[[Any], None], *, seal: bool = False) -> bytes:
    told = told_in(raw)
    change(told)
    return resealed(told) if seal else json.dumps(told).encode()


def entry(told: Any, seq: int) -> Any:
    return told["entries"][seq]["public"]


def test_the_file_is_good(raw: bytes) -> None:
    assert taken_in(raw).entries == 14
    # However it is laid out.
    assert taken_in(json.dumps(told_in(raw), indent=3, ensure_ascii=True).encode()).entries == 14


# ---------------------------------------------------------------------- the chain


def test_a_changed_entry_is_named(raw: bytes) -> None:
    def change(told: Any) -> None:
        entry(told, 5)["logged_by"] = "seat:B"

    reason = "its digest is not that of what it says"
    assert refusal(changed(raw, change)) == ("entry_broken", {"entry": 5, "reason": reason})


def test_a_changed_secret_is_named(raw: bytes) -> None:
    def change(told: Any) -> None:
        next(iter(told["entries"][4]["secret"]["changes"].values()))["seat"] = "B"

    reason = "its digest is not that of what it says"
    assert refusal(changed(raw, change)) == ("entry_broken", {"entry": 4, "reason": reason})


def test_entries_in_another_order_are_named(raw: bytes) -> None:
    def change(told: Any) -> None:
        told["entries"][6:8] = told["entries"][7:5:-1]

    reason = "entry 6 is missing"
    assert refusal(changed(raw, change)) == ("entry_broken", {"entry": 7, "reason": reason})


def test_an_entry_that_is_left_out_is_named(raw: bytes) -> None:
    def change(told: Any) -> None:
        del told["entries"][3]

    assert refusal(changed(raw, change)) == (
        "entry_broken",
        {"entry": 4, "reason": "entry 3 is missing"},
    )


def test_an_entry_that_is_there_twice_is_named(raw: bytes) -> None:
    def change(told: Any) -> None:
        told["entries"].insert(3, told["entries"][3])

    assert refusal(changed(raw, change)) == (
        "entry_broken",
        {"entry": 3, "reason": "entry 4 is missing"},
    )


def test_a_log_without_its_beginning_is_refused(raw: bytes) -> None:
    def change(told: Any) -> None:
        del told["entries"][:4]

    reason = "the entries before it are missing"
    assert refusal(changed(raw, change, seal=True)) == (
        "entry_broken",
        {"entry": 4, "reason": reason},
    )


def test_a_log_without_its_end_is_refused(raw: bytes) -> None:
    def change(told: Any) -> None:
        del told["entries"][12:]

    assert refusal(changed(raw, change)) == ("entries_miscounted", {"given": 14, "found": 12})


def test_another_end_is_refused(raw: bytes) -> None:
    def change(told: Any) -> None:
        told["end"]["digest"] = "0" * 64

    reason = "its digest is not the file's last"
    assert refusal(changed(raw, change)) == ("entry_broken", {"entry": 13, "reason": reason})


def test_no_entries_are_no_game(raw: bytes) -> None:
    def change(told: Any) -> None:
        told["entries"] = []

    assert refusal(changed(raw, change, seal=True))[0] == "entries_miscounted"


def test_what_is_no_entry_is_named(raw: bytes) -> None:
    def change(told: Any) -> None:
        told["entries"][3] = 7

    code, params = refusal(changed(raw, change))
    assert (code, params["entry"]) == ("entry_broken", 3)


def test_another_head_is_refused(raw: bytes) -> None:
    def change(told: Any) -> None:
        told["seats"][0]["name"] = "Somebody else"

    assert refusal(changed(raw, change)) == ("head_changed", {})


# ---------------------------------------------------------------------- cut off


def test_wherever_it_is_cut_off_the_last_whole_entry_is_named(raw: bytes) -> None:
    chance = random.Random(5)  # noqa: S311 - a test, no secret
    for at in sorted(chance.sample(range(len(raw) - 2), 60)):
        code, params = refusal(raw[:at])
        before = raw[:at].count(b'"digest"') - 1
        assert code == "file_truncated", (at, code, params)
        last = params["entry"]
        # An entry is whole once its brace is closed, which comes a little after its digest.
        assert (-1 if last is None else last) in {before - 1, before}, at


# ---------------------------------------------------------------------- no game file at all


@pytest.mark.parametrize(
    ("raw", "code", "reason"),
    [
        (b"", "file_truncated", None),
        (b"  ", "file_truncated", None),
        (b"[]", "not_a_game_file", "a game file is one JSON object"),
        (b"null", "not_a_game_file", "a game file is one JSON object"),
        (b"{}", "not_a_game_file", "a name should stand"),
        (b'{"": 1}', "not_a_game_file", "'' stands where"),
        (b'{"format": "other/thing"}', "not_a_game_file", "it does not begin by saying"),
        (b'{"version": 1}', "not_a_game_file", "it does not begin by saying"),
        (b'{"format": "talisman-companion/game", "version": 2, ', "other_format", None),
        (b'{"format": "talisman-companion/game", "version": "1", ', "other_format", None),
        (b'{"format": "talisman-companion/game", "version": true, ', "other_format", None),
        (b'{"format": "talisman-companion/game", "x": 1}', "not_a_game_file", "'x' stands where"),
        (b"\x1f\x8b\x08\x00", "not_a_game_file", "it is packed: unpack it first"),
        (b"PK\x03\x04", "not_a_game_file", "it is packed: unpack it first"),
        (b"\xff\xfe{\x00", "not_a_game_file", "it is not text in UTF-8"),
        (b'{"format": ' + b"[" * 100_000, "not_a_game_file", "it is nested too deeply"),
        (b'{"format": ' + b"9" * 10_000 + b"}", "not_a_game_file", "Exceeds the limit"),
        (b'{"format": 1e999}', "not_a_game_file", "a number is too large"),
        (b'{"format": NaN}', "not_a_game_file", "NaN is no JSON"),
        (b'{"format": "\\u0000"}', "not_a_game_file", "text must not hold NUL"),
        (b'{"format": "\\ud83d"}', "not_a_game_file", "text holds half a character"),
        (b'{"format": "' + b"x" * (5 << 20) + b'"}', "not_a_game_file", "a part of it is too"),
    ],
)  # fmt: skip
def test_what_is_no_game_file_is_refused(raw: bytes, code: str, reason: str | None) -> None:
    found, params = refusal(raw)
    assert found == code
    assert str(params.get("reason", "")).startswith(reason or "")
    assert reason is None or params["reason"]


def test_an_entry_too_large_is_refused_without_reading_on(raw: bytes) -> None:
    head, _, _ = raw.partition(b'"entries": [')
    file = io.BytesIO(head + b'"entries": [{"public": "' + b"x" * (20 << 20))
    with pytest.raises(FileRefused) as refused:
        file_verify(file)
    assert refused.value.params["entry"] == 0
    assert file.tell() < 5 << 20


def test_an_entry_nested_too_deeply_is_refused(raw: bytes) -> None:
    def change(told: Any) -> None:
        deep: Any = []
        for _ in range(DEEPEST):
            deep = [deep]
        entry(told, 3)["params"] = {"deep": deep}

    assert refusal(changed(raw, change, seal=True)) == (
        "not_a_game_file",
        {"entry": 3, "reason": "it is nested too deeply"},
    )


def test_entries_must_come_after_what_they_are_looked_over_by(raw: bytes) -> None:
    told = told_in(raw)
    turned = {"format": told["format"], "version": told["version"], "entries": told["entries"]}
    code, params = refusal(json.dumps({**turned, **told}).encode())
    assert code == "head_unfit"
    assert [fault["path"] for fault in params["faults"]] == ["game", "seats", "pack", "facts"]


# ---------------------------------------------------------------------- what cannot be


def put(path: str, value: Any) -> Callable[[Any], None]:
    """Set what is at a path of names and numbers."""

    def change(told: Any) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        for part in way:
            told = told[part]
        told[last] = value

    return change


@pytest.mark.parametrize(
    ("path", "value", "code", "told"),
    [
        ("game.edition", "monopoly", "pack_missing", {"edition": "monopoly"}),
        ("game.pack_hash", "0" * 64, "pack_differs", {"given": "0" * 64, "carried": False}),
        ("game.name", "", "head_unfit", "game.name"),
        ("game.name", "Fri\u202eday", "head_unfit", "game.name"),
        ("game.strictness", "lax", "head_unfit", "game.strictness"),
        ("game.variants", ["unheard-of"], "head_unfit", "game.variants"),
        ("game.rulings", ["SW-NONE-1"], "head_unfit", "game.rulings"),
        ("game.version", 2**63, "head_unfit", "game.version"),
        ("game.version", True, "head_unfit", "game.version"),
        ("game.created_at", "2025-13-45T00:00:00Z", "head_unfit", "game.created_at"),
        ("game.colour", "red", "head_unfit", "game.colour"),
        ("seats.1.key", "A", "head_unfit", "seats"),
        ("seats.1.name", "SEAT a", "head_unfit", "seats"),
        ("seats.1.key", "../etc", "head_unfit", "seats.1.key"),
        ("seats", [], "entry_broken", {"entry": 1}),
        ("facts.dial_ceiling", 13, "head_unfit", "facts.dial_ceiling"),
        ("facts.draws:kiros", 1, "head_unfit", "facts.draws:kiros"),
        ("facts.card:thug", {"id": "thug", "name": "Thug"}, "head_unfit", "facts.card:thug"),
        ("entries.3.public", None, "entry_broken", {"entry": 3}),
        ("entries.3.public.seq", "3", "entry_broken", {"entry": 3}),
        ("entries.3.public.seq", -1, "entry_broken", {"entry": 3, "reason": "seq: Input should be greater than or equal to 0"}),
        ("entries.3.public.seat", "Q", "entry_broken", {"reason": "there is no seat Q"}),
        ("entries.3.public.kind", "win", "entry_broken", {"reason": "there is no action 'win' here"}),
        ("entries.3.public.entry", "start", "entry_broken", {"entry": 3}),
        ("entries.3.public.entry", "undo", "entry_broken", {"entry": 3}),
        ("entries.3.public.undoes", [2], "entry_broken", {"entry": 3}),
        ("entries.3.public.at", "yesterday", "entry_broken", {"entry": 3}),
        ("entries.3.public.turn", 2**40, "entry_broken", {"entry": 3}),
        ("entries.3.public.logged_by", "<b>", "entry_broken", {"entry": 3}),
        ("entries.3.public.cause", {"kind": "magic"}, "entry_broken", {"entry": 3}),
        ("entries.3.public.more", 1, "entry_broken", {"entry": 3, "reason": "more: Extra inputs are not permitted"}),
        ("entries.3.public.pack_hash", "0" * 64, "entry_broken", {"entry": 3}),
        ("entries.3.public.parent_seq", 1, "entry_broken", {"entry": 3}),
        ("entries.3.public.top_seq", 2, "entry_broken", {"entry": 3}),
        ("entries.3.secret_hash", "0" * 64, "entry_broken", {"entry": 3}),
        ("entries.3.secret", {"changes": {"99": {"seat": "A", "value": {}}}}, "entry_broken", {"entry": 3}),
        ("entries.3.secret", {"changes": {"0": {"seat": "A", "value": 7}}}, "entry_broken", {"entry": 3}),
        ("entries.3.secret", {"others": {}}, "entry_broken", {"entry": 3}),
        ("entries.11.public.undoes", [3], "entry_broken", {"entry": 11}),
        ("entries.11.public.undoes", [11], "entry_broken", {"entry": 11}),
        ("end.entries", True, "head_unfit", "end.entries"),
        ("end.more", 1, "head_unfit", "end.more"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_however_well_it_is_sealed(
    raw: bytes, path: str, value: Any, code: str, told: Any
) -> None:
    found, params = refusal(changed(raw, put(path, value), seal=not path.startswith("end")))
    assert found == code, params
    if isinstance(told, str):
        assert params["faults"][0]["path"] == told
    else:
        assert {name: params[name] for name in told} == told


def last_changes(told: Any, change: Any) -> None:
    """Let the last entry change this alone."""
    told["entries"][13]["secret"] = {}
    entry(told, 13)["changes"] = [change]


CHANGES = [
    ("figure", "A", "gold", -1),
    ("figure", "A", "gold", 100),
    ("figure", "A", "gold", True),
    ("figure", "A", "gold", "7"),
    ("figure", "A", "gold", None),
    ("figure", "A", "colour", "red"),
    ("figure", "A", "space", "nowhere"),
    ("figure", "A", "character", "nobody"),
    ("figure", "A", "alignment", "grey"),
    ("figure", "A", "status", ["in_play"]),
    ("figure", "A", "marks", []),
    ("figure", "Q", "gold", 1),
    ("card", "c9", "place", 7),
    ("card", "c9", "place", ["force-skill"]),
    ("card", "c9", "place", ["tarot", None, "hand", "A", None, 3]),
    ("card", "c9", "place", ["force-skill", None, "hand", None, None, 3]),
    ("card", "c9", "place", ["force-skill", None, "hand", "Q", None, 3]),
    ("card", "c9", "place", ["force-skill", None, "hand", "A", "kiros", 3]),
    ("card", "c9", "place", ["force-skill", None, "pocket", "A", None, 3]),
    ("card", "c9", "place", ["force-skill", None, {}, "A", None, 3]),
    ("card", "c9", "place", [[], None, "hand", {}, None, 3]),
    ("card", "c9", "place", ["force-skill", "<b>", "hand", "A", None, 3]),
    ("card", "c9", "place", ["force-skill", None, "hand", "A", None, -3]),
    ("card", "c" * 30, "place", ["force-skill", None, "hand", "A", None, 3]),
    ("space", "kiros", "gold", -1),
    ("space", "nowhere", "gold", 1),
    ("piece", "nobody", "space", "kiros"),
    ("turn", "", "seat", "Q"),
    ("turn", "", "phase", "tea"),
    ("turn", "", "number", -1),
    ("turn", "x", "number", 1),
    ("turn", "", "marks", None),
    ("game", "", "winner", "Q"),
    ("game", "", "setup", "prepare_board"),
    ("game", "", "setup", [{}]),
    ("game", "", "order", ["B", "A"]),
    ("game", "", "serial", 2**40),
    ("fact", "hidden", "value", 1),
    ("fact", "colour", "value", "red"),
    ("fact", "draws:nowhere", "value", 1),
    ("fact", "draws:kiros", "value", "1"),
    ("fact", "card:thug", "value", {"id": "thug"}),
    ("fact", "card:thug", "value", {"id": "other", "name": "Other"}),
    ("fact", "deck:thug", "value", "tarot"),
    ("fact", "character:mace-windu", "value", {}),
    ("fact", "ring:outer", "value", ["kiros"]),
    ("fact", "board_confirmed", "value", "yes"),
]


def test_a_change_to_what_no_table_of_the_edition_says_is_refused(raw: bytes) -> None:
    for what, id_, name, after in CHANGES:
        told = told_in(raw)
        change = {
            "what": what,
            "id": id_,
            "field": name,
            "before": None,
            "after": after,
            "rules": [],
        }
        last_changes(told, change)
        code, params = refusal(resealed(told))
        assert (code, params["entry"]) == ("entry_broken", 13), change
        assert "was" not in params["reason"], (change, params)


def test_a_change_from_what_was_not_there_is_refused(raw: bytes) -> None:
    told = told_in(raw)
    change = {"what": "figure", "id": "A", "field": "gold", "before": 5, "after": 6, "rules": []}
    last_changes(told, change)
    reason = "figure.A.gold was 2, not 5"
    assert refusal(resealed(told)) == ("entry_broken", {"entry": 13, "reason": reason})


def test_a_table_that_cannot_be_is_refused(raw: bytes) -> None:
    for name, before, after, reason in (
        ("character", "mace-windu", "darth-maul", "two seats play one character"),
        ("life", 4, 0, "a figure in play has no character, no life or no space"),
        ("space", "kiros", None, "a figure in play has no character, no life or no space"),
        ("alignment", "good", None, "it breaks what every table holds to"),
    ):
        told = told_in(raw)
        change: dict[str, Any] = {"what": "figure", "id": "A", "field": name, "rules": []}
        last_changes(told, {**change, "before": before, "after": after})
        assert refusal(resealed(told)) == ("table_impossible", {"reason": reason}), name


# ---------------------------------------------------------------------- anything


def anything(chance: random.Random) -> Any:
    return chance.choice(
        [None, True, 0, -1, 2**70, 1.5, "", "A", "x" * 300, "<script>", [], {}, [[]], {"seat": "A"},
         ["force-skill", None, "hand", "A", None, 1], {"a": {"b": [1]}}, "kiros", "hidden"]
    )  # fmt: skip


def places(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data)
    found = []
    for name, value in items:
        found.append((*way, name))
        if isinstance(value, dict | list):
            found += places(value, (*way, name))
    return found


def spoilt(told: Any, chance: random.Random) -> bytes:
    """A file with something anywhere in it gone, put in, or set to anything, sealed anew or not."""
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        *way, last = chance.choice(places(told))
        inner = told
        for part in way:
            inner = inner[part]
        match chance.randrange(4):
            case 0:
                del inner[last]
            case 1 if isinstance(inner, list):
                inner.insert(last, anything(chance))
            case 2 if isinstance(inner, dict):
                inner[str(anything(chance))] = inner.pop(last)
            case _:
                inner[last] = anything(chance)
    try:
        return resealed(told) if chance.random() < 0.8 else json.dumps(told).encode()
    except (KeyError, TypeError, AttributeError, UnicodeEncodeError):
        return json.dumps(told).encode()


def test_any_file_is_taken_in_or_refused(raw: bytes) -> None:
    """More with FUZZED=5000."""
    chance = random.Random(7)  # noqa: S311 - a test, no secret
    came = {"in": 0, "refused": 0}
    for number in range(FUZZED):
        try:
            file_verify(io.BytesIO(spoilt(told_in(raw), chance))).close()
            came["in"] += 1
        except FileRefused:
            came["refused"] += 1
        except Exception as error:
            raise AssertionError(f"file {number} of seed 7") from error
    assert came["refused"] > came["in"]


def test_any_bytes_are_refused_unless_they_say_the_same(raw: bytes) -> None:
    chance = random.Random(8)  # noqa: S311 - a test, no secret
    for _ in range(FUZZED):
        spoiled = bytearray(raw)
        for _ in range(chance.choice([1, 3, 30])):
            spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
        try:
            file_verify(io.BytesIO(spoiled)).close()
        except FileRefused:
            continue
        assert told_in(bytes(spoiled)) == told_in(raw)

"""The portable game file: out of one server, into another, and on from there."""

from __future__ import annotations

from io import BytesIO

import pytest

from content.library import canonical_json, hash_of, pack, pack_hash
from games.errors import HeadUnfit, PackDiffers
from games.exports.source import Source
from games.history import table_at
from games.models import ActionRecord, Game, GameFact, PinnedPack, Snapshot, Token
from games.rules.viewpoint import Viewer, view_table
from games.services import imports
from games.services.audit import game_verify
from games.services.imports import file_verify
from games.services.seats import seat_join
from games.states import table_state
from games.store import game_now, pack_of
from tests.games.exports.files import (
    ImportedEvening,
    file_of,
    resealed,
    source_of,
    taken_in,
    told_in,
    with_secrets,
    written,
)
from tests.games.stored import Evening, from_rows, row_of, seat_actor

pytestmark = pytest.mark.django_db
ROLES = ("operator", "A", "B", "host")
SHATTERPOINT, STORM = "force-skill-a-shatterpoint", "force-skill-b-force-storm"


def verified(game: Game) -> str:
    found = game_verify(game=row_of(game.pk), replay=True)
    assert (found.faults, found.otherwise) == ([], [])
    return found.digest


def seen_at(game: Game, seq: int, viewer: Viewer) -> object:
    row, kept = game_now(game.pk)
    return view_table(table_at(row, kept, seq), viewer)


# ---------------------------------------------------------------------- what it says


def test_it_says_what_another_server_needs() -> None:
    evening = with_secrets()
    told = told_in(file_of(evening.game, "A"))
    game = row_of(evening.game.pk)
    assert list(told) == ["format", "version", "game", "seats", "pack", "facts", "entries", "end"]
    assert (told["format"], told["version"]) == ("talisman-companion/game", 1)
    assert told["game"] | {"id": "", "created_at": "", "version": 0} == {
        "id": "",
        "name": "Tonight",
        "edition": "star-wars",
        "pack_hash": game.pack_hash,
        "variants": [],
        "rulings": [],
        "strictness": "strict",
        "may_log": "table",
        "hands_told_at_end": False,
        "options_version": 1,
        "all_agreed": False,
        "version": 0,
        "created_at": "",
    }
    assert [(seat["key"], seat["name"]) for seat in told["seats"]] == [
        ("A", "Seat A"),
        ("B", "Seat B"),
    ]
    assert told["pack"] is None
    assert [entry["public"]["seq"] for entry in told["entries"]] == list(range(14))
    assert told["end"]["entries"] == 14
    assert told["end"]["digest"] == told["entries"][-1]["digest"] == game.digest


@pytest.mark.parametrize("role", ["operator", "A", "B", "host", "screen"])
def test_a_hand_is_in_the_file_of_its_seat_and_of_the_operator(role: str) -> None:
    raw = file_of(with_secrets().game, role).decode()
    # What B laid open in the end is told as laid open, and its description with it.
    assert STORM in raw
    assert "Force Storm" in raw
    sees_a = role in {"operator", "A"}
    told = {card: card in raw for card in ("mind-trick", SHATTERPOINT, "Shatterpoint")}
    assert told == {"mind-trick": sees_a, SHATTERPOINT: sees_a, "Shatterpoint": sees_a}


def test_each_hidden_part_that_is_left_out_is_there_by_its_hash() -> None:
    evening = with_secrets()
    told = told_in(file_of(evening.game, "B"))
    hashed = [at for at, entry in enumerate(told["entries"]) if "secret_hash" in entry]
    hides = ActionRecord.objects.filter(game=evening.game).exclude(secret={}).order_by("seq")
    assert hashed == [
        record.seq
        for record in hides
        if any(part["seat"] == "A" for part in record.secret["changes"].values())
    ]
    assert len(hashed) == 2


def test_what_hides_something_of_several_hands_is_there_by_its_hash_for_each() -> None:
    evening = with_secrets(together=True)
    for role in "AB":
        told = told_in(file_of(evening.game, role))
        assert all("secret_hash" in told["entries"][seq] for seq in (11, 12))


def test_a_file_ends_where_it_was_asked_for() -> None:
    evening = with_secrets()
    before = source_of(evening.game, "A")
    asked = written("json", before)
    evening.undo()
    assert written("json", before) != written("json", source_of(evening.game, "A"))
    told, then = told_in(written("json", before)), told_in(asked)
    assert told["entries"] == then["entries"]
    assert told["facts"] == then["facts"]
    assert Source.from_json(before.to_json()) == before


# ---------------------------------------------------------------------- in again


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("role", ROLES)
def test_every_file_gives_the_same_digest(role: str, *, together: bool) -> None:
    evening = with_secrets(together=together)
    raw = file_of(evening.game, role)
    made = taken_in(raw)
    digest = row_of(evening.game.pk).digest
    assert verified(made.game) == digest == told_in(raw)["end"]["digest"]
    assert made.entries == 14
    assert made.unseen == sum("secret_hash" in entry for entry in told_in(raw)["entries"])


def test_the_operators_file_gives_the_same_table() -> None:
    evening = with_secrets()
    made = taken_in(file_of(evening.game))
    assert made.unseen == 0
    assert table_state(from_rows(made.game.pk)) == table_state(from_rows(evening.game.pk))


@pytest.mark.parametrize("role", ["A", "B", "host"])
def test_whoever_had_the_file_sees_every_earlier_table_as_before(role: str) -> None:
    evening = with_secrets()
    made = taken_in(file_of(evening.game, role))
    viewer = Viewer(None if role == "host" else role)
    for seq in range(row_of(evening.game.pk).seq + 1):
        assert seen_at(made.game, seq, viewer) == seen_at(evening.game, seq, viewer), seq


def test_other_hands_come_in_as_counts() -> None:
    evening = with_secrets()
    t = from_rows(taken_in(file_of(evening.game, "A")).game.pk)
    assert [t.cards[key].card for key in t.hand("A")] == ["mind-trick", SHATTERPOINT]
    t = from_rows(taken_in(file_of(evening.game, "B")).game.pk)
    assert [t.cards[key].card for key in t.hand("A")] == [None, None]


def test_what_lay_open_is_known_although_no_entry_may_tell_it() -> None:
    evening = with_secrets()
    made = taken_in(file_of(evening.game, "A"))
    assert set(made.game.told) == {f"card:{STORM}", f"deck:{STORM}"}
    assert GameFact.objects.get(game=made.game, key=f"deck:{STORM}").value == "force-skill"
    assert from_rows(made.game.pk).facts[f"card:{STORM}"].name == "Force Storm"


def test_the_importer_is_host_and_nobody_holds_a_seat() -> None:
    evening = with_secrets()
    seat_actor(evening.game, "A")
    old = row_of(evening.game.pk)
    made = taken_in(file_of(evening.game))
    assert made.host_key is not None
    assert made.game.host == made.host_key.host != old.host
    assert made.game.pk != old.pk
    assert made.game.join_code not in {None, old.join_code}
    assert made.game.salt != old.salt
    assert not Token.objects.filter(game=made.game).exists()
    joined = seat_join(code=str(made.game.join_code), name=None, seat_key="B")
    assert joined.seat.name == "Seat B"


# ---------------------------------------------------------------------- on from there


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("role", ROLES)
def test_it_is_played_on(role: str, *, together: bool) -> None:
    made = taken_in(file_of(with_secrets(together=together).game, role))
    evening = ImportedEvening(made.game)
    evening.act("move", "A", {"roll": [3]}, {"choose": "keep"}, {"choose": "clockwise-scarif"})
    evening.undo()
    evening.redo()
    verified(made.game)
    assert row_of(made.game.pk).seq == 16


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("role", ROLES)
def test_it_is_taken_back_to_its_beginning_and_stays_whole(role: str, *, together: bool) -> None:
    made = taken_in(file_of(with_secrets(together=together).game, role))
    evening = ImportedEvening(made.game)
    while row_of(made.game.pk).top_seq is not None:
        evening.undo()
    verified(made.game)
    evening.redo()
    verified(made.game)
    assert from_rows(made.game.pk).setup == ("prepare_board",)


@pytest.mark.parametrize("role", ROLES)
def test_it_is_taken_back_in_one_entry_and_brought_back(role: str) -> None:
    made = taken_in(file_of(with_secrets().game, role))
    evening = ImportedEvening(made.game)
    before = table_state(evening.table)
    evening.undo(1)
    evening.redo()
    verified(made.game)
    assert table_state(evening.table) == before


def test_a_card_that_came_in_unseen_is_named_when_it_is_played() -> None:
    made = taken_in(file_of(with_secrets().game, "B"))
    evening = ImportedEvening(made.game)
    key = evening.table.hand("A")[0]
    evening.act("cast", "A", card=key, name="mind-trick")
    assert evening.table.cards[key].card == "mind-trick"
    verified(made.game)


def test_out_again_it_is_the_same_file_but_for_where_it_is() -> None:
    evening = with_secrets()
    first = told_in(file_of(evening.game, "B"))
    again = told_in(file_of(taken_in(file_of(evening.game, "B")).game, "operator"))
    assert again["entries"] == first["entries"]
    assert again["facts"] == first["facts"]


def test_a_game_comes_in_with_its_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "SNAPSHOT_EVERY", 5)
    game = with_secrets().game
    made = taken_in(file_of(game, "A"))
    at = list(Snapshot.objects.filter(game=made.game).order_by("seq").values_list("seq", flat=True))
    assert at == [5, 10]
    for seq in range(14):
        assert seen_at(made.game, seq, Viewer("A")) == seen_at(game, seq, Viewer("A")), seq


# ---------------------------------------------------------------------- printed content


@pytest.fixture
def older() -> Evening:
    """A game that pinned other content than the files have now."""
    evening = with_secrets()
    printed = pack("star-wars")
    edition = printed.edition.model_copy(update={"title": "Star Wars, as it was"})
    was = printed.model_copy(update={"edition": edition})
    content, hash_ = canonical_json(was), hash_of(was)
    PinnedPack.objects.create(hash=hash_, edition="star-wars", content=content)
    told = told_in(file_of(evening.game))
    told["game"]["pack_hash"] = hash_
    for entry in told["entries"]:
        entry["public"]["pack_hash"] = hash_
    return Evening(taken_in(resealed(told)).game)


def test_a_game_that_pinned_older_content_carries_it(older: Evening) -> None:
    told = told_in(file_of(older.game))
    assert told["pack"]["edition"]["title"] == "Star Wars, as it was"
    assert verified(taken_in(file_of(older.game)).game) == told["end"]["digest"]


def test_content_that_is_not_here_is_taken_from_the_file_only_if_one_says_so(
    older: Evening,
) -> None:
    raw = file_of(older.game)
    PinnedPack.objects.exclude(hash=pack_hash("star-wars")).delete()
    with pytest.raises(PackDiffers) as refused:
        file_verify(BytesIO(raw))
    assert refused.value.params == {
        "edition": "star-wars",
        "given": older.game.pack_hash,
        "here": pack_hash("star-wars"),
        "carried": True,
    }
    made = taken_in(raw, with_pack=True)
    assert verified(made.game) == told_in(raw)["end"]["digest"]
    assert pack_of(made.game).edition.title == "Star Wars, as it was"


def test_content_that_is_not_what_was_pinned_is_refused(older: Evening) -> None:
    told = told_in(file_of(older.game))
    PinnedPack.objects.exclude(hash=pack_hash("star-wars")).delete()
    told["pack"]["edition"]["title"] = "Star Wars, forged"
    with pytest.raises(HeadUnfit) as refused:
        taken_in(resealed(told), with_pack=True)
    fault = "it is not the content that the game pinned"
    assert refused.value.params == {"faults": [{"path": "pack", "fault": fault}]}

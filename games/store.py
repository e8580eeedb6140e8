"""Between the rules' table and its rows: the only code that maps the two worlds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, TextField, Value
from django.db.models.functions import Cast
from django.utils import timezone

from content.library import canonical_json, pack, pack_hash
from content.schema.pack import Pack
from games import rows
from games.cache import Recent
from games.errors import Busy, GameDeleted, NotFound
from games.locking import game_remember
from games.models import (
    CardPlacement,
    Character,
    Game,
    GameFact,
    HouseFact,
    PendingAction,
    PiecePosition,
    PinnedPack,
    Seat,
    Snapshot,
    SpaceTokens,
)
from games.rules.changes import Change
from games.rules.table import Figure, Placement, Table
from games.rules.terms import Alignment, Phase, Status, Zone
from games.rules.viewpoint import Viewer, is_hidden_fact
from games.states import FIGURE_FIELDS, table_state

# What a host's box is like is true of its next game too: offered there from the start.
HOUSE_FACTS = (
    "board_confirmed",
    "card:",
    "character:",
    "copies:",
    "deck:",
    "dial_ceiling",
    "draws:",
    "ring:",
)
_TURN_COLUMNS = {
    "seat": "turn_seat",
    "number": "turn_number",
    "phase": "phase",
    "marks": "turn_marks",
}
_READS = 5
SNAPSHOT_EVERY = 100


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as rows of one version gave it, never to be changed; its seats' rows and people by key."""

    table: Table
    seats: dict[str, int]
    people: dict[str, str]


_TABLES: Recent[tuple[UUID, int, str], Kept] = Recent(128)


# ---------------------------------------------------------------------- packs


def pin_pack(edition_id: str) -> str:
    """Keep an edition as it is now for the games that pin it.

    Returns:
        The hash that names it.
    """
    found = pack_hash(edition_id)
    if not PinnedPack.objects.filter(pk=found).exists():
        text = canonical_json(pack(edition_id))
        PinnedPack.objects.bulk_create(
            [PinnedPack(hash=found, edition=edition_id, content=text)], ignore_conflicts=True
        )
    return found


def pack_of(game: Game) -> Pack:
    """The edition a game is played with: the files if they are what it pinned, else what it pinned."""
    if pack_hash(game.edition) == game.pack_hash:
        return pack(game.edition)
    return _pinned(game.pack_hash) or pack(game.edition)


def pack_read(game: Game) -> Pack:
    """The edition as a game's table reads it."""
    return pack_of(game).read_with(game.rulings)


@lru_cache(maxsize=8)
def _pinned(hash_: str) -> Pack | None:
    found = PinnedPack.objects.filter(pk=hash_).values_list("content", flat=True).first()
    return Pack.model_validate_json(found) if found is not None else None


# ---------------------------------------------------------------------- reading


def kept_table(game: Game) -> Kept:
    """The table of a game whose row is locked, from memory or from its rows."""
    key = (game.pk, game.version, game.pack_hash)
    if (kept := _TABLES.get(key)) is None:
        kept = _read(game)
        _TABLES.put(key, kept)
    return kept


def load_table(game: Game) -> Table:
    """The table of a game whose row is locked; it is shared, so copy it before changing it."""
    return kept_table(game).table


def game_now(game_id: UUID) -> tuple[Game, Kept]:
    """A game and its table as of one moment, without a lock.

    Raises:
        NotFound: There is no such game, or it was deleted.
        Busy: Somebody wrote in between every time.
    """
    return settled(game_row(game_id))


def settled(game: Game) -> tuple[Game, Kept]:
    """A game as it was read, and the table that belongs to it; both newer if somebody wrote since.

    Rows are read one statement after another; if somebody wrote in between, they are read again.

    Raises:
        NotFound: It was deleted meanwhile.
        Busy: Somebody wrote in between every time.
    """
    for _ in range(_READS):
        key = (game.pk, game.version, game.pack_hash)
        if (kept := _TABLES.get(key)) is None:
            kept = _read(game)
        elif "pending" in game._state.fields_cache:  # noqa: SLF001 - read along with the row
            return game, kept
        now = game_row(game.pk)
        if now.version == game.version:
            _TABLES.put(key, kept)
            return now, kept
        game = now
    raise Busy


def game_row(game_id: UUID) -> Game:
    """A game that is not deleted, with its open question.

    Raises:
        NotFound: There is no such game, or it was deleted.
    """
    game = Game.objects.select_related("pending").filter(pk=game_id).first()
    if game is None:
        raise NotFound(game=str(game_id))
    if game.deleted_at is not None:
        raise GameDeleted(game=str(game_id))
    return game


def table_in_rows(game: Game) -> Table:
    """The table as its rows say, and nothing remembered."""
    return _read(game).table


def empty_table(game: Game, seats: Sequence[str]) -> Table:
    """The table before the first entry: nothing on it, and known what the file told that it came from."""
    t = _bare_table(game, seats)
    for key, value in game.told.items():
        t.put("fact", key, "value", value)
    return t


def _bare_table(game: Game, seats: Sequence[str]) -> Table:
    """The board of a game's edition under its options, with nothing on it."""
    return Table(pack_of(game), tuple(seats), tuple(game.variants), tuple(game.rulings))


def _read(game: Game) -> Kept:
    seats = list(Seat.objects.filter(game=game).select_related("character").order_by("position"))
    t = _bare_table(game, [row.key for row in seats])
    for row in seats:
        character = getattr(row, "character", None)
        if character is not None:
            _read_figure(t.figures[row.key], character)
    keys = {row.pk: row.key for row in seats}
    _read_pieces(t, game, keys)
    t.turn.seat, t.turn.number, t.turn.phase = game.turn_seat, game.turn_number, Phase(game.phase)
    t.turn.marks = game.turn_marks
    t.setup, t.serial, t.winner = tuple(game.setup), game.serial, game.winner
    return Kept(t, {row.key: row.pk for row in seats}, {row.key: row.name for row in seats})


def _read_figure(figure: Figure, row: Character) -> None:
    for name in FIGURE_FIELDS:
        setattr(figure, name, getattr(row, name))
    figure.status = Status(row.status)
    figure.alignment = Alignment(row.alignment) if row.alignment else None


def _read_pieces(t: Table, game: Game, keys: dict[int, str]) -> None:
    columns = ("key", "deck", "card", "zone", "seat_id", "space", "order")
    for key, deck, card, zone, seat, space, order in CardPlacement.objects.filter(
        game=game
    ).values_list(*columns):
        t.cards[key] = Placement(deck, card, Zone(zone), keys[seat] if seat else None, space, order)
    for what, key, value in _lying(game):
        if what == "gold":
            t.gold_on[key] = int(value)
        elif what == "piece":
            t.pieces[key] = value
        else:
            t.put("fact", key, "value", json.loads(value))


def _lying(game: Game) -> QuerySet[Any, tuple[str, str, str]]:
    """Coins, pieces of nobody and facts in one query: most tables have few of each."""
    gold = SpaceTokens.objects.filter(game=game)
    pieces = PiecePosition.objects.filter(game=game)
    facts = GameFact.objects.filter(game=game)
    return gold.values_list(Value("gold"), "space", Cast("gold", TextField())).union(
        pieces.values_list(Value("piece"), "piece", Cast("space", TextField())),
        facts.values_list(Value("fact"), "key", Cast("value", TextField())),
        all=True,
    )


# ---------------------------------------------------------------------- writing


def save_changes(
    game: Game, kept: Kept, after: Table, changes: Iterable[Change], **columns: Any
) -> None:
    """Write the rows that the changes name, and the game's own row with a version more.

    Args:
        game: Its row, locked.
        kept: The table before, with the rows of its seats.
        after: The table after.
        changes: What lies between the two.
        columns: What else is set on the game's row.
    """
    touched: dict[str, dict[str, set[str]]] = {}
    for change in changes:
        touched.setdefault(change.what, {}).setdefault(change.id, set()).add(change.field)
    _save_figures(game, kept, after, touched.get("figure", {}))
    _save_cards(game, kept, after, list(touched.get("card", {})))
    _save_gold(game, after, list(touched.get("space", {})))
    _save_placed(game, after, list(touched.get("piece", {})))
    _save_facts(game, after, list(touched.get("fact", {})))
    _save_house(
        game, after, [*touched.get("fact", {}), *_facts_shown(after, touched.get("card", {}))]
    )
    for name in touched.get("turn", {}).get("", ()):
        columns[_TURN_COLUMNS[name]] = after.get("turn", "", name)
    for name in touched.get("game", {}).get("", ()):
        columns[name] = after.get("game", "", name)
    save_game(game, **columns)


def save_game(game: Game, **columns: Any) -> None:
    """Write the game's own row with a version more."""
    columns |= {"version": game.version + 1, "updated_at": timezone.now()}
    rows.update(Game, {"id": game.pk}, columns)
    for name, value in columns.items():
        setattr(game, name, value)


def keep_table(game: Game, kept: Kept, after: Table) -> None:
    """Remember a game's row and table for its version; call it once that version is committed."""
    game_remember(game)
    twin = after.copy()
    twin.lenient = False
    _TABLES.put((game.pk, game.version, game.pack_hash), replace(kept, table=twin))


def snapshot_take(game: Game, after: Table) -> None:
    """Keep the whole table after every hundredth entry, so that an older one is never far."""
    if game.seq % SNAPSHOT_EVERY == 0:
        Snapshot.objects.create(game=game, seq=game.seq, state=table_state(after))


def _save_figures(game: Game, kept: Kept, after: Table, touched: dict[str, set[str]]) -> None:
    swapped = [kept.seats[seat] for seat, names in touched.items() if "character" in names]
    if len(swapped) > 1:
        # Two seats may have changed characters with each other; no moment may have one twice.
        Character.objects.filter(seat__in=swapped).update(
            status=Status.WAITING.value, character=None
        )
    for seat, names in touched.items():
        told = names | {"status", "character"} if len(swapped) > 1 else names
        values = {name: after.get("figure", seat, name) for name in told}
        if not rows.update(Character, {"seat": kept.seats[seat]}, values):
            whole = {name: after.get("figure", seat, name) for name in FIGURE_FIELDS}
            Character.objects.create(game=game, seat_id=kept.seats[seat], **whole)


def _save_cards(game: Game, kept: Kept, after: Table, keys: list[str]) -> None:
    lying = [
        {
            "game": game.pk,
            "key": key,
            "deck": place.deck,
            "card": place.card,
            "zone": place.zone.value,
            "seat": kept.seats[place.seat] if place.seat else None,
            "space": place.space,
            "order": place.order,
        }
        for key in keys
        if (place := after.cards.get(key)) is not None
    ]
    rows.upsert(CardPlacement, lying, ("game", "key"))
    if gone := [key for key in keys if key not in after.cards]:
        CardPlacement.objects.filter(game=game, key__in=gone).delete()


def _save_gold(game: Game, after: Table, spaces: list[str]) -> None:
    lying = [
        {"game": game.pk, "space": space, "gold": after.gold_on[space]}
        for space in spaces
        if space in after.gold_on
    ]
    rows.upsert(SpaceTokens, lying, ("game", "space"))
    if gone := [space for space in spaces if space not in after.gold_on]:
        SpaceTokens.objects.filter(game=game, space__in=gone).delete()


def _save_placed(game: Game, after: Table, pieces: list[str]) -> None:
    standing = [{"game": game.pk, "piece": piece, "space": after.pieces[piece]} for piece in pieces]
    rows.upsert(PiecePosition, standing, ("game", "piece"))


def _save_facts(game: Game, after: Table, keys: list[str]) -> None:
    pin_facts(game, {key: after.get("fact", key, "value") for key in keys if key in after.facts})
    if gone := [key for key in keys if key not in after.facts]:
        GameFact.objects.filter(game=game, key__in=gone).delete()


def _facts_shown(after: Table, keys: Iterable[str]) -> list[str]:
    """Facts of described cards that lie open now."""
    cards = [
        place.card
        for key in keys
        if (place := after.cards.get(key)) and place.zone is not Zone.HAND
    ]
    return [
        f"{kind}:{card}"
        for card in cards
        if f"card:{card}" in after.facts
        for kind in ("card", "deck")
    ]


def _save_house(game: Game, after: Table, keys: Iterable[str]) -> None:
    """Offer what was told to the host's next game, less what would tell the host of a hand."""
    house = [key for key in dict.fromkeys(keys) if key.startswith(HOUSE_FACTS)]
    told = [
        {
            "host": game.host_id,
            "edition": game.edition,
            "key": key,
            "value": after.get("fact", key, "value"),
            "updated_at": timezone.now(),
        }
        for key in house
        if key in after.facts and not is_hidden_fact(after, key, Viewer())
    ]
    rows.upsert(HouseFact, told, ("host", "edition", "key"))
    if gone := [key for key in house if key not in after.facts]:
        HouseFact.objects.filter(host=game.host_id, edition=game.edition, key__in=gone).delete()


def pin_facts(game: Game, facts: dict[str, Any]) -> None:
    """Write facts of a game, each once."""
    told = [{"game": game.pk, "key": key, "value": value} for key, value in facts.items()]
    rows.upsert(GameFact, told, ("game", "key"))


# ---------------------------------------------------------------------- the open question


def pending_put(game: Game, **values: Any) -> None:
    """Keep the action that waits, in place of what waited before."""
    pending = pending_of(game)
    if pending is None:
        PendingAction.objects.create(game=game, **values)
        return
    rows.update(PendingAction, {"game": game.pk}, values)
    for name, value in values.items():
        setattr(pending, name, value)


def pending_drop(game: Game) -> None:
    """Nothing waits any more."""
    PendingAction.objects.filter(game=game).delete()
    game._state.fields_cache["pending"] = None  # noqa: SLF001 - as if it had been read so


def pending_of(game: Game) -> PendingAction | None:
    """The row of a game's open action, as read along with the game."""
    found: PendingAction | None = getattr(game, "pending", None)
    return found

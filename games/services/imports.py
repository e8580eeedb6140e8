"""Games from elsewhere: a file is looked over whole, then taken in whole, or nothing of it is.

Looking it over needs no lock and little memory: entry by entry the chain of digests and the changes
are followed as `manage.py verify` does, and what is sound is written down in a file of this server's
own. Taking it in is one transaction, in which nothing is judged any more.
"""

from __future__ import annotations

import json
import marshal
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO

from django.db import IntegrityError, transaction
from django.db.models import Q

from content.library import canonical_json, editions, hash_of, pack, pack_hash
from content.schema.pack import Pack
from content.schema.text import looks_like
from games import rows
from games.digests import canonical, hash_of_written
from games.errors import (
    AlreadyHere,
    EntriesMiscounted,
    EntryBroken,
    HeadChanged,
    HeadUnfit,
    PackDiffers,
    PackMissing,
    TableImpossible,
)
from games.exports.incoming import EntryIn, Head, Incoming
from games.exports.portable import seal_of
from games.models import (
    ActionRecord,
    CardPlacement,
    Character,
    Game,
    GameFact,
    Host,
    PiecePosition,
    PinnedPack,
    Seat,
    Snapshot,
    SpaceTokens,
)
from games.rules.checklist import checklist, to_do
from games.rules.legality import legal_actions
from games.rules.table import Table
from games.rules.viewpoint import Viewer, view_table
from games.services.audit import Walk
from games.services.foreign import Unfit, changes_told, why_not_fact
from games.services.games import code_make
from games.services.hosts import HostKey, host_create
from games.services.log import SAID_IN
from games.states import FIGURE_FIELDS, table_state
from games.store import SNAPSHOT_EVERY, pin_pack

# A snapshot only saves reading; one this large would cost more than it saves.
LARGEST_SNAPSHOT = 1 << 18
# What stands in the file besides facts that entries told: only what a hand may have told.
_MAY_BE_UNTOLD = ("card:", "deck:")
_PLAIN = tuple(column for column in SAID_IN.values() if column != "rules")
_JSON = ("rules", "public", "secret")
_COLUMNS = (*_PLAIN, *_JSON, "salt", "secret_hash", "previous", "digest", "created_at")


@dataclass(frozen=True, slots=True)
class Sound:
    """A file that was looked over: all that taking it in needs; `kept` holds entries and snapshots.

    `unseen` counts the entries whose secret part the file does not carry.
    """

    head: Head
    pack: Pack
    table: Table
    told: dict[str, Any]
    entries: int
    unseen: int
    last: dict[str, Any]
    digest: str
    kept: IO[bytes]

    def close(self) -> None:
        """Let go of what was written down."""
        self.kept.close()


@dataclass(frozen=True, slots=True)
class Imported:
    """A game taken in, and its host's key where one was made for it."""

    game: Game
    entries: int
    unseen: int
    host_key: HostKey | None = None


# ---------------------------------------------------------------------- looking it over


def file_verify(file: BinaryIO, *, with_pack: bool = False) -> Sound:
    """Look a game file over from its beginning to its end; whoever calls closes what comes of it.

    Args:
        file: Read once, a piece at a time.
        with_pack: Take the printed content from the file where this server has other.

    Raises:
        FileRefused: It is not taken in, for one of the reasons below this class.
    """
    incoming = Incoming(file)
    head, sealed = incoming.head()
    printed = _pack_for(head, with_pack=with_pack)
    kept = TemporaryFile()  # noqa: SIM115 - it goes on to whoever takes it in
    try:
        return _Looking(incoming, head, sealed, printed, kept).sound()
    except BaseException:
        kept.close()
        raise


def _pack_for(head: Head, *, with_pack: bool) -> Pack:
    """The printed content that the game pinned.

    Raises:
        PackMissing: This server lacks the edition.
        PackDiffers: It has other content of it.
    """
    edition, wanted = head.game.edition, head.game.pack_hash
    if edition not in editions():
        raise PackMissing(edition=edition, known=list(editions()))
    if pack_hash(edition) == wanted:
        return pack(edition)
    pinned = PinnedPack.objects.filter(pk=wanted, edition=edition).first()
    if pinned is not None:
        return Pack.model_validate_json(pinned.content)
    if not with_pack or head.pack is None:
        here = pack_hash(edition)
        raise PackDiffers(edition=edition, given=wanted, here=here, carried=head.pack is not None)
    try:
        carried = Pack.model_validate_json(json.dumps(head.pack))
    except ValueError as error:
        raise _unfit("pack", str(error).partition("\n")[0]) from None
    if hash_of(carried) != wanted or carried.edition.id != edition:
        raise _unfit("pack", "it is not the content that the game pinned")
    return carried


def _unfit(path: str, fault: str) -> HeadUnfit:
    return HeadUnfit(faults=[{"path": path, "fault": fault}])


class _Looking:
    """One file being looked over."""

    def __init__(
        self,
        incoming: Incoming,
        head: Head,
        sealed: dict[str, Any],
        printed: Pack,
        kept: IO[bytes],
    ) -> None:
        self.incoming, self.head, self.sealed = incoming, head, sealed
        self.pack, self.kept = printed, kept
        self.walk = Walk(self._bare())
        self.unseen = 0
        self.last: dict[str, Any] | None = None

    def sound(self) -> Sound:
        """What it is, once all of it is as it should be."""
        count = 0
        for number, entry in self.incoming.entries():
            self._take(number, entry)
            count += 1
        end = self.incoming.end()
        if self.last is None or end.entries != count:
            raise EntriesMiscounted(given=end.entries, found=count)
        if end.digest != self.walk.digest:
            raise EntryBroken(entry=self.last["seq"], reason="its digest is not the file's last")
        if end.seal != seal_of(self.sealed, end.digest):
            raise HeadChanged
        told = self._untold()
        self._check_table()
        return Sound(
            head=self.head,
            pack=self.pack,
            table=self.walk.table,
            told=told,
            entries=count,
            unseen=self.unseen,
            last=self.last,
            digest=end.digest,
            kept=self.kept,
        )

    def _bare(self) -> Table:
        """The table before the first entry.

        Raises:
            HeadUnfit: The edition knows no such options or has fewer seats.
        """
        game, seats = self.head.game, self.head.seats
        for name, given, known in (
            ("variants", game.variants, {variant.id for variant in self.pack.edition.variants}),
            ("rulings", game.rulings, self.pack.other_readings.keys()),
        ):
            if not {*given} <= {*known} or len({*given}) < len(given):
                raise _unfit(f"game.{name}", "the edition does not have them all, or one is twice")
        if len({seat.key for seat in seats}) < len(seats):
            raise _unfit("seats", "two have the same key")
        if len({looks_like(seat.name) for seat in seats}) < len(seats):
            raise _unfit("seats", "two have the same name")
        t = Table(
            self.pack,
            tuple(seat.key for seat in seats),
            tuple(game.variants),
            tuple(game.rulings),
        )
        if len(seats) > t.policy.seats_max:
            raise _unfit("seats", f"the edition seats {t.policy.seats_max}")
        return t

    def _take(self, number: int, entry: EntryIn) -> None:
        """Hold one entry against all before it, and write it down.

        Raises:
            EntryBroken: The chain breaks here, or it says what cannot be.
        """
        walk, public, previous = self.walk, entry.public, self.walk.digest
        try:
            changes = changes_told(entry, walk.table)
        except Unfit as unfit:
            raise EntryBroken(entry=number, reason=str(unfit)) from None
        if public["pack_hash"] != self.head.game.pack_hash:
            raise EntryBroken(entry=number, reason="it was logged with other printed content")
        written, secret = canonical(public), canonical(entry.secret or {})
        hidden = entry.secret_hash or hash_of_written(secret, entry.salt or "")
        why = walk.chain(number, written, hidden, entry.digest) or walk.follow(
            public, changes, is_told=entry.secret_hash is None
        )
        if why:
            raise EntryBroken(entry=number, reason=why)
        self.last = public
        self.unseen += entry.secret_hash is not None
        self._keep(
            "entry",
            *(public[said] for said in SAID_IN if said != "rules"),
            canonical(public["rules"]).decode(),
            written.decode(),
            secret.decode(),
            entry.salt or "",
            entry.secret_hash or "",
            previous,
            entry.digest,
            public["at"],
        )
        if number and number % SNAPSHOT_EVERY == 0:
            state = json.dumps(table_state(walk.table))
            if len(state) <= LARGEST_SNAPSHOT:
                self._keep("snapshot", number, state)

    def _keep(self, *values: Any) -> None:
        """Write something down for when the game is taken in; nobody else can read the file."""
        marshal.dump(values, self.kept)

    def _untold(self) -> dict[str, Any]:
        """Facts that lay open where the file was written, and that no entry in it may tell.

        Raises:
            HeadUnfit: A fact is another than the entries tell, or cannot be one.
        """
        t = self.walk.table
        untold = {}
        for key, value in self.head.facts.items():
            if key in t.facts:
                if t.get("fact", key, "value") != value:
                    raise _unfit(f"facts.{key}", "the entries tell something else")
            elif not (self.walk.is_partial and key.startswith(_MAY_BE_UNTOLD)) or value is None:
                raise _unfit(f"facts.{key}", "no entry tells it")
            else:
                untold[key] = value
        # Cards first: decks are told of cards.
        for key, value in sorted(untold.items()):
            if why := why_not_fact(key, value, t):
                raise _unfit(f"facts.{key}", why)
            t.put("fact", key, "value", value)
        return untold

    def _check_table(self) -> None:
        """Look at the table as those who play on will.

        Raises:
            TableImpossible: It cannot be looked at, or its rows could not be kept.
        """
        t = self.walk.table
        playing = [figure for figure in t.figures.values() if figure.character]
        if len({figure.character for figure in playing}) < len(playing):
            raise TableImpossible(reason="two seats play one character")
        if any(
            figure.in_play and not (figure.space and figure.character and figure.life)
            for figure in t.figures.values()
        ):
            raise TableImpossible(reason="a figure in play has no character, no life or no space")
        try:
            for seat in (None, *t.order):
                view_table(t, Viewer(seat))
            checklist(t)
            to_do(t)
            for seat in t.order:
                legal_actions(t, seat)
        except Exception as error:
            # Marks are the rules' own: whatever a rule breaks on, nobody could have written it here.
            raise TableImpossible(reason=f"nobody could play on it ({error!r})"[:200]) from error


# ---------------------------------------------------------------------- taking it in


def game_import(*, host: Host | None, sound: Sound) -> Imported:
    """Take in a game that was looked over, with a new id and a new join code; call it in a transaction.

    Nobody holds a token of it: people take their seats with the join code. The digest of its last
    entry is that of the file.

    Args:
        host: Whose it becomes; a new host is made where nobody is given.
        sound: What looking it over found.

    Raises:
        AlreadyHere: The host has this game.
        TableImpossible: Its rows cannot be kept.
    """
    made = None
    if host is None:
        made = host_create()
        host = made.host
    else:
        # Two who send the same file at once must not both find that it is not here.
        Host.objects.select_for_update().get(pk=host.pk)
        _check_is_new(host, sound)
    try:
        with transaction.atomic():
            game = _keep_game(host, sound)
    except IntegrityError as error:
        raise TableImpossible(reason="it breaks what every table holds to") from error
    return Imported(game, sound.entries, sound.unseen, made)


def _check_is_new(host: Host, sound: Sound) -> None:
    """Whether none of the host's games has come to the same last entry, whatever was logged since."""
    mine = Q(game__host=host) | Q(game__second_host=host)
    same = ActionRecord.objects.filter(
        mine, game__deleted_at=None, seq=sound.last["seq"], digest=sound.digest
    )
    found = same.select_related("game").first()
    if found is not None:
        raise AlreadyHere(game=str(found.game_id), name=found.game.name)


def _keep_game(host: Host, sound: Sound) -> Game:
    head, t, last = sound.head.game, sound.table, sound.last
    _pin(sound)
    game = Game.objects.create(
        host=host,
        name=head.name,
        edition=head.edition,
        pack_hash=head.pack_hash,
        variants=head.variants,
        rulings=head.rulings,
        strictness=head.strictness,
        may_log=head.may_log,
        hands_told_at_end=head.hands_told_at_end,
        options_version=head.options_version,
        all_agreed=head.all_agreed,
        join_code=code_make(),
        salt=secrets.token_bytes(32),
        told=sound.told,
        version=max(head.version, last["version"]),
        seq=last["seq"],
        top_seq=last["top_seq"],
        redo_seq=last["redo_seq"],
        digest=sound.digest,
        phase=t.turn.phase.value,
        turn_seat=t.turn.seat,
        turn_number=t.turn.number,
        turn_marks=t.turn.marks,
        setup=list(t.setup),
        serial=t.serial,
        winner=t.winner,
    )
    _keep_table(game, sound)
    _keep_log(game, sound.kept)
    return game


def _pin(sound: Sound) -> None:
    head = sound.head.game
    if pack_hash(head.edition) == head.pack_hash:
        pin_pack(head.edition)
        return
    content = canonical_json(sound.pack)
    PinnedPack.objects.bulk_create(
        [PinnedPack(hash=head.pack_hash, edition=head.edition, content=content)],
        ignore_conflicts=True,
    )


def _keep_table(game: Game, sound: Sound) -> None:
    t = sound.table
    seats = {}
    for position, told in enumerate(sound.head.seats):
        seats[told.key] = seat = Seat.objects.create(
            game=game,
            key=told.key,
            name=told.name,
            position=position,
            agreed_version=min(told.agreed_version, sound.head.game.options_version),
        )
        values = {name: t.get("figure", told.key, name) for name in FIGURE_FIELDS}
        Character.objects.create(game=game, seat=seat, **values)
    CardPlacement.objects.bulk_create(
        CardPlacement(
            game=game,
            key=key,
            deck=place.deck,
            card=place.card,
            zone=place.zone.value,
            seat=seats[place.seat] if place.seat else None,
            space=place.space,
            order=place.order,
        )
        for key, place in t.cards.items()
    )
    SpaceTokens.objects.bulk_create(
        SpaceTokens(game=game, space=space, gold=gold) for space, gold in t.gold_on.items()
    )
    starts = {piece.id: piece.start for piece in t.pack.board.pieces}
    PiecePosition.objects.bulk_create(
        PiecePosition(game=game, piece=piece, space=space)
        for piece, space in t.pieces.items()
        if starts[piece] != space
    )
    GameFact.objects.bulk_create(
        GameFact(game=game, key=key, value=t.get("fact", key, "value")) for key in t.facts
    )


def _keep_log(game: Game, kept: IO[bytes]) -> None:
    rows.insert_many(
        ActionRecord,
        ("game", *_COLUMNS),
        ((game.pk, *values, datetime.fromisoformat(at)) for *values, at in _written(kept, "entry")),
        written=_JSON,
    )
    rows.insert_many(
        Snapshot,
        ("game", "seq", "state"),
        ((game.pk, seq, _with_told(state, game.told)) for seq, state in _written(kept, "snapshot")),
    )


def _with_told(state: str, told: dict[str, Any]) -> dict[str, Any]:
    """A table with what was told before its first entry."""
    table: dict[str, Any] = json.loads(state)
    return {**table, "facts": {**told, **table["facts"]}}


def _written(kept: IO[bytes], what: str) -> Iterator[list[Any]]:
    """What was written down of one sort, from the beginning."""
    kept.seek(0)
    while True:
        try:
            sort, *values = marshal.load(kept)  # noqa: S302 - this process wrote it
        except EOFError:
            return
        if sort == what:
            yield values

"""Seats: who sits down, under what name, in what order; and how somebody who was away sits down again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from string import ascii_uppercase

from content.library import pack
from content.schema.text import looks_like
from games.actors import Actor
from games.errors import (
    AlreadyStarted,
    InvalidOption,
    JoiningLocked,
    NotYourSeat,
    SeatInLog,
    SeatTaken,
    TableFull,
    UnknownCode,
)
from games.lobby import code_read, game_with_code
from games.locking import writing
from games.models import ActionRecord, Character, Game, PendingAction, Seat, Token
from games.rules.terms import Phase
from games.services.games import game_touch
from games.services.tokens import Issued, check_host, seat_of, token_issue

_OUT_OF_THE_WAY = 1000


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody sat down: the table, the seat, and the token of the device."""

    game: Game
    seat: Seat
    issued: Issued


def seat_make(*, game: Game, name: str) -> Seat:
    """A seat at the end of the table's order; call it under the game's lock.

    Raises:
        SeatTaken: Another seat has this name.
        TableFull: The edition seats no more.
    """
    seats = list(Seat.objects.filter(game=game).order_by("position"))
    if any(looks_like(seat.name) == looks_like(name) for seat in seats):
        raise SeatTaken(name=name)
    most = pack(game.edition).policy_with(tuple(game.variants)).seats_max
    if len(seats) >= most:
        raise TableFull(high=most)
    position = seats[-1].position + 1 if seats else 0
    seat = Seat.objects.create(
        game=game, key=key_after([seat.key for seat in seats]), name=name, position=position
    )
    Character.objects.create(game=game, seat=seat)
    return seat


def key_after(keys: Sequence[str]) -> str:
    """The next seat's key: the first letter not taken.

    >>> key_after(["A", "C"])
    'B'
    """
    letters = (letter * times for times in count(1) for letter in ascii_uppercase)
    return next(key for key in letters if key not in keys)


def seat_add(*, actor: Actor, name: str) -> Seat:
    """The host adds a seat that anybody with the code may sit down on.

    Raises:
        HostOnly: Somebody else asks.
        SeatTaken: Another seat has this name.
        TableFull: The edition seats no more.
    """
    check_host(actor)
    with writing(actor.game_id) as game:
        seat = seat_make(game=game, name=name)
        game_touch(game)
        return seat


def seat_join(*, code: str, name: str | None, seat_key: str | None) -> Joined:
    """Somebody with the join code sits down: on a new seat, or on one that nobody holds a token for.

    Raises:
        UnknownCode: No table has this code.
        JoiningLocked: The host has locked joining.
        SeatTaken: Somebody holds this seat, or a seat has this name.
        TableFull: The edition seats no more.
        NotFound: There is no such seat.
    """
    with writing(game_with_code(code).pk) as game:
        # The code may have been changed while this request waited for the lock.
        if game.join_code != code_read(code):
            raise UnknownCode
        if game.joining_locked:
            raise JoiningLocked
        seat = seat_free(game, seat_key) if seat_key else seat_make(game=game, name=name or "")
        issued = token_issue(game=game, seat=seat)
        game_touch(game)
        return Joined(game, seat, issued)


def seat_free(game: Game, key: str) -> Seat:
    """A seat that no device holds a token for.

    Raises:
        NotFound: There is no such seat.
        SeatTaken: A device holds a token for it; the host may revoke that.
    """
    seat = seat_of(game, key)
    if Token.objects.filter(seat=seat, revoked_at=None, is_link=False).exists():
        raise SeatTaken(seat=key, name=seat.name)
    return seat


def seat_rename(*, actor: Actor, seat_key: str, name: str) -> Seat:
    """A seat is renamed, by itself or by the host.

    Raises:
        NotYourSeat: Another seat asks.
        NotFound: There is no such seat.
        SeatTaken: Another seat has this name.
    """
    if not actor.is_host and actor.seat != seat_key:
        raise NotYourSeat
    with writing(actor.game_id) as game:
        seat = seat_of(game, seat_key)
        others = Seat.objects.filter(game=game).exclude(pk=seat.pk)
        if looks_like(name) in map(looks_like, others.values_list("name", flat=True)):
            raise SeatTaken(name=name)
        if seat.name != name:
            seat.name = name
            seat.save(update_fields=["name"])
            game_touch(game)
        return seat


def seat_remove(*, actor: Actor, seat_key: str) -> None:
    """The host takes a seat away that nobody has played on.

    Raises:
        HostOnly: Somebody else asks.
        NotFound: There is no such seat.
        SeatInLog: The log names it.
    """
    check_host(actor)
    with writing(actor.game_id) as game:
        seat = seat_of(game, seat_key)
        if is_in_log(game, seat_key):
            raise SeatInLog(seat=seat_key)
        seat.delete()
        game_touch(game)


def is_in_log(game: Game, seat_key: str) -> bool:
    """Whether taking something back could need the seat again."""
    if game.phase != Phase.SETUP or PendingAction.objects.filter(game=game).exists():
        return True
    entries = ActionRecord.objects.filter(game=game).values_list("seat", "public")
    return any(
        seat == seat_key
        or any(
            change["what"] == "figure" and change["id"] == seat_key
            for change in public.get("changes", ())
        )
        for seat, public in entries
    )


def seats_order(*, actor: Actor, keys: Sequence[str]) -> list[Seat]:
    """The seats are put in the order of the table, clockwise, before the start.

    Raises:
        HostOnly: Somebody else asks.
        AlreadyStarted: The game has begun.
        InvalidOption: Not every seat is named exactly once.
    """
    check_host(actor)
    with writing(actor.game_id) as game:
        if game.phase != Phase.SETUP:
            raise AlreadyStarted
        seats = {seat.key: seat for seat in Seat.objects.filter(game=game)}
        if sorted(keys) != sorted(seats):
            raise InvalidOption(option="seats", known=sorted(seats))
        # Out of the way first: at no moment may two seats have one place.
        for places in (count(_OUT_OF_THE_WAY), count()):
            for key, position in zip(keys, places, strict=False):
                Seat.objects.filter(pk=seats[key].pk).update(position=position)
        game_touch(game)
        return [seats[key] for key in keys]

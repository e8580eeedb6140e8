"""Reads of what surrounds play: a host's tables, seats with who holds them, tokens, house content."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from games.actors import Actor
from games.errors import UnknownCode
from games.models import Game, Host, HouseFact, Seat, Token
from games.rules.terms import Phase

# The kind of action for which all seats must have agreed to the options.
BEGIN = "begin"


def seats_held() -> QuerySet[Seat]:
    """Seats in order, each with `is_held`: whether a device holds a token for it."""
    held = Token.objects.filter(seat=OuterRef("pk"), revoked_at=None, is_link=False)
    return Seat.objects.annotate(is_held=Exists(held)).order_by("position")


def seats_of(game: Game) -> list[Seat]:
    """The seats of one table, clockwise."""
    return list(seats_held().filter(game=game))


def seats_to_agree(game: Game) -> list[str]:
    """The seats that have yet to agree to the options before the game begins, clockwise.

    Without variants or other readings there is nothing to agree to.
    """
    if not (game.variants or game.rulings) or game.all_agreed or game.phase != Phase.SETUP:
        return []
    waiting = Seat.objects.filter(game=game, agreed_version__lt=game.options_version)
    return list(waiting.order_by("position").values_list("key", flat=True))


def logs_for(actor: Actor, game: Game, seat: str) -> bool:
    """Whether the table lets this role log something for a seat."""
    if actor.is_host or actor.seat is None:
        return actor.is_host
    own = game.may_log == Game.MayLog.OWN_SEAT and actor.seat == seat
    return own or game.may_log == Game.MayLog.TABLE


def games_of(
    host: Host, *, edition: str | None = None, phase: str | None = None, deleted: bool = False
) -> QuerySet[Game]:
    """The tables of a host, its own and those it is second host of, with their seats."""
    mine = Game.objects.filter(host=host) | Game.objects.filter(second_host=host)
    found = mine.filter(deleted_at__isnull=not deleted)
    if edition is not None:
        found = found.filter(edition=edition)
    if phase is not None:
        found = found.filter(phase=phase)
    return found.prefetch_related(Prefetch("seats", seats_held(), to_attr="held_seats"))


def code_read(code: str) -> str:
    """A join code as people type it.

    >>> code_read(" k7-qp 2x ")
    'K7QP2X'
    """
    return "".join(sign for sign in code.upper() if sign not in " -\t")


def game_with_code(code: str) -> Game:
    """The table with a join code, however people typed it.

    Raises:
        UnknownCode: There is none.
    """
    game = Game.objects.filter(join_code=code_read(code), deleted_at=None).first()
    if game is None:
        raise UnknownCode
    return game


def tokens_of(actor: Actor) -> QuerySet[Token]:
    """The tokens and links an actor may see: its own seat's, or all of the table for a host."""
    tokens = Token.objects.filter(game=actor.game_id).select_related("seat").order_by("pk")
    if actor.is_host:
        return tokens
    if actor.seat is None:
        return tokens.filter(seat=None, pk=actor.token_id or 0)
    return tokens.filter(seat__key=actor.seat)


def tokens_with(hashes: Iterable[str]) -> QuerySet[Token]:
    """The tokens in force among hashes, with table and seat."""
    live = Token.objects.filter(
        hash__in=list(hashes), revoked_at=None, is_link=False, game__deleted_at=None
    )
    return live.select_related("game", "seat").order_by("pk")


def games_hosted_with(key_hashes: Iterable[str]) -> QuerySet[Game]:
    """The tables of the hosts with these keys."""
    keys = list(key_hashes)
    mine = Game.objects.filter(host__key_hash__in=keys)
    second = Game.objects.filter(second_host__key_hash__in=keys)
    return (mine | second).filter(deleted_at=None).order_by("-created_at", "pk")


def facts_of(host: Host, *, edition: str | None = None) -> QuerySet[HouseFact]:
    """A host's facts in the order of their names; what would tell of a hand is never among them."""
    facts = HouseFact.objects.filter(host=host)
    return facts if edition is None else facts.filter(edition=edition)

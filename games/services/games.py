"""Tables: opened, set to the group's liking, agreed upon, put away, played again."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone

from content.library import editions, pack
from content.schema.pack import Pack
from games.actors import Actor
from games.errors import (
    AlreadyStarted,
    GameDeleted,
    InvalidOption,
    NotAgreed,
    NotDeleted,
    NotFound,
    OptionsChanged,
)
from games.lobby import facts_of, seats_to_agree
from games.locking import writing
from games.models import Character, Game, Host, Seat
from games.rules.table import Table
from games.rules.terms import Phase
from games.rules.topics import Topic
from games.services.hosts import HostKey, host_create
from games.services.log import log_started
from games.services.tokens import check_host
from games.store import pack_of, pin_pack

# Without 0 and O, 1, I and L, which people mix up when they read a code out.
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
RESTORED_WITHIN = timedelta(days=30)
FIXED_AT_START = frozenset({"variants", "rulings", "hands_told_at_end"})
AGREED_TO = frozenset({"strictness", "may_log", "variants", "rulings", "hands_told_at_end"})


@dataclass(frozen=True, slots=True)
class Options:
    """How a table plays; what is None stays as it is.

    `rulings` are the rules that it reads the other way.
    """

    name: str | None = None
    strictness: str | None = None
    may_log: str | None = None
    variants: tuple[str, ...] | None = None
    hands_told_at_end: bool | None = None
    rulings: tuple[str, ...] | None = None

    def given(self) -> dict[str, Any]:
        """The options that were named."""
        named = {
            "name": self.name,
            "strictness": self.strictness,
            "may_log": self.may_log,
            "variants": None if self.variants is None else list(self.variants),
            "rulings": None if self.rulings is None else sorted(set(self.rulings)),
            "hands_told_at_end": self.hands_told_at_end,
        }
        return {name: value for name, value in named.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Opened:
    """A table just opened, and its host's key where one was made for it."""

    game: Game
    host_key: HostKey | None = field(default=None)


def game_create(*, host: Host | None, edition: str, name: str, options: Options) -> Opened:
    """A host opens a table; call it in a transaction. What its tables have told before goes along.

    Args:
        host: Who opens it; a new host is made where nobody is given.
        edition: The id of a pack.
        name: How the host finds it again.
        options: How it is played.

    Raises:
        InvalidOption: The edition, one of its variants or a rule's other reading is not known.
    """
    if edition not in editions():
        raise InvalidOption(option="edition", known=list(editions()))
    check_options(pack(edition), options)
    made = None
    if host is None:
        made = host_create()
        host = made.host
    game = Game.objects.create(
        host=host,
        edition=edition,
        pack_hash=pin_pack(edition),
        join_code=code_make(),
        salt=secrets.token_bytes(32),
        **{**options.given(), "name": name},
    )
    told = dict(facts_of(host, edition=edition).values_list("key", "value"))
    log_started(game=game, pack=pack(edition), facts=told)
    return Opened(game, made)


def check_options(played: Pack, options: Options) -> None:
    """Raises InvalidOption if the edition has no such variant, or no other reading of a rule."""
    variants = [variant.id for variant in played.edition.variants]
    for name, given, known in (
        ("variants", options.variants, variants),
        ("rulings", options.rulings, list(played.other_readings)),
    ):
        for one in given or ():
            if one not in known:
                raise InvalidOption(option=name, given=one, known=known)


def code_make() -> str:
    """A join code that no other table has."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if not Game.objects.filter(join_code=code).exists():
            return code


def game_touch(game: Game, *fields: str) -> None:
    """Save fields of a game and raise its version; call it under the game's lock."""
    game.version += 1
    game.save(update_fields=[*fields, "version", "updated_at"])


def game_update(*, actor: Actor, options: Options) -> Game:
    """The host proposes other options; agreements to the ones before lapse.

    Raises:
        HostOnly: Somebody else asks.
        InvalidOption: The edition has no such variant, or no other reading of a rule.
        AlreadyStarted: What is fixed at the start would change after it.
    """
    check_host(actor)
    with writing(actor.game_id) as game:
        check_options(pack_of(game), options)
        changed = {
            name: value for name, value in options.given().items() if getattr(game, name) != value
        }
        if FIXED_AT_START & changed.keys() and game.phase != Phase.SETUP:
            raise AlreadyStarted(fixed=sorted(FIXED_AT_START & changed.keys()))
        for name, value in changed.items():
            setattr(game, name, value)
        if AGREED_TO & changed.keys():
            game.options_version += 1
            game.all_agreed = False
        if changed:
            game_touch(game, *changed, "options_version", "all_agreed")
        return game


def game_agree(*, actor: Actor, for_all: bool, options_version: int | None = None) -> Game:
    """A seat agrees to the options as they are, or the host states that all have.

    Args:
        actor: Who speaks.
        for_all: The host states that everybody agreed.
        options_version: The options that were read.

    Raises:
        HostOnly: Somebody else speaks for all, or speaks without a seat.
        AlreadyStarted: The game has begun.
        OptionsChanged: Others than those that were read are proposed now.
    """
    if for_all or actor.seat is None:
        check_host(actor)
    with writing(actor.game_id) as game:
        if game.phase != Phase.SETUP:
            raise AlreadyStarted
        if options_version not in {None, game.options_version}:
            raise OptionsChanged(version=game.options_version)
        if for_all or actor.seat is None:
            game.all_agreed = True
        else:
            Seat.objects.filter(game=game, key=actor.seat).update(
                agreed_version=game.options_version
            )
        game_touch(game, "all_agreed")
        return game


def check_agreed(game: Game, table: Table) -> None:
    """A game with variants or other readings begins once everybody has agreed to its options.

    Raises:
        NotAgreed: With the seats that have yet to.
    """
    if missing := seats_to_agree(game):
        raise NotAgreed(table.cite(Topic.VARIANT_AGREED), seats=missing)


def game_delete(*, actor: Actor) -> None:
    """The host puts a table away; for 30 days it can be brought back.

    Raises:
        HostOnly: Somebody else asks.
    """
    check_host(actor)
    with writing(actor.game_id) as game:
        game.deleted_at = timezone.now()
        game.join_code = None
        game_touch(game, "deleted_at", "join_code")


def game_restore(*, actor: Actor) -> Game:
    """The host brings a deleted table back, with a new join code.

    Raises:
        HostOnly: Somebody else asks.
        NotDeleted: It is not deleted.
        GameDeleted: It was deleted too long ago.
    """
    check_host(actor)
    with writing(actor.game_id, even_deleted=True) as game:
        if game.deleted_at is None:
            raise NotDeleted
        if timezone.now() - game.deleted_at > RESTORED_WITHIN:
            raise GameDeleted(days=RESTORED_WITHIN.days)
        game.deleted_at = None
        game.join_code = code_make()
        game_touch(game, "deleted_at", "join_code")
        return game


def game_rematch(*, actor: Actor, name: str | None = None) -> Game:
    """The host opens the next table with the same seats, options and second host.

    The seats are free until their people sit down with the new code.

    Raises:
        HostOnly: Somebody else asks.
    """
    check_host(actor)
    with writing(actor.game_id) as old:
        options = Options(
            old.name,
            old.strictness,
            old.may_log,
            tuple(old.variants),
            old.hands_told_at_end,
            tuple(old.rulings),
        )
        game = game_create(
            host=old.host, edition=old.edition, name=name or old.name, options=options
        ).game
        if old.second_host_id:
            game.second_host_id = old.second_host_id
            game.save(update_fields=["second_host"])
        for seat in Seat.objects.filter(game=old).order_by("position"):
            again = Seat.objects.create(
                game=game, key=seat.key, name=seat.name, position=seat.position
            )
            Character.objects.create(game=game, seat=again)
        return game


def join_code_change(*, actor: Actor, locked: bool | None, new: bool) -> Game:
    """The host changes the join code, or locks or unlocks joining.

    Raises:
        HostOnly: Somebody else asks.
    """
    check_host(actor)
    with writing(actor.game_id) as game:
        if new:
            game.join_code = code_make()
        if locked is not None:
            game.joining_locked = locked
        game_touch(game, "join_code", "joining_locked")
        return game


def second_host_appoint(*, actor: Actor) -> HostKey:
    """A host appoints a second one, who may do all the same at this table; an earlier one is replaced.

    Raises:
        HostOnly: Somebody else asks.
    """
    check_host(actor)
    with writing(actor.game_id) as game:
        made = host_create()
        game.second_host = made.host
        game_touch(game, "second_host")
        return made


def second_host_dismiss(*, actor: Actor) -> None:
    """The second host is one no longer.

    Raises:
        HostOnly: Somebody else asks.
        NotFound: There is none.
    """
    check_host(actor)
    with writing(actor.game_id) as game:
        if game.second_host_id is None:
            raise NotFound
        game.second_host = None
        game_touch(game, "second_host")

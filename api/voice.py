"""In whose words a refusal speaks: the edition's, with the names at the table as its reader may know them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from api.links import rules_url
from content.library import editions, pack
from content.schema.pack import Pack
from games import selectors
from games.actors import Actor
from games.errors import ServiceError
from games.models import Game
from games.reading import viewer_of
from games.sentences import NO_NAMES, Names, refusal, sentence
from games.store import pack_read
from games.telling import names_for, rulings_told


@dataclass(frozen=True, slots=True)
class Voice:
    """The words of an edition, the names at a table, and which rules it reads the other way."""

    pack: Pack
    names: Names = NO_NAMES
    rulings: frozenset[str] = frozenset()

    def says(self, problem: Any) -> str:
        """What a reason of the rules says."""
        return sentence(problem, self.pack, self.names)

    def readings(self, rules: Iterable[str]) -> list[dict[str, str]]:
        """How those of the rules are read that can be read two ways."""
        return rulings_told(rules, self.pack, self.rulings)

    def rules_url(self, rules: Iterable[str]) -> str | None:
        """Where these rules stand."""
        return rules_url(self.pack.edition.id, rules)

    def refuses(self, error: ServiceError) -> str:
        """What a refusal of the services says."""
        return refusal(error, self.pack, self.names)


def voice_of(context: Mapping[str, Any]) -> Voice:
    """That of the table or edition asked for; where none is named, of any edition."""
    view = context.get("view")
    game: Game | None = getattr(view, "game", None)
    if game is None:
        edition = getattr(view, "edition", None)
        found = pack(edition if edition in editions() else editions()[0])
        rulings = found.other_readings.keys() & set(getattr(view, "rulings", ()))
        return Voice(found.read_with(rulings), rulings=frozenset(rulings))
    names = _names(game, getattr(context.get("request"), "auth", None))
    return Voice(pack_read(game), names, frozenset(game.rulings))


def _names(game: Game, asker: Any) -> Names:
    if not isinstance(asker, Actor):
        return NO_NAMES
    try:
        now = selectors.now(game)
    except ServiceError:
        # The table is gone or everybody writes; a refusal that names seats by their letters is one still.
        return NO_NAMES
    return names_for(now.kept, now.table, viewer_of(asker))

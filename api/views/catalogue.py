"""The catalogue: editions, spaces, characters, cards and rules, open to everybody and kept by caches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Any, TypeVar

from django.http import HttpResponse
from django.utils.translation import get_language
from rest_framework.request import Request

from api import catalogue
from api.answers import rendered
from api.errors import Refused
from api.etag import is_known, tagged, unchanged
from api.queries import decoded, encoded, next_address, page_of, read_query
from api.schema import LANGUAGE, describe
from api.serializers import catalogue as told
from api.serializers.base import Page
from api.serializers.catalogue import CardFilter, Long, RuleFilter, SpaceFilter
from api.views.base import Open
from content.library import UnknownEdition, editions, pack, pack_hash
from content.schema.pack import Pack
from games.rules.about import ABOUT, rules_about

T = TypeVar("T")
KEPT = "public, max-age=300"


class Printed(Open):
    """What is printed in one edition: the same for everybody until the pack changes."""

    def tell(self, request: Request, edition: str, make: Callable[[Pack], Any]) -> HttpResponse:
        """Answer with what `make` makes of the pack, or 304."""
        found = edition_known(edition)
        tag = f'"{pack_hash(edition)[:24]}.{get_language()}"'
        if is_known(request, tag):
            return unchanged(tag, KEPT)
        response = tagged(rendered(make(found)), tag, KEPT)
        response["Vary"] = "Accept-Language"
        return response


def edition_known(edition: str) -> Pack:
    """Raises Refused (404) if there is no such edition."""
    try:
        return pack(edition)
    except UnknownEdition:
        raise Refused(
            HTTPStatus.NOT_FOUND, "unknown_edition", edition=edition, known=list(editions())
        ) from None


def listed(
    request: Request, asked: Page, found: Sequence[T], make: Callable[[T], Any]
) -> dict[str, Any]:
    """A page of a list; its cursor is a place in it."""
    start = decoded(asked.cursor, (int,))[0] if asked.cursor else 0
    page, more = page_of(found[max(start, 0) :][: asked.limit + 1], asked.limit)
    last = encoded([max(start, 0) + asked.limit]) if more else None
    return {"results": [make(item) for item in page], "next": next_address(request, last)}


def one_of(found: Iterable[T], name: str, what: str) -> T:
    """Raises Refused (404) if the edition has no such thing."""
    for item in found:
        if getattr(item, "id", None) == name:
            return item
    raise Refused(HTTPStatus.NOT_FOUND, "not_found", what=what, id=name)


class EditionsView(Open):
    """The editions."""

    @describe("edition_list", "Editions", tag="catalogue", tells={200: told.EditionList})
    def get(self, request: Request) -> HttpResponse:
        """Those that can be played here."""
        response = HttpResponse(rendered({"results": briefs()}), content_type="application/json")
        response["Cache-Control"] = KEPT
        return response


@lru_cache(maxsize=1)
def briefs() -> list[dict[str, Any]]:
    return [catalogue.edition_brief(edition) for edition in editions()]


class EditionView(Printed):
    """One edition."""

    @describe(
        "edition_get",
        "An edition",
        tag="catalogue",
        tells={200: told.Edition},
        refuses=(404,),
        takes=(LANGUAGE,),
        cached=True,
    )
    def get(self, request: Request, edition: str) -> HttpResponse:
        """Its words, its box, its board, its variants, and what is not known of it."""
        return self.tell(request, edition, lambda _pack: catalogue.edition_whole(edition))


class SpacesView(Printed):
    """The spaces of an edition's board."""

    @describe(
        "space_list",
        "Spaces",
        tag="catalogue",
        query=SpaceFilter,
        tells={200: told.SpacePage},
        refuses=(400, 404),
        takes=(LANGUAGE,),
        cached=True,
    )
    def get(self, request: Request, edition: str) -> HttpResponse:
        """With their instructions in the edition's words, and how sure their facts are."""
        asked = read_query(request, SpaceFilter)

        def made(p: Pack) -> Any:
            found = [s for s in p.board.spaces if asked.region in {None, s.region}]
            return listed(request, asked, found, lambda s: catalogue.space_json(p, s))

        return self.tell(request, edition, made)


class SpaceView(Printed):
    """One space."""

    @describe(
        "space_get",
        "A space",
        tag="catalogue",
        tells={200: told.Space},
        refuses=(404,),
        takes=(LANGUAGE,),
        cached=True,
    )
    def get(self, request: Request, edition: str, space: str) -> HttpResponse:
        """Its instructions, and the ways out of it that are not the ring."""
        return self.tell(
            request,
            edition,
            lambda p: catalogue.space_json(p, one_of(p.board.spaces, space, "space")),
        )


class CharactersView(Printed):
    """The characters of an edition."""

    @describe(
        "character_list",
        "Characters",
        tag="catalogue",
        query=Long,
        tells={200: told.CharacterPage},
        refuses=(400, 404),
        takes=(LANGUAGE,),
        cached=True,
    )
    def get(self, request: Request, edition: str) -> HttpResponse:
        """As far as their cards are known; a table reads the rest out once."""
        asked = read_query(request, Long)
        return self.tell(
            request,
            edition,
            lambda p: listed(request, asked, p.characters, catalogue.character_json),
        )


class CharacterView(Printed):
    """One character."""

    @describe(
        "character_get",
        "A character",
        tag="catalogue",
        tells={200: told.CharacterPrinted},
        refuses=(404,),
        takes=(LANGUAGE,),
        cached=True,
    )
    def get(self, request: Request, edition: str, character: str) -> HttpResponse:
        """As far as its card is known."""
        return self.tell(
            request,
            edition,
            lambda p: catalogue.character_json(one_of(p.characters, character, "character")),
        )


class CardsView(Printed):
    """The cards of an edition."""

    @describe(
        "card_list",
        "Cards",
        tag="catalogue",
        query=CardFilter,
        tells={200: told.CardPage},
        refuses=(400, 404),
        takes=(LANGUAGE,),
        cached=True,
    )
    def get(self, request: Request, edition: str) -> HttpResponse:
        """Those that are known, deck by deck; a table tells of others as it meets them."""
        asked = read_query(request, CardFilter)

        def made(p: Pack) -> Any:
            found = [
                card
                for deck in p.decks
                for card in deck.cards
                if asked.deck in {None, deck.id} and asked.type in {None, card.type}
            ]
            return listed(request, asked, found, lambda card: catalogue.card_json(p, card))

        return self.tell(request, edition, made)


class CardView(Printed):
    """One card."""

    @describe(
        "card_get",
        "A card",
        tag="catalogue",
        tells={200: told.CardPrinted},
        refuses=(404,),
        takes=(LANGUAGE,),
        cached=True,
    )
    def get(self, request: Request, edition: str, card: str) -> HttpResponse:
        """As far as it is known."""
        return self.tell(
            request,
            edition,
            lambda p: catalogue.card_json(p, one_of(p.cards.values(), card, "card")),
        )


class RulesView(Printed):
    """The ledger of an edition."""

    @describe(
        "rule_list",
        "Rules, by id, words, section, kind, space, card or action",
        tag="catalogue",
        query=RuleFilter,
        tells={200: told.RulePage},
        refuses=(400, 404),
        takes=(LANGUAGE,),
        cached=True,
    )
    def get(self, request: Request, edition: str) -> HttpResponse:
        """Every rule as a numbered statement in our words, with cases and rulings; outcomes cite these ids."""
        asked = read_query(request, RuleFilter)

        def made(p: Pack) -> Any:
            found = catalogue.rules_found(
                p,
                search=asked.search,
                section=asked.section,
                kind=asked.kind,
                among=among(p, asked),
            )
            return listed(request, asked, found, lambda rule: catalogue.rule_json(rule, edition))

        return self.tell(request, edition, made)


def among(p: Pack, asked: RuleFilter) -> list[str] | None:
    """The rules that may be found, first those that matter most; None for all.

    Raises:
        Refused: 404, there is no such space, card or action.
    """
    wanted: list[Sequence[str]] = []
    if asked.ids is not None:
        wanted.append(asked.ids.split(","))
    if asked.space is not None:
        wanted.append(catalogue.rules_of_space(p, one_of(p.board.spaces, asked.space, "space")))
    if asked.card is not None:
        wanted.append(catalogue.rules_of_card(p, one_of(p.cards.values(), asked.card, "card")))
    if asked.action is not None:
        if asked.action not in ABOUT:
            raise Refused(HTTPStatus.NOT_FOUND, "not_found", what="action", id=asked.action)
        wanted.append(rules_about(p, asked.action))
    if not wanted:
        return None
    return [rule for rule in wanted[0] if all(rule in others for others in wanted)]


class RuleView(Printed):
    """One rule."""

    @describe(
        "rule_get",
        "A rule",
        tag="catalogue",
        tells={200: told.Rule},
        refuses=(404,),
        takes=(LANGUAGE,),
        cached=True,
    )
    def get(self, request: Request, edition: str, rule: str) -> HttpResponse:
        """Its statement, worked examples, the ruling where the book is silent, and what to see besides."""
        return self.tell(
            request,
            edition,
            lambda p: catalogue.rule_json(one_of(p.ledger.rules, rule, "rule"), edition),
        )

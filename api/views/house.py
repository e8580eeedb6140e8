"""House content: what a host's tables have told of their box, corrected, exported, taken in."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from api.answers import answer, nothing
from api.bodies import read_body
from api.queries import read_query
from api.retries import told_once
from api.schema import describe
from api.serializers import catalogue as told
from api.serializers.catalogue import FactFilter, FactValue, HouseImport
from api.views.base import ForHosts, host_needed
from api.views.catalogue import edition_known
from api.views.telling import time_of
from content.library import pack_hash
from games import lobby
from games.errors import InvalidOption
from games.locking import writing_rows
from games.models import HouseFact
from games.services import house
from games.services.once import Told


def fact_json(fact: HouseFact) -> dict[str, Any]:
    return {
        "edition": fact.edition,
        "key": fact.key,
        "value": fact.value,
        "updated_at": time_of(fact.updated_at),
    }


class HouseView(ForHosts):
    """All facts of a host."""

    @describe(
        "house_fact_list",
        "What your tables have told of their box",
        tag="house",
        query=FactFilter,
        tells={200: told.HouseFactList},
        refuses=(400, 401, 403),
    )
    def get(self, request: Request) -> HttpResponse:
        """Offered to the host's next table of the edition."""
        asked = read_query(request, FactFilter)
        facts = lobby.facts_of(host_needed(request), edition=asked.edition)
        return answer({"results": [fact_json(fact) for fact in facts]})


class HouseFactView(ForHosts):
    """One fact of a host."""

    @describe(
        "house_fact_update",
        "Correct or add a fact",
        tag="house",
        body=FactValue,
        tells={200: told.HouseFact},
        refuses=(401, 403, 404),
    )
    def patch(self, request: Request, edition: str, key: str) -> HttpResponse:
        """`draws:space`, `ring:region`, `copies:card`, `character:id`, `card:id`, `deck:card`,
        `dial_ceiling` or `board_confirmed`. Tables that are open keep what they were told."""
        edition_known(edition)
        body = read_body(request, FactValue)
        with writing_rows():
            fact = house.fact_put(
                host=host_needed(request), edition=edition, key=key, value=body.value
            )
        return answer(fact_json(fact))

    @describe(
        "house_fact_forget",
        "Forget a fact",
        tag="house",
        tells={204: None},
        refuses=(401, 403, 404),
    )
    def delete(self, request: Request, edition: str, key: str) -> HttpResponse:
        """The next table asks for it again."""
        with writing_rows():
            house.fact_forget(host=host_needed(request), edition=edition, key=key)
        return nothing()


class HouseExportView(ForHosts):
    """The facts of a host as a file."""

    @describe(
        "house_export",
        "House content as a file",
        tag="house",
        tells={200: told.HouseFile},
        refuses=(401, 403, 404),
    )
    def get(self, request: Request, edition: str) -> HttpResponse:
        """In the schema of packs; another host takes it in at `import/`."""
        edition_known(edition)
        facts = lobby.facts_of(host_needed(request), edition=edition)
        file = {
            "format": 1,
            "edition": edition,
            "pack_hash": pack_hash(edition),
            "facts": dict(facts.values_list("key", "value")),
        }
        name = f'attachment; filename="house-{edition}.json"'
        return answer(file, headers={"Content-Disposition": name})


class HouseImportView(ForHosts):
    """The facts of another host."""

    @describe(
        "house_import",
        "Take in an exported file",
        tag="house",
        body=HouseImport,
        tells={200: told.Imported},
        refuses=(401, 403, 404),
        retried=True,
    )
    def post(self, request: Request, edition: str) -> HttpResponse:
        """All of its facts, or none if one does not fit; yours of the same name are replaced."""
        edition_known(edition)
        body = read_body(request, HouseImport)
        if body.edition not in {None, edition}:
            raise InvalidOption(option="edition", given=body.edition, known=[edition])

        def taken_in() -> Told:
            count = house.facts_import(host=host_needed(request), edition=edition, facts=body.facts)
            return Told(200, {"facts": count})

        return told_once(request, body, taken_in)

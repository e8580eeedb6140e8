"""Questions about situations: adjudications and odds. They keep nothing and change nothing."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request

from api.answers import answer
from api.auth import actor_asking
from api.bodies import KIB, json_of, read_exactly
from api.links import rules_url
from api.schema import LANGUAGE, SEAT_OF_DEVICE, describe
from api.serializers import asked as told
from api.throttling import check_attempts
from api.views.base import Endpoint, Open
from games.answering import adjudication_told, names_in, odds_told
from games.services.adjudication import AdjudicationAsked, adjudicate
from games.services.odds import OddsFound, SituationOdds, TableOdds, situation_odds, table_odds

LIMIT = 64 * KIB
# In a minute from one address.
MOST_ADJUDICATIONS = 240
MOST_ODDS = 60


class AdjudicationsView(Open):
    """Adjudications."""

    @describe(
        "adjudication_create",
        "Ask what the rules say of a situation",
        tag="questions",
        body=told.AdjudicationAsked,
        tells={200: told.AdjudicationTold},
        refuses=(409, 422, 429),
        takes=(LANGUAGE,),
    )
    def post(self, request: Request) -> HttpResponse:
        """Refused with the reasons, a question with its legal answers, or the outcome with its derivation.

        Only what matters of the situation need be described. Nothing is kept.
        """
        check_attempts(request, of="adjudications", most=MOST_ADJUDICATIONS)
        asked = read_exactly(AdjudicationAsked, json_of(request, limit=LIMIT))
        self.edition, self.rulings = asked.edition, asked.rulings
        told = adjudication_told(adjudicate(asked))
        return answer({**told, "rules_url": rules_url(asked.edition, told["rules"])})


class OddsView(Endpoint):
    """Odds."""

    names_table_in_body = True

    @describe(
        "odds_create",
        "Ask what can come of an action",
        tag="questions",
        body=told.OddsAsked,
        tells={200: told.OddsTold},
        refuses=(401, 403, 404, 409, 422, 429),
        takes=(LANGUAGE, SEAT_OF_DEVICE),
    )
    def post(self, request: Request) -> HttpResponse:
        """The exact distribution under the best play, and the choices it is reckoned with.

        Of a described situation anybody may ask; of a table those who hold a token of it, and hands
        that are not theirs stay unseen. Nothing is sampled and nothing is kept.
        """
        check_attempts(request, of="odds", most=MOST_ODDS)
        data = json_of(request, limit=LIMIT)
        if isinstance(data, dict) and "game" in data:
            found = self.at_table(request, read_exactly(TableOdds, data))
        else:
            asked = read_exactly(SituationOdds, data)
            self.edition, self.rulings = asked.edition, asked.rulings
            found = situation_odds(asked)
        return answer(odds_told(found, names_in(found.table)))

    def at_table(self, request: Request, asked: TableOdds) -> OddsFound:
        """The odds at a table, as far as whoever asks knows it."""
        actor, self.game = actor_asking(request, asked.game)
        return table_odds(asked, game=self.game, actor=actor)

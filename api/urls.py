"""Every address of the API."""

from __future__ import annotations

from typing import Any

from django.urls import include, path

import api.converters  # noqa: F401  (the addresses below use them)
from api.views import device, games, health, joins, seats, tokens

AT_TABLE: list[Any] = [
    path("", games.GameView.as_view()),
    path("restore/", games.GameRestoreView.as_view()),
    path("rematch/", games.RematchView.as_view()),
    path("agreement/", games.AgreementView.as_view()),
    path("second-host/", games.SecondHostView.as_view()),
    path("join-code/", games.JoinCodeView.as_view()),
    path("join-qr/", joins.JoinQrView.as_view()),
    path("seats/", seats.SeatsView.as_view()),
    path("seats/order/", seats.SeatOrderView.as_view()),
    path("seats/<seat:seat>/", seats.SeatView.as_view()),
    path("seats/<seat:seat>/tokens/", tokens.SeatTokensView.as_view()),
    path("seats/<seat:seat>/link/", tokens.SeatLinkView.as_view()),
    path("tokens/", tokens.TokensView.as_view()),
    path("tokens/<number:token_id>/", tokens.TokenView.as_view()),
]

urlpatterns: list[Any] = [
    path("games/", games.GamesView.as_view()),
    path("games/<uuid:game_id>/", include(AT_TABLE)),
    path("joins/", joins.JoinsView.as_view()),
    path("joins/<code:code>/", joins.JoinPreviewView.as_view()),
    path("links/", joins.LinksView.as_view()),
    path("device/", device.DeviceView.as_view()),
    path("health/live/", health.LiveView.as_view()),
    path("health/ready/", health.ReadyView.as_view()),
    # As those who ask by machine spell them; a redirect would be one more thing to get wrong.
    path("health/live", health.LiveView.as_view()),
    path("health/ready", health.ReadyView.as_view()),
]

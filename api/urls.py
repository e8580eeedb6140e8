"""Every address of the API."""

from __future__ import annotations

from typing import Any

from django.urls import include, path

import api.converters  # noqa: F401  (the addresses below use them)
from api.views import (
    asked,
    catalogue,
    device,
    downloads,
    exports,
    games,
    health,
    house,
    imports,
    joins,
    pages,
    play,
    seats,
    table,
    tokens,
)

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
    path("table/", table.TableView.as_view()),
    path("legal-actions/", table.LegalActionsView.as_view()),
    path("checklist/", table.ChecklistView.as_view()),
    path("actions/", play.ActionsView.as_view()),
    path("question/", play.QuestionView.as_view()),
    path("answers/", play.AnswersView.as_view()),
    path("answers/last/", play.LastAnswerView.as_view()),
    path("undo/", play.UndoView.as_view()),
    path("redo/", play.RedoView.as_view()),
    path("history/", table.HistoryView.as_view()),
    path("history/<number:seq>/", table.EntryView.as_view()),
    path("exports/", exports.TableExportsView.as_view()),
    path("tokens/", tokens.TokensView.as_view()),
    path("tokens/<number:token_id>/", tokens.TokenView.as_view()),
]

urlpatterns: list[Any] = [
    path("games/", games.GamesView.as_view()),
    path("games/<uuid:game_id>/", include(AT_TABLE)),
    path("imports/", imports.ImportsView.as_view()),
    path("joins/", joins.JoinsView.as_view()),
    path("joins/<code:code>/", joins.JoinPreviewView.as_view()),
    path("links/", joins.LinksView.as_view()),
    path("device/", device.DeviceView.as_view()),
    path("editions/", catalogue.EditionsView.as_view()),
    path("editions/<content:edition>/", catalogue.EditionView.as_view()),
    path("editions/<content:edition>/spaces/", catalogue.SpacesView.as_view()),
    path("editions/<content:edition>/spaces/<content:space>/", catalogue.SpaceView.as_view()),
    path("editions/<content:edition>/characters/", catalogue.CharactersView.as_view()),
    path(
        "editions/<content:edition>/characters/<content:character>/",
        catalogue.CharacterView.as_view(),
    ),
    path("editions/<content:edition>/cards/", catalogue.CardsView.as_view()),
    path("editions/<content:edition>/cards/<content:card>/", catalogue.CardView.as_view()),
    path("editions/<content:edition>/rules/", catalogue.RulesView.as_view()),
    path("editions/<content:edition>/rules/<rule:rule>/", catalogue.RuleView.as_view()),
    path("adjudications/", asked.AdjudicationsView.as_view()),
    path("odds/", asked.OddsView.as_view()),
    path("exports/", exports.ExportsView.as_view()),
    path("exports/formats/", exports.ExportOfferView.as_view()),
    path("exports/files/<download:secret>/", downloads.DownloadView.as_view()),
    path("exports/<uuid:export_id>/", exports.ExportView.as_view()),
    path("exports/<uuid:export_id>/cancel/", exports.ExportCancelView.as_view()),
    path("exports/<uuid:export_id>/link/", exports.ExportLinkView.as_view()),
    path("house/", house.HouseView.as_view()),
    path("house/<content:edition>/export/", house.HouseExportView.as_view()),
    path("house/<content:edition>/import/", house.HouseImportView.as_view()),
    path("house/<content:edition>/facts/<fact:key>/", house.HouseFactView.as_view()),
    path("schema/", pages.SchemaView.as_view(), name="schema"),
    path("docs/", pages.ReferenceView.as_view(), name="docs"),
    path("health/live/", health.LiveView.as_view()),
    path("health/ready/", health.ReadyView.as_view()),
    # As those who ask by machine spell them; a redirect would be one more thing to get wrong.
    path("health/live", health.LiveView.as_view()),
    path("health/ready", health.ReadyView.as_view()),
]

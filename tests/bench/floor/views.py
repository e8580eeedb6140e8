"""The floor: the least that a Django REST framework view does to answer alike.

Nothing is authenticated, checked against rules, sealed or made safe to retry, and nobody queues: two
writers at once meet in SQLite's busy handler.
"""

from __future__ import annotations

from django.db import transaction
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.bench.floor.models import Entry, State


class Change(serializers.Serializer[State]):
    kind = serializers.CharField(max_length=40)
    seat = serializers.CharField(max_length=40)
    rolled = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=6))
    gold = serializers.IntegerField(min_value=0, max_value=99)


class Floor(APIView):
    authentication_classes = ()


class States(Floor):
    """Keeps what is sent as a state."""

    def post(self, request: Request) -> Response:
        return Response({"id": State.objects.create(document=request.data).pk}, status=201)


class Changes(Floor):
    """The floor of an action: one body validated, one state read and changed, one UPDATE, one INSERT."""

    def post(self, request: Request, pk: int) -> Response:
        sent = Change(data=request.data)
        sent.is_valid(raise_exception=True)
        change = sent.validated_data
        with transaction.atomic():
            state = State.objects.select_for_update().get(pk=pk)
            state.version += 1
            state.document["seats"][change["seat"]]["gold"] = change["gold"]
            state.save(update_fields=["document", "version"])
            Entry.objects.create(state=state, version=state.version, change=change)
        return Response({"version": state.version}, status=201)


class Document(Floor):
    """The floor of the table: a state read and sent."""

    def get(self, request: Request, pk: int) -> Response:
        return Response(State.objects.get(pk=pk).document)


class Version(Floor):
    """The floor of a poll: one row read."""

    def get(self, request: Request, pk: int) -> Response:
        state = State.objects.only("version").get(pk=pk)
        return Response({"version": state.version})

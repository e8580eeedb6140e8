"""The table itself: its host, its seats, who holds a token for them, and the facts it was told."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from games.rules.terms import Phase

_PHASES = [(phase.value, phase.value) for phase in Phase]


class Host(models.Model):
    """The holder of a host key: owns games across evenings. Only the key's hash is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"host {self.pk}"


class PinnedPack(models.Model):
    """An edition as it was when a game pinned it, under its hash, for when the files have moved on."""

    hash = models.CharField(max_length=64, primary_key=True)
    edition = models.CharField(max_length=60)
    content = models.TextField()

    def __str__(self) -> str:
        return f"{self.edition} {self.hash[:12]}"


class Game(models.Model):
    """One table: its options, where its turn stands, and how far its log has come.

    `version` rises on every visible change and is the truth for caches; `seq` numbers the log;
    `top_seq` is the last entry that still stands (undone ones do not), `redo_seq` the undo entry
    that a redo would take back.
    """

    class Strictness(models.TextChoices):
        """What happens to an action that the rules forbid."""

        STRICT = "strict"
        ADVISE = "advise"
        RECORD = "record"

    class MayLog(models.TextChoices):
        """Who may log an action of a seat."""

        OWN_SEAT = "own_seat"
        TABLE = "table"
        HOST = "host"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    host = models.ForeignKey(Host, on_delete=models.PROTECT, related_name="games")
    second_host = models.ForeignKey(
        Host, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    name = models.CharField(max_length=80)
    edition = models.CharField(max_length=60)
    pack_hash = models.CharField(max_length=64)
    variants = models.JSONField(default=list)
    rulings = models.JSONField(default=list)
    strictness = models.CharField(max_length=10, choices=Strictness, default=Strictness.STRICT)
    may_log = models.CharField(max_length=10, choices=MayLog, default=MayLog.TABLE)
    # Whether files of the finished game tell everybody what each seat had in hand.
    hands_told_at_end = models.BooleanField(default=False)
    join_code = models.CharField(max_length=6, unique=True, null=True)
    joining_locked = models.BooleanField(default=False)
    # The options that seats agree to; it rises when they change, and agreements to older ones lapse.
    options_version = models.PositiveIntegerField(default=1)
    all_agreed = models.BooleanField(default=False)

    version = models.PositiveBigIntegerField(default=1)
    seq = models.PositiveBigIntegerField(default=0)
    top_seq = models.PositiveBigIntegerField(null=True)
    redo_seq = models.PositiveBigIntegerField(null=True)
    digest = models.CharField(max_length=64, default="")
    salt = models.BinaryField(max_length=32)
    # Facts that lay open where a game came from, and that no entry here may tell of: there from the start.
    told = models.JSONField(default=dict)

    phase = models.CharField(max_length=10, choices=_PHASES, default=Phase.SETUP.value)
    turn_seat = models.CharField(max_length=40, null=True)
    turn_number = models.PositiveIntegerField(default=0)
    turn_marks = models.JSONField(default=dict)
    setup = models.JSONField(default=list)
    serial = models.PositiveIntegerField(default=0)
    winner = models.CharField(max_length=40, null=True)

    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        """Newest first, as a host looks for tonight's table."""

        ordering = ["-created_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(phase=Phase.SETUP.value) | Q(turn_seat__isnull=False),
                name="game_turn_has_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(top_seq__isnull=True) | Q(top_seq__lte=models.F("seq")),
                name="game_top_is_in_the_log",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """A person at the table. `key` names the seat in the log and never changes; `position` is clockwise."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    key = models.CharField(max_length=40)
    name = models.CharField(max_length=40)
    position = models.PositiveSmallIntegerField()
    agreed_version = models.PositiveIntegerField(default=0)

    class Meta:
        """Clockwise."""

        ordering = ["game", "position"]
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], name="seat_key_once_a_game"),
            models.UniqueConstraint(fields=["game", "position"], name="seat_position_once_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.name}"


class Token(models.Model):
    """What a device shows to act for a role at one table. Only its hash is kept."""

    class Role(models.TextChoices):
        """What its holder may see and do."""

        SEAT = "seat"
        SCREEN = "screen"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="tokens")
    seat = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE, related_name="tokens")
    role = models.CharField(max_length=10, choices=Role)
    hash = models.CharField(max_length=64, unique=True)
    # A one-time link for a second device: exchanged for a token of its own, then gone.
    is_link = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        """A seat's token has a seat, a screen's has none."""

        constraints = [
            models.CheckConstraint(
                condition=Q(role="seat", seat__isnull=False) | Q(role="screen", seat__isnull=True),
                name="token_seat_fits_role",
            )
        ]

    def __str__(self) -> str:
        return f"{self.role} token {self.pk}"


class GameFact(models.Model):
    """A printed fact as this table told or corrected it; pinned to the game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="facts")
    key = models.CharField(max_length=140)
    value = models.JSONField()

    class Meta:
        """One value a fact."""

        constraints = [models.UniqueConstraint(fields=["game", "key"], name="fact_once_a_game")]

    def __str__(self) -> str:
        return self.key


class HouseFact(models.Model):
    """A fact that a host's tables have told: offered to the host's next game of the edition."""

    host = models.ForeignKey(Host, on_delete=models.CASCADE, related_name="facts")
    edition = models.CharField(max_length=60)
    key = models.CharField(max_length=140)
    value = models.JSONField()
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        """One value a fact, in the order of their names."""

        ordering = ["edition", "key"]
        constraints = [
            models.UniqueConstraint(
                fields=["host", "edition", "key"], name="house_fact_once_a_host"
            )
        ]

    def __str__(self) -> str:
        return f"{self.edition}: {self.key}"

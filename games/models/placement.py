"""Where pieces lie: cards that are out of their deck or pile, coins on spaces, pieces of nobody."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models.game import Game, Seat
from games.rules.terms import Zone

_WITH_A_SEAT = [Zone.HAND.value, Zone.HELD.value, Zone.TROPHY.value, Zone.ASIDE.value]


class CardPlacement(models.Model):
    """One card out of its deck or pile. `card` is null while nobody told which card it is."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="cards")
    key = models.CharField(max_length=20)
    deck = models.CharField(max_length=60)
    card = models.CharField(max_length=60, null=True)
    zone = models.CharField(max_length=10, choices=[(z.value, z.value) for z in Zone])
    seat = models.ForeignKey(Seat, null=True, on_delete=models.RESTRICT, related_name="cards")
    space = models.CharField(max_length=60, null=True)
    order = models.PositiveIntegerField()

    class Meta:
        """A card is in one place: with a seat, on a space, or on neither."""

        constraints = [
            models.UniqueConstraint(fields=["game", "key"], name="card_in_one_place"),
            models.CheckConstraint(
                condition=(Q(zone__in=_WITH_A_SEAT, seat__isnull=False, space__isnull=True))
                | Q(zone=Zone.SPACE.value, seat__isnull=True, space__isnull=False)
                | Q(
                    zone__in=[Zone.DISCARD.value, Zone.OUT.value],
                    seat__isnull=True,
                    space__isnull=True,
                ),
                name="card_place_fits_zone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.card or self.deck}"


class SpaceTokens(models.Model):
    """Coins lying on a space."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="space_tokens")
    space = models.CharField(max_length=60)
    gold = models.PositiveSmallIntegerField()

    class Meta:
        """One row a space, none where nothing lies."""

        constraints = [
            models.UniqueConstraint(fields=["game", "space"], name="tokens_once_a_space"),
            models.CheckConstraint(condition=Q(gold__range=(1, 99)), name="tokens_lie_there"),
        ]

    def __str__(self) -> str:
        return f"{self.gold} on {self.space}"


class PiecePosition(models.Model):
    """A piece on the board that belongs to nobody, once it has left its starting space."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="pieces")
    piece = models.CharField(max_length=60)
    space = models.CharField(max_length=60)

    class Meta:
        """A piece is on one space."""

        constraints = [models.UniqueConstraint(fields=["game", "piece"], name="piece_in_one_place")]

    def __str__(self) -> str:
        return f"{self.piece} on {self.space}"

"""A seat's character in play: its dials with their starting values, its tokens, and what lasts."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models.game import Game, Seat
from games.rules.terms import Alignment, Status

_NUMBERS = (
    "strength",
    "craft",
    "life",
    "fate",
    "dark_fate",
    "gold",
    "start_strength",
    "start_craft",
    "start_life",
    "start_fate",
    "aside_gold",
    "toad",
    "lost_turns",
    "extra_turns",
)


class Character(models.Model):
    """One row a seat, from the moment it sits down; `status` says whether a character is in play."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="characters")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="character")
    status = models.CharField(
        max_length=10, choices=[(s.value, s.value) for s in Status], default=Status.WAITING.value
    )
    character = models.CharField(max_length=60, null=True)
    alignment = models.CharField(
        max_length=10, choices=[(a.value, a.value) for a in Alignment], null=True
    )
    space = models.CharField(max_length=60, null=True)
    strength = models.PositiveSmallIntegerField(default=0)
    craft = models.PositiveSmallIntegerField(default=0)
    life = models.PositiveSmallIntegerField(default=0)
    fate = models.PositiveSmallIntegerField(default=0)
    dark_fate = models.PositiveSmallIntegerField(default=0)
    gold = models.PositiveSmallIntegerField(default=0)
    start_strength = models.PositiveSmallIntegerField(default=0)
    start_craft = models.PositiveSmallIntegerField(default=0)
    start_life = models.PositiveSmallIntegerField(default=0)
    start_fate = models.PositiveSmallIntegerField(default=0)
    aside_gold = models.PositiveSmallIntegerField(default=0)
    toad = models.PositiveSmallIntegerField(default=0)
    lost_turns = models.PositiveSmallIntegerField(default=0)
    extra_turns = models.PositiveSmallIntegerField(default=0)
    first_turn = models.BooleanField(default=False)
    marks = models.JSONField(default=dict)

    class Meta:
        """No number below 0 or above what dials and boxes show; a character once a game; in play means on the board."""

        constraints = [
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{name}__range": (0, 99)}), name=f"character_{name}_in_range"
                )
                for name in _NUMBERS
            ),
            models.UniqueConstraint(
                fields=["game", "character"],
                condition=Q(character__isnull=False),
                name="character_once_a_game",
            ),
            models.CheckConstraint(
                condition=~Q(status=Status.IN_PLAY.value)
                | Q(
                    space__isnull=False,
                    character__isnull=False,
                    alignment__isnull=False,
                    life__gte=1,
                ),
                name="character_in_play_is_on_the_board",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.character or self.status} at seat {self.seat_id}"

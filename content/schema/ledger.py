"""The rules ledger: every rule of a rulebook as a numbered statement in our own words."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from content.schema.base import Frozen, RuleId, Slug, Words


class RuleKind(StrEnum):
    """What a rule is about."""

    SETUP = "setup"
    TURN = "turn"
    MOVEMENT = "movement"
    ENCOUNTER = "encounter"
    BATTLE = "battle"
    EVADE = "evade"
    OBJECT = "object"
    FOLLOWER = "follower"
    SPELL = "spell"
    ALIGNMENT = "alignment"
    ATTRIBUTE = "attribute"
    LIFE = "life"
    FATE = "fate"
    GOLD = "gold"
    LIMIT = "limit"
    SPACE = "space"
    TABLE = "table"
    CONDITION = "condition"
    DEATH = "death"
    CROSSING = "crossing"
    ENDING = "ending"
    VARIANT = "variant"
    DECK = "deck"
    CARD = "card"
    TERM = "term"
    COMPONENT = "component"


class Holds(StrEnum):
    """How the companion holds a rule.

    It computes what follows, refuses what is against it, reminds people of what they do on the table,
    or shows it as a fact of the catalogue.
    """

    COMPUTES = "computes"
    REFUSES = "refuses"
    REMINDS = "reminds"
    FACT = "fact"


class Case(Frozen):
    """A worked example with exactly one right answer."""

    given: Words
    when: Words
    then: Words


class LedgerRule(Frozen):
    """One rule: its place in the rulebook, the statement, cases, and a ruling where the text is silent."""

    id: RuleId
    title: Words
    section: Words
    kind: RuleKind
    holds: Holds = Holds.COMPUTES
    rule: Words
    cases: tuple[Case, ...] = Field(min_length=1)
    ruling: Words | None = None
    alternative: Words | None = None
    see: tuple[RuleId, ...] = ()


class Ledger(Frozen):
    """All rules of one edition."""

    edition: Slug
    title: Words
    terms: dict[str, Words] = {}
    rules: tuple[LedgerRule, ...]
    format: Literal[1] = 1

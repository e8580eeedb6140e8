"""What is printed as plain dicts: one function a noun, in the reader's language where there are words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from content.consistency.parts import cited_by, cites_of, parts_of
from content.library import pack, pack_hash
from content.schema.base import Fact
from content.schema.board import Space
from content.schema.cards import Card
from content.schema.characters import CharacterCard
from content.schema.ledger import LedgerRule
from content.schema.pack import Pack
from games.sentences import effects_in_words, offer_in_words

EDITION_AS_PRINTED = (
    "terms",
    "alignments",
    "card_types",
    "icons",
    "dials",
    "components",
    "policy",
    "known_gaps",
)


def edition_brief(edition_id: str) -> dict[str, Any]:
    edition = pack(edition_id).edition
    return {
        "id": edition.id,
        "title": edition.title,
        "version": edition.version,
        "base": edition.base,
        "pack_hash": pack_hash(edition_id),
        "seats_min": edition.policy.seats_min,
        "seats_max": edition.policy.seats_max,
    }


def edition_whole(edition_id: str) -> dict[str, Any]:
    p = pack(edition_id)
    plain = p.edition.model_dump(mode="json", by_alias=True)
    return {
        **edition_brief(edition_id),
        **{name: plain[name] for name in EDITION_AS_PRINTED},
        "variants": [
            {"id": variant.id, "title": variant.title, "rules": list(variant.cites)}
            for variant in p.edition.variants
        ],
        "rulings": [
            {
                "rule": rule.id,
                "title": rule.title,
                "ruling": rule.ruling,
                "alternative": rule.alternative,
            }
            for rule in p.rulings.values()
            if rule.id in p.other_readings
        ],
        "setup": [
            {
                "id": step.id,
                "title": step.title,
                "action": step.action,
                "per_seat": step.per_seat,
                "rules": list(step.cites),
            }
            for step in p.edition.setup
        ],
        "regions": [region_json(region) for region in p.board.regions],
        "decks": [
            {
                "id": deck.id,
                "name": deck.name,
                "kind": deck.kind,
                "size": deck.size,
                "is_secret": deck.secret,
                "known": len(deck.cards),
                "rules": list(deck.cites),
            }
            for deck in p.decks
        ],
    }


def region_json(region: Any) -> dict[str, Any]:
    return {
        "id": region.id,
        "name": region.name,
        "pace": region.pace,
        "ring": list(region.ring),
        "one_way": region.one_way,
        "ring_confidence": region.ring_confidence,
        "rules": list(region.cites),
    }


def fact_json(fact: Fact[Any]) -> dict[str, Any]:
    return {"value": fact.value, "confidence": fact.confidence}


def space_json(p: Pack, space: Space) -> dict[str, Any]:
    return {
        "id": space.id,
        "name": space.name,
        "region": space.region,
        "draws": fact_json(space.draws),
        "instructions": [
            {
                "id": trigger.id,
                "when": trigger.when,
                "alignment": trigger.alignment,
                "may": trigger.may,
                "text": offer_in_words(trigger, p),
                "rules": list(trigger.cites),
            }
            for trigger in space.triggers
        ],
        "ways": [
            {
                "id": link.id,
                "to": link.to,
                "kind": link.kind,
                "pay": {dial.value: price for dial, price in link.pay.items()},
                "confidence": link.confidence,
                "rules": list(link.cites),
            }
            for link in p.links_from.get(space.id, ())
        ],
        "rules": list(space.cites),
    }


def character_json(character: CharacterCard) -> dict[str, Any]:
    facts = character.facts
    return {
        "id": character.id,
        "name": character.name,
        "alignment": fact_json(character.alignment),
        "facts": facts.model_dump(mode="json", by_alias=True) if facts else None,
        "note": character.note,
        "rules": list(character.cites),
    }


def card_json(p: Pack, card: Card) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": card.name,
        "deck": p.deck_of[card.id],
        "type": card.type,
        "alignment": card.alignment,
        "number": card.number,
        "opposite_number": card.opposite_number,
        "strength": card.strength,
        "craft": card.craft,
        "copies": fact_json(card.copies),
        "told": card.told,
        "text": effects_in_words(card.do, p) if card.do else None,
        "note": card.note,
        "rules": list(card.cites),
    }


@cache
def citing(edition_id: str) -> dict[str, tuple[str, ...]]:
    return cited_by(pack(edition_id))


def rule_json(rule: LedgerRule, edition_id: str) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": rule.title,
        "section": rule.section,
        "kind": rule.kind,
        "rule": rule.rule,
        "cases": [
            {"given": case.given, "when": case.when, "then": case.then} for case in rule.cases
        ],
        "holds": rule.holds.value,
        "ruling": rule.ruling,
        "alternative": rule.alternative,
        "see": list(rule.see),
        "cited_by": list(citing(edition_id).get(rule.id, ())),
    }


def rules_of_space(p: Pack, space: Space) -> list[str]:
    """What a space rests on: itself, its instructions, and the ways that lead from it and to it."""
    ways = [link for link in p.board.links if space.id in {link.from_, link.to}]
    return _cites((space, *ways))


def rules_of_card(p: Pack, card: Card) -> list[str]:
    """What a card rests on, and the deck or pile it belongs to."""
    deck = p.decks_by_id[p.deck_of[card.id]]
    return list(dict.fromkeys([*_cites((card,)), *deck.cites]))


def _cites(parts: Iterable[Any]) -> list[str]:
    found = (rule for part in parts for _, one in parts_of(part) for rule in cites_of(one))
    return list(dict.fromkeys(found))


def rules_found(
    p: Pack,
    *,
    search: str | None,
    section: str | None,
    kind: str | None,
    among: Sequence[str] | None = None,
) -> list[LedgerRule]:
    """Rules that fit all that is asked; with words, those that have them in their title first.

    `among` are those that may be found, in the order in which they are told; None for all.
    """
    rules = [
        rule
        for rule in (p.ledger.rules if among is None else _named(p, among))
        if kind in {None, rule.kind}
        and (section is None or rule.section.casefold().startswith(section.casefold()))
    ]
    if search is None:
        return rules
    words = search.casefold().split()
    found = [rule for rule in rules if all(word in text_of(rule) for word in words)]
    return sorted(found, key=lambda rule: -sum(word in rule.title.casefold() for word in words))


def _named(p: Pack, ids: Sequence[str]) -> list[LedgerRule]:
    known = {rule.id: rule for rule in p.ledger.rules}
    return [known[rule] for rule in dict.fromkeys(ids) if rule in known]


def text_of(rule: LedgerRule) -> str:
    cases = (part for case in rule.cases for part in (case.given, case.when, case.then))
    told = (rule.id, rule.title, rule.section, rule.rule, rule.ruling, rule.alternative, *cases)
    return " ".join(part for part in told if part).casefold()

"""The box and its words: terms for everything, a policy that names what exists, counts that agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pydantic import ValidationError

from content.schema.cards import Deck, DeckKind
from content.schema.edition import Policy
from content.schema.pack import Pack

# Family words that sentences use whatever lies on the table; without a term people would read ours.
FAMILY_WORDS = (
    *("character", "figure", "alignment", "ability", "toad", "trophy"),
    *("adventure_card", "enemy", "stranger", "follower", "event", "place", "object", "spell"),
    *("space", "region", "turn", "battle", "battle_roll", "battle_score", "standoff"),
    *("evade", "ditch", "supply", "discard_pile"),
)


def problems_in_box(pack: Pack) -> Iterator[str]:
    """What is wrong with terms, policy, variants, set-up, decks and component counts."""
    yield from _terms(pack)
    yield from _policy(pack)
    for variant in pack.edition.variants:
        yield from problems_in_policy(pack, f"variant {variant.id}", variant.policy)
    for step, count in Counter(step.id for step in pack.edition.setup).items():
        if count > 1:
            yield f"set-up step {step} stands {count} times"
    for deck in pack.decks:
        yield from _deck(pack, deck)
    counted = pack.edition.components.others.get("character-cards", len(pack.characters))
    if counted != len(pack.characters):
        yield f"characters: there are {len(pack.characters)}, the components say {counted}"


def _terms(pack: Pack) -> Iterator[str]:
    edition = pack.edition
    held = sorted({kind for deck in pack.decks for kind in deck.holds})
    needed = (*FAMILY_WORDS, *edition.dials, *edition.alignments, *held)
    for word in dict.fromkeys(str(word) for word in needed):
        if word not in edition.terms:
            yield f"edition: terms have no word for {word}"
    for kind in held:
        if kind not in edition.card_types:
            yield f"edition: card_types have no name for {kind}, which a deck holds"


def _policy(pack: Pack) -> Iterator[str]:
    policy = pack.edition.policy
    for region in policy.evade_regions:
        if region not in pack.regions:
            yield f"edition: evade_regions name {region}, which is no region"
    for deck in (policy.adventure_deck, policy.spell_deck):
        if deck not in pack.decks_by_id:
            yield f"edition: the policy names the deck {deck}, which does not exist"


def problems_in_policy(pack: Pack, where: str, changes: Mapping[str, object]) -> Iterator[str]:
    """What is wrong with changes to the policy."""
    if unknown := sorted(set(changes) - set(Policy.model_fields)):
        yield f"{where}: {', '.join(unknown)} is no policy"
        return
    try:
        Policy.model_validate(pack.edition.policy.model_dump() | dict(changes))
    except ValidationError as error:
        yield f"{where}: {error.errors(include_url=False)[0]['msg']}"


def _deck(pack: Pack, deck: Deck) -> Iterator[str]:
    known = sum(card.copies.value or 1 for card in deck.cards)
    if known > deck.size:
        yield f"deck {deck.id}: its known cards are {known}, its size is {deck.size}"
    counted = pack.edition.components.others.get(f"{deck.id}-cards", deck.size)
    if counted != deck.size:
        yield f"deck {deck.id}: its size is {deck.size}, the components say {counted}"
    if deck.discards_to and deck.discards_to not in pack.decks_by_id:
        yield f"deck {deck.id}: it discards to {deck.discards_to}, which does not exist"
    if deck.secret and deck.kind is DeckKind.PILES:
        yield f"deck {deck.id}: open piles cannot be secret"
    for card in deck.cards:
        if card.type not in deck.holds:
            yield f"card {card.id}: the deck {deck.id} holds no {card.type}"

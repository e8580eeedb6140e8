"""What no single model can see: whether the parts of a pack fit each other.

`problems_in` returns every problem as a sentence. It knows no edition; what the core's topics and
registered rules are is handed in, because content does not import the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from pydantic import BaseModel, ValidationError

from content.schema import effects as e
from content.schema.board import Link, LinkKind, Pace, Region
from content.schema.cards import Deck, DeckKind
from content.schema.characters import CharacterFacts
from content.schema.edition import Policy
from content.schema.pack import Pack

# Family words that sentences use whatever is on the board; an edition that lacks one shows ours.
FAMILY_WORDS = (
    "character", "figure", "alignment", "adventure_card", "enemy", "stranger", "follower", "event",
    "place", "object", "spell", "trophy", "toad", "ability", "space", "region", "turn", "battle",
    "battle_roll", "battle_score", "standoff", "evade", "ditch", "supply", "discard_pile",
)  # fmt: skip


def problems_in(
    pack: Pack, *, topics: Collection[str] = (), rule_names: Collection[str] | None = None
) -> list[str]:
    """Everything about a pack that does not fit, in a stable order; an empty list if it is sound.

    Args:
        pack: The pack, read and valid by itself.
        topics: What the core cites; each must be a key of the edition's `cites`.
        rule_names: The registered rules; None leaves `rule:` unchecked.
    """
    return [
        *_terms(pack),
        *_policy(pack),
        *_topics(pack, topics),
        *_regions(pack),
        *_links(pack),
        *_box(pack),
        *_references(pack),
        *_ledger(pack),
        *_rules(pack, rule_names),
    ]


def rule_names_in(pack: Pack) -> frozenset[str]:
    """The named rules that a pack calls; each needs a function in `games.rules`."""
    return frozenset(part.rule for _, part in parts_of(pack) if isinstance(part, e.Named))


def parts_of(model: object, within: str = "") -> Iterator[tuple[str, BaseModel]]:
    """Every model inside a model, itself included, with the nearest id it belongs to."""
    if isinstance(model, BaseModel):
        within = str(getattr(model, "id", within))
        yield within, model
        for name in type(model).model_fields:
            yield from parts_of(getattr(model, name), within)
    elif isinstance(model, dict):
        for value in model.values():
            yield from parts_of(value, within)
    elif isinstance(model, tuple):
        for value in model:
            yield from parts_of(value, within)


def cites_of(part: object) -> tuple[str, ...]:
    """The ledger ids that a part of a pack names."""
    if isinstance(part, e.RollWhat):
        return (*part.shift_cites, *(rule for cites in part.row_cites.values() for rule in cites))
    cites = getattr(part, "cites", ())
    return tuple(rule for ids in cites.values() for rule in ids) if isinstance(cites, dict) else cites


def _terms(pack: Pack) -> Iterator[str]:
    edition = pack.edition
    held = {kind for deck in pack.decks for kind in deck.holds}
    needed = {*edition.dials, *edition.alignments, *held}
    words = [*FAMILY_WORDS, *sorted(str(word.value) for word in needed)]
    for word in dict.fromkeys(words):
        if word not in edition.terms:
            yield f"edition: terms have no word for {word}"
    for kind in sorted(held - set(edition.card_types)):
        yield f"edition: card_types have no name for {kind}, which a deck holds"


def _policy(pack: Pack) -> Iterator[str]:
    policy = pack.edition.policy
    for region in policy.evade_regions:
        if region not in pack.regions:
            yield f"edition: evade_regions name {region}, which is no region"
    for deck in (policy.adventure_deck, policy.spell_deck):
        if deck not in pack.decks_by_id:
            yield f"edition: the policy names the deck {deck}, which does not exist"
    for variant in pack.edition.variants:
        if unknown := sorted(set(variant.policy) - set(Policy.model_fields)):
            yield f"variant {variant.id}: changes {', '.join(unknown)}, which is no policy"
            continue
        try:
            Policy.model_validate(policy.model_dump() | variant.policy, strict=False)
        except ValidationError as error:
            yield f"variant {variant.id}: {error.errors(include_url=False)[0]['msg']}"
    for step, count in Counter(step.id for step in pack.edition.setup).items():
        if count > 1:
            yield f"set-up step {step} stands {count} times"


def _topics(pack: Pack, topics: Collection[str]) -> Iterator[str]:
    for topic in sorted(set(topics) - set(pack.edition.cites)):
        yield f"edition: cites have no entry for the topic {topic}"
    if topics:
        for topic in sorted(set(pack.edition.cites) - set(topics)):
            yield f"edition: cites name the topic {topic}, which the core does not know"
    for topic, cites in pack.edition.cites.items():
        if not cites:
            yield f"edition: the topic {topic} cites no rule"


def _regions(pack: Pack) -> Iterator[str]:
    for space in pack.board.spaces:
        if space.region not in pack.regions:
            yield f"space {space.id}: its region {space.region} does not exist"
    for region in pack.board.regions:
        if region.ring:
            yield from _ring(pack, region)
        elif region.pace is Pace.ROLL:
            yield f"region {region.id}: moves are rolled there, so its spaces must form a ring"


def _ring(pack: Pack, region: Region) -> Iterator[str]:
    for space, count in Counter(region.ring).items():
        if space not in pack.spaces:
            yield f"region {region.id}: its ring names {space}, which is no space"
        elif pack.spaces[space].region != region.id:
            yield f"region {region.id}: its ring names {space}, which lies in {pack.spaces[space].region}"
        if count > 1:
            yield f"region {region.id}: {space} stands {count} times in its ring"
    for space in pack.board.spaces:
        if space.region == region.id and space.id not in region.ring:
            yield f"region {region.id}: {space.id} is missing from its ring"
    if len(region.ring) < 3:
        yield f"region {region.id}: a ring has at least three spaces"
    after = dict(zip(region.ring, (*region.ring[1:], *region.ring[:1]), strict=True))
    for run in region.printed_runs:
        for first, second in zip(run, run[1:], strict=False):
            if after.get(first) != second:
                yield f"region {region.id}: the run puts {second} after {first}, the ring does not"


def _links(pack: Pack) -> Iterator[str]:
    links = pack.board.links
    for link in links:
        for end in (link.from_, link.to):
            if end not in pack.spaces:
                yield f"link {link.id}: {end} is no space"
        if link.from_ == link.to:
            yield f"link {link.id}: it leads nowhere"
        if link.kind is LinkKind.GATE and not link.task:
            yield f"link {link.id}: a gate needs a task"
        if link.kind is LinkKind.GATE and not _back(pack, link):
            yield f"link {link.id}: no link leads back from {link.to} to {link.from_}"
        if link.pay_card and link.pay_card not in pack.cards:
            yield f"link {link.id}: the card {link.pay_card} does not exist"
    for space in sorted(set(pack.spaces) - _reached(pack)):
        yield f"space {space}: no ring and no link leads there"
    for here, there in pack.board.opposite.items():
        for space in (here, there.value):
            if space is not None and space not in pack.spaces:
                yield f"opposite: {space} is no space"
    for piece in pack.board.pieces:
        if piece.start not in pack.spaces:
            yield f"piece {piece.id}: {piece.start} is no space"


def _back(pack: Pack, link: Link) -> bool:
    return any(other.to == link.from_ for other in pack.links_from.get(link.to, ()))


def _reached(pack: Pack) -> set[str]:
    """The spaces that a figure of the first ring can come to, by whatever way."""
    rings = {space: region.ring for region in pack.board.regions for space in region.ring}
    to_see = [space.id for space in pack.board.spaces[:1]]
    seen: set[str] = set()
    while to_see:
        here = to_see.pop()
        if here not in seen:
            seen.add(here)
            to_see += [*rings.get(here, ()), *(link.to for link in pack.links_from.get(here, ()))]
    return seen


def _box(pack: Pack) -> Iterator[str]:
    for deck in pack.decks:
        known = sum(card.copies.value or 1 for card in deck.cards)
        if known > deck.size:
            yield f"deck {deck.id}: its known cards are {known}, the box holds {deck.size}"
        if deck.discards_to and deck.discards_to not in pack.decks_by_id:
            yield f"deck {deck.id}: it discards to {deck.discards_to}, which does not exist"
        for card in deck.cards:
            if card.type not in deck.holds:
                yield f"card {card.id}: {deck.id} holds no {card.type}"
    sizes = pack.edition.components.others
    for deck in pack.decks:
        if sizes.get(f"{deck.id}-cards", deck.size) != deck.size:
            yield f"deck {deck.id}: {deck.size} cards, the components say {sizes[f'{deck.id}-cards']}"
    if sizes.get("character-cards", len(pack.characters)) != len(pack.characters):
        yield f"characters: there are {len(pack.characters)}, the components say {sizes['character-cards']}"


def _references(pack: Pack) -> Iterator[str]:
    """Spaces, cards and decks that effects and characters name."""
    trigger_ids = Counter(trigger.id for space in pack.board.spaces for trigger in space.triggers)
    for trigger, count in trigger_ids.items():
        if count > 1:
            yield f"trigger {trigger} stands {count} times on the board"
    piles = {card.id for deck in pack.decks if deck.kind is DeckKind.PILES for card in deck.cards}
    for within, part in parts_of((pack.board, pack.characters, pack.decks)):
        for what, name, known in _named(part, pack, piles):
            if name not in known:
                yield f"{within}: {name} is no {what}"


def _named(part: BaseModel, pack: Pack, piles: set[str]) -> Iterator[tuple[str, str, Collection[str]]]:
    if isinstance(part, e.DrawWhat):
        yield "deck", part.deck, pack.decks_by_id
    elif isinstance(part, e.TakeWhat):
        yield "card of an open pile", part.card, piles
    elif isinstance(part, e.Shop):
        yield from (("card of an open pile", card, piles) for card in part.shop)
    elif isinstance(part, e.Move):
        yield "space", part.move_to, pack.spaces
    elif isinstance(part, e.Place) and part.space:
        yield "space", part.space, pack.spaces
    elif isinstance(part, CharacterFacts):
        yield "space", part.start, pack.spaces
        yield from (("card of an open pile", card, piles) for card in part.start_cards)
    elif isinstance(part, Deck) and part.kind is DeckKind.PILES and part.secret:
        yield "secret, being open piles", part.id, ()


def _ledger(pack: Pack) -> Iterator[str]:
    for within, part in parts_of((pack.edition, pack.board, pack.characters, pack.decks)):
        for rule in dict.fromkeys(cites_of(part)):
            if rule not in pack.rules:
                yield f"{within}: it cites {rule}, which the ledger does not have"
    for rule in pack.ledger.rules:
        for other in rule.see:
            if other not in pack.rules:
                yield f"{rule.id}: it refers to {other}, which the ledger does not have"
            elif other == rule.id:
                yield f"{rule.id}: it refers to itself"
    for word, said in pack.ledger.terms.items():
        term = pack.edition.terms.get(word)
        if term is None or term.one != said:
            yield f"ledger: its word for {word} is {said}, the edition's is {term.one if term else 'missing'}"


def _rules(pack: Pack, rule_names: Collection[str] | None) -> Iterator[str]:
    if rule_names is not None:
        for name in sorted(rule_names_in(pack) - set(rule_names)):
            yield f"rule {name} is named but not registered"

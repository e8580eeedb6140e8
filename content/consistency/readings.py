"""Other readings: for each rule that names one and no other, of things there are, no two of one field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from content.consistency.box import problems_in_policy
from content.schema.pack import Pack
from content.schema.rulings import OtherReading, TriggerDiffers


def problems_in_readings(pack: Pack) -> Iterator[str]:
    """What is wrong with the readings that a table may choose."""
    for reading in pack.readings:
        if reading.id not in pack.rulings:
            yield f"reading {reading.id}: the ledger names no other reading of it"
        yield from problems_in_policy(pack, f"reading {reading.id}", reading.policy)
        yield from _strangers(pack, reading)
    for rule in pack.rulings:
        if rule not in pack.other_readings:
            yield f"{rule}: it names another reading, which readings.yaml does not have"
    yield from _collisions(pack)


def _strangers(pack: Pack, reading: OtherReading) -> Iterator[str]:
    for kind, named, known in (
        ("space", reading.spaces, pack.spaces),
        ("trigger", reading.triggers, pack.triggers),
        ("link", reading.links, pack.links),
    ):
        for name in named:
            if name not in known:
                yield f"reading {reading.id}: {name} is no {kind}"


def _collisions(pack: Pack) -> Iterator[str]:
    """Fields that two readings, or a reading and a variant, would set to different things."""
    places = [(f"reading {reading.id}", _places(pack, reading)) for reading in pack.readings]
    of_variants = [
        (f"variant {variant.id}", [f"policy {name}" for name in variant.policy])
        for variant in pack.edition.variants
    ]
    pairs = [*combinations(places, 2), *((one, two) for one in places for two in of_variants)]
    for (one, mine), (other, theirs) in pairs:
        for place in sorted(set(mine) & set(theirs)):
            yield f"{one} and {other} both change {place}"
    for one, mine in places:
        for place, times in Counter(mine).items():
            if times > 1:
                yield f"{one} changes {place} twice"


def _places(pack: Pack, reading: OtherReading) -> list[str]:
    """What it changes; whoever lists a space's instructions anew changes every field of them."""
    listed = [
        pack.spaces[name].triggers
        for name, space in reading.spaces.items()
        if name in pack.spaces and space.triggers is not None
    ]
    return reading.places() + [
        f"trigger {trigger.id} {field}"
        for triggers in listed
        for trigger in triggers
        for field in TriggerDiffers.model_fields
    ]

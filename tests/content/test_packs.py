"""Every pack in the box of packs is sound: this is what a new edition has to pass."""

from __future__ import annotations

import pytest

from content.consistency import problems_in
from content.library import editions, pack
from games.rules.topics import Topic

TOPICS = tuple(topic.value for topic in Topic)
each_edition = pytest.mark.parametrize("edition_id", editions())


@each_edition
def test_its_parts_fit_each_other(edition_id: str) -> None:
    assert problems_in(pack(edition_id), topics=TOPICS) == []


@each_edition
def test_a_base_edition_says_where_its_rulebook_treats_every_topic(edition_id: str) -> None:
    edition = pack(edition_id).edition

    assert edition.base or set(edition.cites) == set(TOPICS)


@each_edition
def test_rulings_tell_what_is_decided_and_alternatives_have_one(edition_id: str) -> None:
    rules = pack(edition_id).ledger.rules

    assert [rule.id for rule in rules if rule.alternative and not rule.ruling] == []


@each_edition
def test_an_edition_owns_up_to_what_it_does_not_know(edition_id: str) -> None:
    whole = pack(edition_id)
    facts_missing = any(character.facts is None for character in whole.characters)

    assert whole.edition.known_gaps or not facts_missing

"""Random legal play: whatever people do within the rules, the books stay right and nobody is stuck."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.actions.base import Action
from games.rules.asks import Amount, Answer, Ask, Choose, Describe, Draw, Roll, Tell
from games.rules.legality import Legal, check_action, legal_actions, problems_with_table, rule_of
from games.rules.runner import Resolved, run
from games.rules.table import Table
from games.rules.terms import CardType, Phase, Zone
from games.rules.verbs.cards import object_limit
from tests.builders import a_table, act
from tests.played import played

CARDS: dict[str, list[dict[str, Any]]] = {
    "encounter": [
        {"id": "thug", "name": "Thug", "type": "enemy", "number": 2, "strength": 2},
        {"id": "trooper", "name": "Trooper", "type": "enemy", "number": 2, "strength": 3},
        {"id": "sith", "name": "Sith", "type": "enemy", "alignment": "evil", "craft": 3},
        {"id": "rebel", "name": "Rebel", "type": "follower", "alignment": "good", "strength": 3},
        {"id": "droid", "name": "Droid", "type": "follower", "told": False},
        {"id": "sage", "name": "Sage", "type": "stranger", "number": 4},
        {"id": "storm", "name": "Storm", "type": "event", "number": 1},
        {"id": "cave", "name": "Cave", "type": "place", "do": [{"gain": "gold"}], "told": False},
        {"id": "lamp", "name": "Lamp", "type": "object", "number": 5},
        {"id": "shield", "name": "Shield", "type": "object", "prevents_life_loss": True},
    ],
    "force-skill": [
        {"id": "push", "name": "Push", "type": "spell", "do": [{"gain": "gold"}], "told": False},
        {"id": "rage", "name": "Rage", "type": "spell", "alignment": "evil"},
        {"id": "calm", "name": "Calm", "type": "spell", "alignment": "good"},
    ],
}


def told(table: Table, chance: Random) -> list[dict[str, Any]]:
    """What some card on paper did, in any of the effect words."""
    spells, cards = table.policy.spell_deck, table.policy.adventure_deck
    goods = [card.id for deck in table.pack.decks if table.is_pile(deck.id) for card in deck.cards]
    good, other = chance.sample(goods, 2)
    space = chance.choice(list(table.pack.spaces))
    rows = {"1-3": [{"lose": "life"}], "4-6": [{"gain": "strength"}]}
    two = [{"id": "a", "do": [{"gain": "life"}]}, {"id": "b", "do": [{"gain": "craft"}]}]
    said: list[list[dict[str, Any]]] = [
        [],
        [{"gain": {"craft": 1, "life": 2}}],
        [{"lose": {"life": 1, "strength": 1}}],
        [{"gain": {"gold": 9}}, {"lose": "fate"}],
        [{"lose": {"gold": 2}}, {"gain": {"fate": 2}}],
        [{"draw": spells}],
        [{"draw": cards}],
        [{"discard": "object"}, {"discard": "follower"}, {"discard": "spell"}],
        [{"take": good}],
        [{"shop": {good: 1, other: 2}}],
        [{"toad": 2}],
        [{"turns": 1}],
        [{"turns": -1}],
        [{"move_to": space}],
        [{"place": "discard"}],
        [{"place": "elsewhere", "space": space}],
        [{"fight": {"name": "A spirit", "craft": 4, "won": [{"gain": "gold"}]}}],
        [{"roll": {"dice": 1, "rows": rows}}],
        [{"lose": "life", "seat": "bob"}, {"gain": "gold", "seat": "cat"}],
        [{"choose": two}],
    ]
    return chance.choice(said)


def start(pack: str) -> Table:
    """Three seats with something of everything."""
    if pack == "star-wars":
        return start_star_wars()
    table = a_table(
        pack,
        ann={"fate": 2, "gold": 3, "strength": 4, "craft": 4, "spells": ["might", "unseen"]},
        bob={"fate": 1, "gold": 2, "objects": ["cloak", "rope"], "followers": ["guard"]},
        cat={"fate": 1, "gold": 1, "craft": 6, "objects": ["armour"], "trophies": ["bear"]},
    )
    if table.policy.reroll == "light-and-dark":
        table.figures["bob"].dark_fate = table.figures["cat"].dark_fate = 3
    return table


def start_star_wars() -> Table:
    """In the Outer Region."""
    return a_table(
        "star-wars",
        cards=CARDS,
        ann={
            "alignment": "good",
            "at": "kiros",
            "fate": 2,
            "gold": 3,
            "strength": 4,
            "craft": 4,
            "life": 3,
            "life_of": 4,
            "objects": ["blaster", "lamp"],
            "spells": ["push", "unseen"],
        },
        bob={
            "alignment": "evil",
            "at": "dathomir",
            "fate": 1,
            "gold": 2,
            "strength": 5,
            "craft": 2,
            "followers": ["droid"],
            "trophies": ["thug", "trooper"],
        },
        cat={"alignment": "good", "at": "mandalore", "gold": 1, "strength": 3, "craft": 6},
        spaces={"lothal": ["cave", {"gold": 1}], "serenno": ["sith"]},
    )


def answer_to(ask: Ask, table: Table, chance: Random) -> Answer:
    """Any legal answer to a question."""
    match ask:
        case Roll():
            return {"roll": [chance.randint(1, ask.faces) for _ in range(ask.dice)]}
        case Choose():
            return {"choose": chance.choice(ask.to_json()["options"])}
        case Amount():
            return {"amount": chance.randint(ask.least, ask.most)}
        case Draw():
            return {"cards": drawn(ask, table, chance)}
        case Tell():
            return {"effects": told(table, chance)}
        case Describe():
            return {"facts": facts(table, ask.subject, chance)}
    raise AssertionError(ask)


def drawn(ask: Draw, table: Table, chance: Random) -> list[dict[str, Any]]:
    known = ask.to_json()["known"]
    named = chance.sample(known, ask.count) if chance.random() < 0.8 else []
    cards: list[dict[str, Any]] = [{"card": card} for card in named]
    while len(cards) < ask.count:
        if ask.may_be_unseen:
            cards.append({})
            continue
        number = len(table.facts) + len(cards)
        kind = chance.choice(["enemy", "object", "event", "place", "stranger", "follower"])
        card = {"id": f"new-{number}", "name": f"New {number}", "type": kind}
        cards.append({"new": card | ({"strength": 4} if kind == "enemy" else {})})
    return cards


def facts(table: Table, character: str, chance: Random) -> dict[str, Any]:
    printed = table.pack.characters_by_id[character].alignment
    side = str(printed.value) if printed.is_printed else chance.choice(["good", "evil"])
    return {
        "alignment": side,
        "strength": chance.randint(2, 5),
        "craft": chance.randint(2, 5),
        "life": chance.randint(3, 5),
        "fate": chance.randint(0, 3),
        "spells": chance.randint(0, 2),
        "start": chance.choice(table.pack.regions["outer"].ring),
    }


def offers(table: Table) -> list[Legal]:
    """Everything that anybody can do now, each of which must really be allowed."""
    found = [legal for seat in table.order for legal in legal_actions(table, seat)]
    for legal in found:
        check_action(table, act(legal.kind, legal.seat, **legal.offer.params))
    return found


def choose(table: Table, chance: Random) -> Action:
    found = offers(table)
    due = [legal for legal in found if legal.offer.due]
    assert due, "nobody can do anything that the turn needs"
    if chance.random() < 0.1:
        seat = chance.choice(table.order)
        return act("tell", seat, source="card", name="A card", effects=told(table, chance))
    legal = chance.choice(due if chance.random() < 0.7 else found)
    return act(legal.kind, legal.seat, **legal.offer.params)


def answers_for(table: Table, action: Action, chance: Random) -> list[Answer]:
    answers: list[Answer] = []
    while not isinstance(waiting := run(table, rule_of(action), answers), Resolved):
        answers.append(answer_to(waiting.ask, waiting.table, chance))
        assert len(answers) < 200, "it asks for ever"
    return answers


def check_books(table: Table) -> None:
    assert problems_with_table(table) == []
    orders = [placement.order for placement in table.cards.values()]
    assert len(orders) == len(set(orders))
    assert max(orders, default=0) <= table.serial
    for figure in table.figures.values():
        mine = [p for p in table.cards.values() if p.seat == figure.seat]
        if not figure.in_play:
            assert all(placement.zone is Zone.ASIDE for placement in mine)
            assert (figure.gold, figure.fate, figure.strength, figure.space) == (0, 0, 0, None)
        limit = object_limit(table, figure)
        assert limit is None or len(table.held(figure.seat, CardType.OBJECT)) <= limit
    for placement in table.cards.values():
        on_space = placement.zone is Zone.SPACE
        assert (placement.space is not None) == on_space
        lies_free = on_space or placement.zone is Zone.DISCARD
        assert (placement.seat is None) == lies_free


def play(seed: int, steps: int, pack: str = "star-wars") -> Table:
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    table = start(pack)
    check_books(table)
    for _ in range(steps):
        if table.turn.phase is Phase.OVER:
            break
        action = choose(table, chance)
        table = played(table, action, answers_for(table, action, chance))
        check_books(table)
    return table


@settings(max_examples=4, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_books_stay_right_through_a_hundred_legal_steps(seed: int) -> None:
    play(seed, 100)


@pytest.mark.parametrize("pack", ["fates", "bat", "streets", "offers", "loose", "horde"])
@settings(max_examples=2, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1))
def test_so_they_do_by_the_rules_of_other_books(pack: str, seed: int) -> None:
    play(seed, 60, pack)

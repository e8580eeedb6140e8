"""Everything that happens, is asked, offered or refused in a random game has words."""

from __future__ import annotations

from random import Random

from games.rules.asks import Ask, Choose
from games.rules.errors import Problem
from games.rules.legality import Legal
from games.rules.table import Table
from games.sentences import action_label, names_of, sentence, story
from tests.rules.playing import Step

PEOPLE = {
    "ann": "Anna",
    "bob": "Ben",
    "cat": "Cleo",
    "dan": "Dan",
    "eve": "Eva",
    "fay": "Fay",
}
SHARE = 0.15


class Wording:
    """Puts into words a share of what a game shows."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)  # noqa: S311 - a game, not a secret

    def steps_have_words(self, step: Step) -> None:
        """What happened is a story."""
        if self.chance.random() < SHARE:
            table = step.outcome.table
            entry = {
                "kind": step.action.kind,
                "seat": step.action.seat,
                "params": step.action.params,
                "changes": [change.to_json() for change in table.changes],
                "notes": [note.to_json() for note in table.notes],
            }
            assert_readable(story(entry, table.pack, names_of(step.before, PEOPLE)))

    def offers_have_words(self, table: Table, offers: list[Legal]) -> None:
        """What may be done is a button."""
        if self.chance.random() < SHARE:
            for legal in offers:
                names = names_of(table, PEOPLE, reader=legal.seat)
                label = action_label(legal.kind, legal.offer.params, table.pack, names)
                assert_readable(label)

    def asks_have_words(self, table: Table, ask: Ask) -> None:
        """What is asked is a question, and every option says what it does or why it is barred."""
        if self.chance.random() > SHARE:
            return
        names = names_of(table, PEOPLE, reader=ask.seat)
        assert_readable(sentence(ask, table.pack, names))
        for option in ask.options if isinstance(ask, Choose) else ():
            assert_readable(sentence(option, table.pack, names))
            if option.barred:
                assert_readable(sentence(option.barred, table.pack, names))

    def refusals_have_words(self, table: Table, problems: tuple[Problem, ...]) -> None:
        """What is refused says why."""
        for problem in problems:
            assert_readable(sentence(problem, table.pack, names_of(table, PEOPLE)))


def assert_readable(text: str) -> None:
    """A sentence without holes."""
    assert text.strip(), "it says nothing"
    assert not {"{", "}"} & set(text), text
    assert "None" not in text, text

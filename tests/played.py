"""The proof that goes with every action: what it changes is written down whole, and can be undone.

>>> from tests.builders import a_table, act, look_figure
>>> table = a_table("plain", ann={"at": "inn"}, bob={})
>>> moved = played(table, act("move", "ann", to="wood"), [{"roll": [2]}])
>>> look_figure(moved, "ann", ["at"])
{'at': 'wood'}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from games.rules.actions.base import Action
from games.rules.asks import Answer, Ask
from games.rules.changes import Change, Note, squeezed
from games.rules.errors import RulesError
from games.rules.legality import check_action, problems_with_table, rule_of
from games.rules.runner import Asking, Resolved, run
from games.rules.table import Table
from tests.builders import snapshot

BY_HAND = frozenset({"correct", "state_of_table"})


def played(table: Table, action: Action, answers: Sequence[Answer] = ()) -> Table:
    """Do an action with all its answers, prove everything that holds of every action.

    Returns:
        The table after it, with its changes and notes.
    """
    before = snapshot(table)
    resolved = resolve(table, action, answers)
    after = resolved.table
    assert snapshot(table) == before, "the table itself was touched"
    prove(table, after, by_hand=action.kind in BY_HAND)
    again = run(table, rule_of(action), answers)
    assert isinstance(again, Resolved)
    assert again.table.changes == after.changes, "the second run changed something else"
    assert again.table.notes == after.notes, "the second run said something else"
    return after


def resolve(table: Table, action: Action, answers: Sequence[Answer]) -> Resolved:
    """Check an action and run it, once with ever more answers and once with all of them."""
    check_action(table, action)
    for given in range(len(answers)):
        waiting = run(table, rule_of(action), answers[:given])
        assert isinstance(waiting, Asking), f"it needed {given} answers, not {len(answers)}"
    outcome = run(table, rule_of(action), answers)
    assert isinstance(outcome, Resolved), f"it still asks {outcome.ask.to_json()}"
    return outcome


def ask_of(table: Table, action: Action, answers: Sequence[Answer] = ()) -> Ask:
    """The question that an action stops at after some answers."""
    check_action(table, action)
    waiting = run(table, rule_of(action), answers)
    assert isinstance(waiting, Asking), "it asks nothing more"
    return waiting.ask


def refused(table: Table, action: Action, answers: Sequence[Answer] = ()) -> RulesError:
    """Prove that the last answer is refused, or the action if there is none, and nothing changed.

    Returns:
        The refusal.
    """
    before = snapshot(table)
    if refusal := _refusal(lambda: check_action(table, action)):
        assert not answers, f"the action itself was refused: {refusal}"
        return refusal
    rule = rule_of(action)
    for given in range(len(answers)):
        early = _refusal(lambda: run(table, rule, answers[:given]))  # noqa: B023 - called at once
        assert early is None, f"answer {given} was refused: {early}"
    refusal = _refusal(lambda: run(table, rule, answers))
    assert refusal, "it was not refused"
    assert getattr(refusal, "position", len(answers) - 1) == len(answers) - 1
    assert snapshot(table) == before, "a refused action changed the table"
    return refusal


def _refusal(tried: Callable[[], object]) -> RulesError | None:
    try:
        tried()
    except RulesError as refusal:
        return refusal
    return None


def prove(before: Table, after: Table, *, by_hand: bool = False) -> None:
    """Prove that the changes lead from one table to the other and back, and cite the ledger."""
    assert _applied(before, after.changes) == snapshot(after), "before + changes is not after"
    assert _applied(before, squeezed(after.changes)) == snapshot(after), "squeezed, it differs"
    back = after.copy()
    for change in reversed(after.changes):
        change.revert(back)
    assert snapshot(back) == snapshot(before), "after - changes is not before"
    for change in after.changes:
        assert Change.from_json(json.loads(json.dumps(change.to_json()))) == change
        assert by_hand or change.cites, f"{change} cites nothing"
        _check_cites(after, change.cites)
    for note in after.notes:
        assert Note.from_json(json.loads(json.dumps(note.to_json()))) == note
        _check_cites(after, note.cites)
    new = [one for one in problems_with_table(after) if one not in problems_with_table(before)]
    assert new == [], "the action led to an impossible table"


def _applied(before: Table, changes: Sequence[Change]) -> dict[str, object]:
    copy = before.copy()
    for change in changes:
        assert copy.get(change.what, change.id, change.field) == change.before, change
        change.apply(copy)
    return snapshot(copy)


def _check_cites(table: Table, cites: tuple[str, ...]) -> None:
    unknown = [rule for rule in cites if rule not in table.pack.rules]
    assert not unknown, f"not in the ledger: {unknown}"

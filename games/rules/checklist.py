"""What must still be done: the steps of set-up, and what a turn still owes."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.actions.ending import is_here
from games.rules.legality import legal_actions
from games.rules.table import Figure, Table
from games.rules.terms import Phase, Status
from games.rules.topics import Topic

_MOVES = frozenset({"move", "step", "cross", "cross_by_card"})


@dataclass(frozen=True, slots=True)
class Step:
    """One step of set-up: done or not, and for whom it is still open."""

    id: str
    action: str
    done: bool
    waiting: tuple[str, ...]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Due:
    """One thing that a turn owes or offers: who, what, and the action that closes it.

    `reminds` are rules about what only people can see to at this point.
    """

    seat: str
    what: str
    action: str
    optional: bool
    params: dict[str, object]
    reminds: tuple[str, ...] = ()


def checklist(t: Table) -> list[Step]:
    """The set-up steps of the edition in their order, each with who has still to do it."""
    steps = []
    for step in t.pack.edition.setup:
        waiting = tuple(
            f.seat for f in t.figures.values() if step.per_seat and not _did(t, f, step.action)
        )
        done = not waiting if step.per_seat else _done(t, step.action)
        steps.append(Step(step.id, step.action, done, waiting, step.cites))
    return steps


def _done(t: Table, action: str) -> bool:
    return t.turn.phase is not Phase.SETUP or action in t.setup


def _did(t: Table, figure: Figure, action: str) -> bool:
    if figure.status not in {Status.WAITING, Status.CHOSEN}:
        return True
    if action == "deal_characters":
        return (
            bool(figure.marks.get("dealt"))
            or figure.status is Status.CHOSEN
            or t.policy.free_choice
        )
    if action == "choose_character":
        return figure.status is Status.CHOSEN
    return action == "deal_spells" and bool(figure.marks.get("spells_dealt"))


def to_do(t: Table) -> list[Due]:
    """What the table owes now, in its order, and what is only offered; each with its action.

    Only what everybody may know is listed.
    """
    me = t.active
    seats = (me.seat,) if me and is_here(me) else t.order
    found: dict[tuple[str, str, str], Due] = {}
    for seat in seats:
        for legal in legal_actions(t, seat):
            if legal.offer.secret or legal.offer.closes is None:
                continue
            due = Due(
                seat,
                legal.offer.closes,
                legal.kind,
                not legal.offer.due,
                legal.offer.params,
                _reminders(t, t.figures[seat], legal.kind),
            )
            found.setdefault((seat, due.what, due.action), due)
    return list(found.values())


def _reminders(t: Table, me: Figure, action: str) -> tuple[str, ...]:
    """What comes before a move, and on which side the card of a character lies."""
    before = t.cite(Topic.BEFORE_MOVE) if action in _MOVES else ()
    turned = t.cite(Topic.TOAD_LENGTH) if me.toad and action in {*_MOVES, "end_turn"} else ()
    return before + turned

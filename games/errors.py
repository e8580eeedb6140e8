"""Refusals of the services: who may, when, and in which order; the rules have refusals of their own.

Each has a stable `code`, the HTTP `status` it is told with, and `params` for its sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.errors import Problem


class ServiceError(Exception):
    """Anything the services refuse."""

    code = "refused"
    status = 409
    # The ids of the rules it rests on, where the rulebook has a say in it.
    rules: Sequence[str] = ()

    def __init__(self, **params: Any) -> None:
        super().__init__(self.code)
        self.params = params


class NotFound(ServiceError):
    """There is no such thing at this table, or not for this reader."""

    code = "not_found"
    status = 404


class GameDeleted(NotFound):
    """The game was deleted; it can be brought back for 30 days."""

    code = "game_deleted"


class NotAllowed(ServiceError):
    """This role may not do this."""

    code = "not_allowed"
    status = 403


class NotYourSeat(NotAllowed):
    """The action or answer is another seat's, and the table lets nobody else log it."""

    code = "not_your_seat"


class HostOnly(NotAllowed):
    """Only the host may do this."""

    code = "host_only"


class StaleVersion(ServiceError):
    """The table has moved on since the version the client acted on.

    `entries` are the log entries missed, as their reader may see them.
    """

    code = "stale_version"
    status = 412

    def __init__(self, *, version: int, entries: list[dict[str, Any]]) -> None:
        super().__init__(version=version)
        self.entries = entries


class KeyReused(ServiceError):
    """The idempotency key was sent before, with another body."""

    code = "key_reused"
    status = 422


class QuestionOpen(ServiceError):
    """A question waits for its answer; `question` is that question as this reader may see it."""

    code = "question_open"

    def __init__(self, *, question: dict[str, Any], **params: Any) -> None:
        super().__init__(**params)
        self.question = question


class NoQuestion(ServiceError):
    """No question is open."""

    code = "no_question"


class NoAnswer(ServiceError):
    """The open question has no answer yet that could be taken back."""

    code = "no_answer"


class NeedsConfirmation(ServiceError):
    """The table advises: the rules forbid it, and the same body with `confirm` is accepted."""

    code = "needs_confirmation"

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__()
        self.problems = tuple(problems)


class NothingToUndo(ServiceError):
    """No entry stands that could be taken back, or not this one."""

    code = "nothing_to_undo"


class NothingToRedo(ServiceError):
    """Nothing was taken back since the last entry."""

    code = "nothing_to_redo"


class GameEnded(ServiceError):
    """The game is over; it can be read, corrected, or its last entry taken back."""

    code = "game_over"


class Locked(ServiceError):
    """The host has locked this."""

    code = "locked"


class Busy(ServiceError):
    """Others were writing for too long; the same request may be sent again."""

    code = "busy"
    status = 503


# --- opening a table and sitting down ----------------------------------------------------------


class UnknownCode(NotFound):
    """No table that can be joined has this code."""

    code = "unknown_code"


class UnknownLink(NotFound):
    """The one-time link is not known, has been used, or has run out."""

    code = "unknown_link"


class InvalidOption(ServiceError):
    """A name or option does not fit the edition: `option` says which, `known` what there is."""

    code = "invalid_option"
    status = 400


class JoiningLocked(Locked):
    """The host has locked joining."""

    code = "joining_locked"


class SeatTaken(ServiceError):
    """Somebody else has this seat, or a seat of this name."""

    code = "seat_taken"


class TableFull(ServiceError):
    """The edition seats no more."""

    code = "table_full"


class AlreadyStarted(ServiceError):
    """The game has begun; this is fixed now."""

    code = "already_started"


class SeatInLog(ServiceError):
    """The log names this seat, so it stays; whoever leaves is marked as out."""

    code = "seat_in_log"


class NotAgreed(ServiceError):
    """The variants have not been agreed to by everybody; `seats` have yet to."""

    code = "not_agreed"

    def __init__(self, rules: Sequence[str], *, seats: Sequence[str]) -> None:
        super().__init__(seats=list(seats))
        self.rules = rules


class NotDeleted(ServiceError):
    """The game is not deleted."""

    code = "not_deleted"


class OptionsChanged(ServiceError):
    """Other options are proposed than those that were agreed to; `version` is theirs."""

    code = "options_changed"
    status = 412


# --- files ---------------------------------------------------------------------------------------


class TooManyExports(ServiceError):
    """A host's tables have as many exports as fit: `limit` says of which sort, `most` how many."""

    code = "too_many_exports"


class NoFile(ServiceError):
    """The export has no file, not yet or no more; `state` says which."""

    code = "no_file"


class FileRefused(ServiceError):
    """A game file is not taken in, and nothing of it was."""

    code = "file_refused"
    status = 422


class NotAGameFile(FileRefused):
    """It cannot be read as a game file: `reason`, and at which `entry` if it came so far."""

    code = "not_a_game_file"
    status = 400


class OtherFormat(FileRefused):
    """It is a game file of another version than this server reads."""

    code = "other_format"


class FileTruncated(FileRefused):
    """It ends before it should, after `entry` (none if not even the first is whole)."""

    code = "file_truncated"


class EntryBroken(FileRefused):
    """At `entry` the chain breaks, or the entry says what none can: `reason`."""

    code = "entry_broken"


class EntriesMiscounted(FileRefused):
    """It says that it has other entries than it has."""

    code = "entries_miscounted"


class HeadChanged(FileRefused):
    """What stands before its entries is not what was written with them."""

    code = "head_changed"


class HeadUnfit(FileRefused):
    """What stands before or after its entries does not fit: `faults` says where."""

    code = "head_unfit"


class TableImpossible(FileRefused):
    """The table that its entries lead to cannot be: `reason`."""

    code = "table_impossible"


class PackMissing(FileRefused):
    """It is of an edition that this server does not have."""

    code = "pack_missing"


class PackDiffers(FileRefused):
    """It was played with other printed content of the edition than this server has."""

    code = "pack_differs"


class FileTooLarge(FileRefused):
    """It is larger than is taken this way."""

    code = "file_too_large"
    status = 413


class AlreadyHere(FileRefused):
    """The host has this game already: `game` is it, by its `name`."""

    code = "already_here"
    status = 409

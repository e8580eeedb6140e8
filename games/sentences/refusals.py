"""What the services refuse: who may, when, and in which order."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.sentences.texts import Params, Text


def _not_your_seat(params: Params) -> str:
    if "by" in params:
        return gettext("Somebody else did this: only they or the host may take it back.")
    return gettext("This is another seat's, and not yours to do.")


def _truncated(params: Params) -> str:
    if params.get("entry") is None:
        return gettext("The file ends before its first entry is whole.")
    return gettext("The file ends after entry {entry}, before it should.")


def _not_a_game_file(params: Params) -> str:
    if params.get("entry") is None:
        return gettext("This is no game file that can be read: {reason}.")
    return gettext("The file cannot be read at entry {entry}: {reason}.")


def _pack_differs(params: Params) -> str:
    if params.get("carried"):
        return gettext(
            "The game was played with another version of the edition's content. The file carries"
            " it: whoever runs this server can take it in with manage.py import --with-pack."
        )
    return gettext("The game was played with a version of the edition that this server lacks.")


def _invalid_option(params: Params) -> str:
    match params.get("option"):
        case "edition":
            return gettext("There is no such edition.")
        case "variants":
            return gettext("The edition has no such variant.")
        case "rulings":
            return gettext("The ledger names no other reading of this.")
        case "seats":
            return gettext("An order names every seat of the table once.")
        case "facts":
            return gettext("These are more facts than are taken at once.")
        case "format":
            return gettext("There is no such format.")
        case "games":
            return gettext("There is no table to write of, or there are too many for one file.")
    return gettext("The edition has no such fact, or this value does not fit it.")


def _too_many_exports(params: Params) -> str:
    match params.get("limit"):
        case "unfinished":
            return gettext("As many files are being made as may be at once: wait for one of them.")
        case "kept":
            return gettext("As many files are kept as may be: throw one away first.")
    return gettext("The files that are kept hold as much as they may: throw one away first.")


def _no_file(params: Params) -> str:
    if params.get("state") in {"queued", "running"}:
        return gettext("The file is not there yet.")
    return gettext("There is no file any more: ask for it again.")


REFUSALS: dict[str, Text] = {
    "refused": _("This is not possible now."),
    "not_found": _("There is nothing by this name here, or it is not yours to see."),
    "game_deleted": _("This table has been deleted; its host can bring it back for 30 days."),
    "not_allowed": _("You may not do this at this table."),
    "not_your_seat": _not_your_seat,
    "host_only": _("Only the host may do this."),
    "stale_version": _(
        "The table has moved on since you looked: see what happened, then try again."
    ),
    "key_reused": _("This key has been used for something else: send a new one."),
    "question_open": _("A question is open: answer or cancel it first."),
    "no_question": _("No question is open."),
    "no_answer": _("The open question has no answer yet that could be taken back."),
    "needs_confirmation": _("The rules advise against this: confirm it to log it all the same."),
    "nothing_to_undo": _("There is nothing to take back."),
    "nothing_to_redo": _("Nothing has been taken back since the last entry."),
    "game_over": _(
        "The game is over; it can be read and corrected, and its last entry taken back."
    ),
    "locked": _("The host has locked this."),
    "busy": _("Others are logging just now: try again."),
    "unknown_code": _("No table that can be joined has this code."),
    "unknown_link": _("This link is not known, has been used, or has run out."),
    "invalid_option": _invalid_option,
    "joining_locked": _("The host has locked joining."),
    "seat_taken": _("Somebody else has this seat or this name: choose another."),
    "table_full": _("All seats of this table are taken."),
    "already_started": _("The game has begun, and this is fixed now."),
    "seat_in_log": _("The log names this seat, so it stays: mark it as out instead."),
    "options_changed": _("Other options are proposed by now: look at them before you agree."),
    "not_agreed": _("The options have not been agreed to by everybody."),
    "not_deleted": _("This table has not been deleted."),
    "file_refused": _("This file is not taken in."),
    "not_a_game_file": _not_a_game_file,
    "other_format": _("This server reads game files of version {known}, and this is another."),
    "file_truncated": _truncated,
    "entry_broken": _("The file breaks at entry {entry}: {reason}."),
    "entries_miscounted": _("The file says that it has {given} entries, and has {found}."),
    "head_changed": _("What stands before the entries is not what was written with them."),
    "head_unfit": _("What stands around the entries does not fit; see the faults."),
    "table_impossible": _("The entries lead to a table that cannot be: {reason}."),
    "pack_missing": _("This server does not have the edition that was played."),
    "pack_differs": _pack_differs,
    "file_too_large": _("The file is larger than {limit} bytes, which is as much as is taken."),
    "already_here": _("You have this game here already: {name}."),
    "too_many_exports": _too_many_exports,
    "no_file": _no_file,
}

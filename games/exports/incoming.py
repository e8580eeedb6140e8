"""A game file coming in: read from its beginning to its end once, a piece at a time, believing nothing.

Whatever is not as it should be is refused with the place. No more of a file is held at once than its
head, one entry, and a piece of what comes next.
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Iterator
from datetime import datetime
from json import JSONDecodeError, JSONDecoder
from typing import Annotated, Any, BinaryIO, Literal, NoReturn, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)

from content.schema.base import Name, SeatKey, Slug
from content.schema.reading import in_words
from content.schema.text import one_line
from games.errors import EntryBroken, FileTruncated, HeadUnfit, NotAGameFile, OtherFormat
from games.exports.portable import FORMAT, HEAD, VERSION
from games.models import ActionRecord, Game

PIECE = 1 << 16
MOST_IN_HEAD = 4 << 20
MOST_IN_ENTRY = 1 << 20
DEEPEST = 100
MOST_FAULTS = 20
# How far before its end a text can be cut off and still look wrong a little earlier: in \\ud83d.
CUT = 6
# How JSON spells NUL and halves of characters.
SUSPECT = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
# What gzip and zip begin with; a small one can hold more than any disk.
PACKED = (b"\x1f\x8b", b"PK")
# Half of what a column for whole numbers holds, so that counting on is safe.
MOST = 2**62
MOST_TURNS = 2**30

M = TypeVar("M", bound=BaseModel)


def _is_moment(text: str) -> str:
    datetime.fromisoformat(text)
    return text


Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=0, le=MOST)]
Moment = Annotated[
    str,
    StringConstraints(pattern=r"^(19|2\d)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)$"),
    AfterValidator(_is_moment),
]
Label = Annotated[str, StringConstraints(max_length=140)]
Rule = Annotated[str, StringConstraints(max_length=40)]


class Strict(BaseModel):
    """Nothing unknown, nothing bent into shape."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class GameIn(Strict):
    """The table's options, as they were where the file was written."""

    id: Annotated[str, StringConstraints(max_length=60)]
    name: Name
    edition: Slug
    pack_hash: Digest
    variants: Annotated[list[Slug], Field(max_length=20)]
    rulings: Annotated[list[Rule], Field(max_length=200)]
    strictness: Literal[tuple(Game.Strictness.values)]  # type: ignore[valid-type]
    may_log: Literal[tuple(Game.MayLog.values)]  # type: ignore[valid-type]
    hands_told_at_end: bool
    options_version: Annotated[int, Field(ge=1, le=MOST_TURNS)]
    all_agreed: bool
    version: Annotated[int, Field(ge=1, le=MOST)]
    created_at: Moment


class SeatIn(Strict):
    """A seat, in the order of the table."""

    key: SeatKey
    name: Annotated[
        str,
        StringConstraints(min_length=1, max_length=40),
        AfterValidator(one_line),
    ]
    agreed_version: Annotated[int, Field(ge=0, le=MOST_TURNS)]


class Head(Strict):
    """What stands before the entries."""

    format: str
    version: int
    game: GameIn
    seats: Annotated[list[SeatIn], Field(max_length=20)]
    pack: dict[str, Any] | None
    facts: Annotated[dict[Label, Any], Field(max_length=5000)]


class End(Strict):
    """What stands after them."""

    entries: Count
    digest: Annotated[str, StringConstraints(max_length=64)]
    seal: Digest


class NoteIn(Strict):
    """A note as an entry tells it."""

    code: Label
    params: dict[str, Any]
    rules: Annotated[list[Rule], Field(max_length=100)]
    secret_to: SeatKey | None


class PublicIn(Strict):
    """The part of an entry that everybody may read, or all of it."""

    seq: Count
    entry: Literal[tuple(ActionRecord.Kind.values)]  # type: ignore[valid-type]
    kind: Annotated[str, StringConstraints(max_length=40)]
    seat: SeatKey | None
    version: Count
    turn: Annotated[int, Field(ge=0, le=MOST_TURNS)]
    parent_seq: Count | None
    top_seq: Count | None
    redo_seq: Count | None
    pack_hash: Digest
    at: Moment
    logged_by: Annotated[str, StringConstraints(pattern=r"^[a-z]+(:[A-Za-z0-9_-]{1,40})?$")]
    params: dict[str, Any]
    cause: dict[str, Any] | None
    as_happened: str | None
    warnings: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    changes: list[dict[str, Any]]
    notes: list[NoteIn]
    undoes: list[Count]
    rules: list[Rule]


class HiddenIn(Strict):
    """Something that was masked, and whose it is."""

    seat: SeatKey | None
    value: Any


Place = Annotated[str, StringConstraints(pattern=r"^(0|[1-9]\d{0,5})$")]


class SecretIn(Strict):
    """What was masked in an entry, by its place in each list."""

    changes: dict[Place, HiddenIn] = {}
    notes: dict[Place, HiddenIn] = {}
    answers: dict[Place, HiddenIn] = {}
    params: HiddenIn | None = None


class EntryIn(Strict):
    """An entry: its public part, and either its secret part with its salt or that part's hash."""

    public: dict[str, Any]
    secret: dict[str, Any] | None = None
    salt: Annotated[str, StringConstraints(max_length=32)] | None = None
    secret_hash: Digest | None = None
    digest: Digest


class Incoming:
    """A game file, taken apart in its order: `head`, then `entries`, then `end`."""

    def __init__(self, file: BinaryIO) -> None:
        """Read nothing yet."""
        self._text = _Text(file)

    def head(self) -> tuple[Head, dict[str, Any]]:
        """What stands before the entries, and the same as it is written, which is what is sealed.

        Raises:
            NotAGameFile: It is none.
            OtherFormat: It is one of another version.
            FileTruncated: It ends before its first entry.
            HeadUnfit: Something in it does not fit, with the places.
        """
        text, found = self._text, dict[str, Any]()
        text.expect("{", "a game file is one JSON object")
        while (name := text.name()) != "entries":
            if name not in HEAD or name in found:
                text.wrong(f"{str(name)[:60]!r} stands where a game file has nothing of that name")
            text.expect(":")
            found[name] = text.value(MOST_IN_HEAD)
            _check_format(found, text)
            text.expect(",", "its entries are missing")
        text.expect(":")
        text.expect("[", "its entries are no list")
        return read_as(Head, found), found

    def entries(self) -> Iterator[tuple[int, EntryIn]]:
        """Each entry with its number, or the one it should have if it says none.

        Raises:
            NotAGameFile: It cannot be read, from this entry on.
            FileTruncated: It ends after the entry before.
            EntryBroken: An entry has another shape than entries have.
        """
        text = self._text
        text.reads_entries = True
        if text.take("]"):
            return
        while True:
            told = text.value(MOST_IN_ENTRY)
            number = _number(told, text)
            try:
                entry = EntryIn.model_validate(told)
            except ValidationError as error:
                raise EntryBroken(entry=number, reason=first_fault(error)) from None
            yield number, entry
            text.last = number
            if text.take("]"):
                return
            text.expect(",", "entries are kept apart by commas")

    def end(self) -> End:
        """What stands after the entries, and nothing else.

        Raises:
            NotAGameFile: Something else does.
            FileTruncated: It is not whole.
            HeadUnfit: It does not fit.
        """
        text = self._text
        text.reads_entries = False
        text.expect(",", "its end is missing")
        if text.name() != "end":
            text.wrong("something else stands where its end should")
        text.expect(":")
        found = text.value(MOST_IN_HEAD)
        text.expect("}")
        if not text.is_empty():
            text.wrong("something stands after its end")
        return read_as(End, found, at="end")


def _check_format(found: dict[str, Any], text: _Text) -> None:
    """Whether this is a game file, and of the version this server reads, as soon as it says so."""
    if "format" not in found or found["format"] != FORMAT:
        text.wrong(f"it does not begin by saying that its format is {FORMAT}")
    if "version" not in found:
        return
    if found["version"] != VERSION or isinstance(found["version"], bool):
        given = found["version"] if isinstance(found["version"], int) else None
        raise OtherFormat(given=given, known=VERSION)


def _number(told: Any, text: _Text) -> int:
    """What an entry says its number is; if it says none, the one after the last."""
    public = told.get("public") if isinstance(told, dict) else None
    said = public.get("seq") if isinstance(public, dict) else None
    if isinstance(said, int) and not isinstance(said, bool) and 0 <= said <= MOST:
        return said
    return text.next


def read_as(model: type[M], data: Any, *, at: str = "") -> M:
    """Raises HeadUnfit with each place that does not fit."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise HeadUnfit(faults=_faults(error, at)) from None


def _faults(error: ValidationError, at: str) -> list[dict[str, str]]:
    found = error.errors(include_url=False, include_input=False, include_context=False)
    return [
        {
            "path": ".".join(str(part) for part in (*([at] if at else []), *fault["loc"]))[:200],
            "fault": in_words(fault["msg"]),
        }
        for fault in found[:MOST_FAULTS]
    ]


def first_fault(error: ValidationError) -> str:
    """The first place that does not fit, in a line."""
    fault = _faults(error, "")[0]
    return f"{fault['path']}: {fault['fault']}" if fault["path"] else fault["fault"]


class _Text:
    """JSON text read piece by piece: one value at a time is decoded, whatever comes after it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._decoder = JSONDecoder(parse_float=_finite, parse_constant=_no_constant)
        self._text, self._at = "", 0
        self._has_begun = self._is_whole = False
        # The last entry that was read whole, and whether more are due.
        self.last: int | None = None
        self.reads_entries = False

    @property
    def next(self) -> int:
        """The number of the entry that should come next."""
        return 0 if self.last is None else self.last + 1

    def value(self, most: int) -> Any:
        """The value that comes next, of at most so many characters."""
        self._skip()
        while (found := self._decoded()) is None:
            if len(self._text) - self._at > most:
                self.wrong("it is not JSON, or a part of it is too large")
            self._more()
        value, end = found
        if end - self._at > most:
            self.wrong("a part of it is too large")
        self._check(value, self._text[self._at : end])
        self._at = end
        return value

    def _check(self, value: Any, raw: str) -> None:
        """Databases refuse NUL and halves of characters, which JSON can spell; and what is deep is slow."""
        if raw.count("[") + raw.count("{") > DEEPEST and _is_deeper(value, DEEPEST):
            self.wrong("it is nested too deeply")
        if SUSPECT.search(raw):
            _check_storable(value, self)

    def name(self) -> Any:
        """The name of what comes next in an object."""
        if self._next() not in {'"', ""}:
            self.wrong("a name should stand where none does")
        return self.value(MOST_IN_HEAD)

    def _decoded(self) -> tuple[Any, int] | None:
        """The value that comes next and where it ends; None if more must be read to tell."""
        try:
            value, end = self._decoder.raw_decode(self._text, self._at)
        except JSONDecodeError as error:
            if self._is_whole:
                self._cut_or_wrong(error)
            return None
        except RecursionError:
            self.wrong("it is nested too deeply")
        except ValueError as error:
            self.wrong(str(error).partition(":")[0][:100])
        # A number may go on in the next piece.
        return (value, end) if end < len(self._text) or self._is_whole else None

    def expect(self, sign: str, otherwise: str = "it is not JSON") -> None:
        """Go past a sign that must come next."""
        if not self.take(sign):
            self.wrong(otherwise) if self._next() else self._cut()

    def take(self, sign: str) -> bool:
        """Go past a sign if it comes next."""
        if self._next() != sign:
            return False
        self._at += 1
        return True

    def is_empty(self) -> bool:
        """Whether nothing comes any more."""
        return not self._next()

    def wrong(self, reason: str) -> NoReturn:
        """Refuse what cannot be read, with where it stands."""
        place = {"entry": self.next} if self.reads_entries else {}
        raise NotAGameFile(reason=reason, **place) from None

    def _next(self) -> str:
        self._skip()
        return self._text[self._at : self._at + 1]

    def _skip(self) -> None:
        while True:
            while self._at < len(self._text) and self._text[self._at] in " \t\r\n":
                self._at += 1
            if self._at < len(self._text) or self._is_whole:
                return
            self._more()

    def _more(self) -> None:
        """Read on: as much as is held, so that a long value is not begun anew too often."""
        raw = self._file.read(max(PIECE, len(self._text) - self._at))
        if not self._has_begun and raw.startswith(PACKED):
            self.wrong("it is packed: unpack it first")
        self._has_begun, self._is_whole = True, not raw
        try:
            more = self._decode(raw, self._is_whole)
        except UnicodeDecodeError:
            if self._is_whole:
                self._cut()
            self.wrong("it is not text in UTF-8")
        self._text, self._at = self._text[self._at :] + more, 0

    def _cut_or_wrong(self, error: JSONDecodeError) -> NoReturn:
        if error.pos >= len(self._text.rstrip()) - CUT or "Unterminated" in error.msg:
            self._cut()
        self.wrong("it is not JSON")

    def _cut(self) -> NoReturn:
        raise FileTruncated(entry=self.last) from None


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _check_storable(data: Any, text: _Text) -> None:
    if isinstance(data, str):
        if "\x00" in data:
            text.wrong("text must not hold NUL")
        try:
            data.encode()
        except UnicodeEncodeError:
            text.wrong("text holds half a character")
    elif isinstance(data, dict | list):
        for item in data if isinstance(data, list) else [*data, *data.values()]:
            _check_storable(item, text)


def _is_deeper(data: Any, depth: int) -> bool:
    """Whether lists and objects lie within each other more than so often."""
    inner = [data]
    for _ in range(depth):
        inner = [
            item
            for one in inner
            for item in (one.values() if isinstance(one, dict) else one)
            if isinstance(item, dict | list)
        ]
        if not inner:
            return False
    return True

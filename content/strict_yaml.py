"""YAML without surprises: plain data and the line of every place, or a list of what is wrong.

Read from the parser's events instead of its ready-made loader, because only events still know what
stood in the file: that a key came twice, that a `no` was not quoted, where each value began.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

import yaml

Where: TypeAlias = tuple[int | str, ...]
Plain: TypeAlias = "str | int | bool | list[Plain] | dict[str | int, Plain] | None"

MOST_DEEP = 40
MOST_LONG = 4_000_000
NUMBERED = frozenset({"rows", "row_cites", "spell_limit"})

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_TIME = re.compile(r"\d{4}-\d\d?-\d\d?(?:[Tt ].*)?")
_CHANGES = re.compile(
    r"""(?ix) y | n | yes | no | on | off | true | false | null | ~ | <<  # words YAML reads as values
    | [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?                   # 1:30 is ninety
    | [-+]?0[0-9_]+ | [-+]?0[xob][0-9a-f_]+ | [-+]?[0-9][0-9_]*          # 012 is ten, 0x1f, 1_000, +4
    | [-+]?(?:[0-9][0-9_]*)?\.[0-9_]*(?:e[-+]?[0-9]+)? | [-+]?[0-9][0-9_]*e[-+]?[0-9]+
    | [-+]?\.(?:inf|nan)"""
)


class StrictYamlError(Exception):
    """The text is not strict YAML; `faults` are pairs of line and sentence."""

    def __init__(self, faults: list[tuple[int, str]]) -> None:
        super().__init__("; ".join(f"line {line}: {message}" for line, message in faults))
        self.faults = faults


@dataclass(slots=True)
class Document:
    """What a file says, and the line (from 1) on which each place of it begins."""

    data: Plain = None
    lines: dict[Where, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Open:
    """A mapping or list that is being filled."""

    where: Where
    holds: dict[str | int, Plain] | list[Plain]
    key: str | int | None = None
    seen: dict[str, int] = field(default_factory=dict)

    @property
    def wants_key(self) -> bool:
        return isinstance(self.holds, dict) and self.key is None


def read(text: str) -> Document:
    """Read one document.

    >>> read("rows: {1-3: [], 4: [gain]}").data
    {'rows': {'1-3': [], 4: ['gain']}}

    Raises:
        StrictYamlError: It is not one document of strict YAML; all faults that can be told apart are named.
    """
    if len(text) > MOST_LONG:
        raise StrictYamlError([(1, f"the file is longer than {MOST_LONG} characters")])
    reader = _Reader()
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            reader.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reader.fault(
            mark.line + 1 if mark else 1, error.problem or error.context or "this is not YAML"
        )
    except yaml.YAMLError as error:
        reader.fault(1, f"this is not YAML: {error}")
    if not reader.faults and not reader.documents:
        reader.fault(1, "the file is empty")
    if reader.faults:
        raise StrictYamlError(reader.faults)
    return reader.document


class _Reader:
    """Builds plain data from parser events, noting lines and faults as it goes."""

    def __init__(self) -> None:
        self.document = Document()
        self.documents = 0
        self.faults: list[tuple[int, str]] = []
        self.stack: list[_Open] = []

    def fault(self, line: int, message: str) -> None:
        self.faults.append((line, message))

    def take(self, event: yaml.Event) -> None:
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents == 2:
                self.fault(line, "a second document begins here; a file holds one")
        elif isinstance(event, yaml.AliasEvent):
            self.fault(line, f"*{event.anchor} repeats another place; write it out")
            self.no_key(line)
            self.add(None, line)
        elif isinstance(event, yaml.NodeEvent):
            self.node(event, line)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.stack.pop()

    def node(self, event: yaml.NodeEvent, line: int) -> None:
        if event.anchor is not None:
            self.fault(
                line, f"&{event.anchor} names a place to repeat; write it out where it is needed"
            )
        if (tag := getattr(event, "tag", None)) not in {None, "!"}:
            self.fault(line, f"the tag {tag} would change what this is")
        if isinstance(event, yaml.ScalarEvent):
            if self.stack and self.stack[-1].wants_key:
                self.key(event, line)
            else:
                self.add(self.scalar(event, line), line)
            return
        self.no_key(line)
        if len(self.stack) >= MOST_DEEP:
            raise StrictYamlError([*self.faults, (line, f"more than {MOST_DEEP} levels deep")])
        holds: dict[str | int, Plain] | list[Plain] = (
            {} if isinstance(event, yaml.MappingStartEvent) else []
        )
        self.stack.append(_Open(self.add(holds, line), holds))

    def no_key(self, line: int) -> None:
        """Give up where a key is anything but a word: what follows could not be told apart."""
        if self.stack and self.stack[-1].wants_key:
            raise StrictYamlError([*self.faults, (line, "a key is one word, nothing else")])

    def key(self, event: yaml.ScalarEvent, line: int) -> None:
        mapping = self.stack[-1]
        key: str | int = event.value
        if _is_plain(event):
            numbered = bool(mapping.where) and mapping.where[-1] in NUMBERED
            if numbered and _WHOLE.fullmatch(event.value):
                key = int(event.value)
            elif _WHOLE.fullmatch(event.value) or _would_change(event.value) or not event.value:
                self.fault(line, f"the key {event.value!r} is not text; quote it or rename it")
        if str(key) in mapping.seen:
            self.fault(
                line, f"the key {str(key)!r} stands twice, first on line {mapping.seen[str(key)]}"
            )
        mapping.seen[str(key)] = line
        mapping.key = key

    def scalar(self, event: yaml.ScalarEvent, line: int) -> Plain:
        text = event.value
        if not _is_plain(event):
            return text
        if text in ("true", "false"):
            return text == "true"
        if text == "null":
            return None
        if _WHOLE.fullmatch(text):
            return int(text)
        if not text:
            self.fault(line, "nothing stands here; write null, [] or {}, or leave the key out")
        elif _would_change(text):
            self.fault(
                line,
                f"{text!r} would not stay what it is; quote text, write true or false, whole numbers",
            )
        return text

    def add(self, value: Plain, line: int) -> Where:
        """Put a value where it belongs and say where that is."""
        if not self.stack:
            self.document.data = value
            self.document.lines[()] = line
            return ()
        into = self.stack[-1]
        if isinstance(into.holds, list):
            where: Where = (*into.where, len(into.holds))
            into.holds.append(value)
        else:
            assert into.key is not None  # noqa: S101 - `node` sees to it; kept for the type checker
            where = (*into.where, into.key)
            line = into.seen.get(str(into.key), line)
            into.holds[into.key] = value
            into.key = None
        self.document.lines[where] = line
        return where


def _is_plain(event: yaml.ScalarEvent) -> bool:
    return bool(event.style is None or event.style == "") and bool(event.implicit[0])


def _would_change(text: str) -> bool:
    """Whether a YAML reader would take an unquoted text for something else."""
    return bool(_CHANGES.fullmatch(text) or _TIME.fullmatch(text))

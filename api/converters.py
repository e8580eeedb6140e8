"""What may stand in an address: whatever fits none of these is an address that is not there."""

from __future__ import annotations

from django.urls import register_converter


class Text:
    """A piece of an address taken as it is."""

    regex = "[^/]+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class SeatKey(Text):
    regex = "[A-Za-z][A-Za-z0-9_-]{0,39}"


class ContentId(Text):
    regex = "[a-z0-9][a-z0-9_-]{0,59}"


class RuleId(Text):
    regex = "[A-Z0-9]{2,4}(?:-[A-Z0-9]+)+-[0-9]+"


class JoinCode(Text):
    regex = "[A-Za-z0-9][A-Za-z0-9 -]{4,10}[A-Za-z0-9]"


class FactKey(Text):
    regex = "[a-z0-9_]+(?::[a-z0-9_-]{1,60})?"


class Download(Text):
    regex = "td_[A-Za-z0-9_-]{32}"


class Number:
    """A number that every database can hold."""

    regex = "[0-9]{1,15}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


KINDS: dict[str, type[Text] | type[Number]] = {
    "seat": SeatKey,
    "content": ContentId,
    "rule": RuleId,
    "code": JoinCode,
    "fact": FactKey,
    "download": Download,
    "number": Number,
}
for name, kind in KINDS.items():
    register_converter(kind, name)

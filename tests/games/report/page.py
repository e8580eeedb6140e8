"""The page as a strict reader takes it: every tag closed in its place, nothing loaded from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "img", "br"}


@dataclass
class Page:
    """What stands on a page."""

    text: str = ""
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    metas: list[dict[str, str]] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.page = Page()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        assert len(given) == len(attrs), (tag, attrs)
        assert not [name for name in given if name.startswith("on") or name == "style"], given
        if tag not in VOID:
            self.open.append(tag)
        self.page.tags.add(tag)
        if "id" in given:
            self.page.ids.append(given["id"])
        if tag == "a":
            self.page.links.append(given["href"])
        if tag == "img":
            assert given["alt"]
            self.page.images.append(given["src"])
        if tag == "meta":
            self.page.metas.append(given)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.page.text += data


def page_of(data: bytes) -> Page:
    """A page that is well formed, or an assertion that says what is not."""
    reader = _Reader()
    reader.feed(data.decode())
    reader.close()
    assert reader.open == []
    return reader.page

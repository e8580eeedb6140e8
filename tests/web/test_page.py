"""The page that a scanned code opens: served at every address a person may hold, and self-contained."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

WEB = Path(__file__).parents[2] / "talisman_companion" / "web"
ADDRESSES = [
    "/",
    "/join/K7QP2X",
    "/link/",
    "/table/11111111-2222-4333-8444-555555555555",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_a_person_may_hold_serves_the_page(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    assert "csrftoken" in answer.cookies
    assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_an_address_nobody_holds_is_a_problem_not_a_page(client: Client) -> None:
    answer = client.get("/no/such/page")
    assert answer.status_code == 404
    assert answer["Content-Type"].startswith("application/problem+json")


def test_the_page_takes_no_writes(client: Client) -> None:
    assert client.post("/").status_code == 405


def test_everything_the_page_names_is_there(client: Client) -> None:
    page = client.get("/").content.decode()
    named = re.findall(r'(?:src|href)="/static/([^"]+)"', page)
    assert sorted(named) == ["web/main.js", "web/page.css"]
    modules = {Path(name) for name in named} | {
        Path("web") / path.name for path in WEB.glob("static/web/*.js")
    }
    assert [str(name) for name in modules if not finders.find(str(name))] == []


def test_the_page_asks_nobody_else() -> None:
    sources = [*WEB.glob("static/web/*"), *WEB.glob("templates/web/*")]
    assert [
        path.name for path in sources if re.search(r"https?://", path.read_text(encoding="utf-8"))
    ] == []


def test_modules_import_only_what_is_there() -> None:
    for path in WEB.glob("static/web/*.js"):
        for name in re.findall(r'from "\./([^"]+)"', path.read_text(encoding="utf-8")):
            assert (path.parent / name).exists(), f"{path.name} imports {name}"

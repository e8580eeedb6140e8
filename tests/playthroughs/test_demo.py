"""`manage.py demo` against a server, over a socket."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import ActionRecord, Game
from talisman_companion.demo.wire import HttpWire, ServerAway

SHORT = """
title: A table of two
edition: star-wars
seats: [Mina, Jonas]
play:
  - Mina: prepare_board
"""


def demo(*args: str, **options: Any) -> list[str]:
    out = StringIO()
    call_command("demo", *args, stdout=out, **options)
    return out.getvalue().splitlines()


@pytest.fixture
def short(tmp_path: Path) -> str:
    path = tmp_path / "short.yaml"
    path.write_text(SHORT)
    return str(path)


@pytest.mark.django_db(transaction=True)
def test_the_demo_plays_over_a_socket_and_ends_with_the_digest(live_server: Any) -> None:
    told = demo(url=live_server.url)

    game = Game.objects.get()
    assert told[0] == "An evening of three"
    assert f"Jonas joins “Friday evening” with the code {game.join_code}." in told
    assert told[-2:] == [f"{game.seq} entries are in the log. Its digest:", game.digest]


@pytest.mark.django_db(transaction=True)
def test_quiet_prints_the_digest_alone_and_each_run_plays_a_new_table(
    live_server: Any, short: str
) -> None:
    told = [demo("--quiet", url=live_server.url, game=short) for _ in range(2)]

    digests = list(Game.objects.order_by("created_at").values_list("digest", flat=True))
    assert told == [[digest] for digest in digests]
    assert len(digests) == 2


@pytest.mark.django_db(transaction=True)
def test_each_sentence_names_its_rules_on_request(live_server: Any, short: str) -> None:
    told = demo("--rules", url=live_server.url, game=short)

    rules = "[SW-SETUP-1, SW-SETUP-2, SW-SETUP-3, SW-SETUP-17]"
    assert f"  The board is laid out, decks are shuffled and open piles sorted.  {rules}" in told
    at = told.index("The rules of this game, and where the rulebook has them:")
    index = [line.strip() for line in told[at + 1 : at + 9]]
    assert index[:2] == ["Game Setup > 1", "SW-SETUP-1  Board"]
    named = [line.split()[0] for line in index if line.startswith("SW-")]
    assert named == rules.strip("[]").split(", ")


@pytest.mark.django_db(transaction=True)
def test_another_answer_than_recorded_ends_it_with_the_step(
    live_server: Any, tmp_path: Path
) -> None:
    path = tmp_path / "other.yaml"
    path.write_text(SHORT + "    says: The board is round.\n")

    with pytest.raises(CommandError) as error:
        demo(url=live_server.url, game=str(path))

    assert str(error.value) == (
        "This server plays otherwise than recorded. step 1 (Mina: prepare_board): the log was to say "
        "“The board is round.”, but says: The board is laid out, decks are shuffled and open piles "
        "sorted."
    )


@pytest.mark.django_db(transaction=True)
def test_a_question_without_a_recorded_answer_is_told_with_what_may_be_answered(
    live_server: Any, tmp_path: Path
) -> None:
    path = tmp_path / "open.yaml"
    path.write_text(
        SHORT
        + "  - {Mina: deal_characters, params: {characters: [rey, kylo-ren]}}\n"
        + "  - {Mina: choose_character, params: {character: rey}}\n"
    )

    with pytest.raises(CommandError, match="step 3") as error:
        demo(url=live_server.url, game=str(path))

    assert str(error.value).endswith(
        "no answer is recorded to: What does the card of Rey say? (describe)"
    )


@pytest.mark.django_db(transaction=True)
def test_a_request_whose_answer_is_lost_is_sent_again_and_counts_once(
    live_server: Any, short: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = HttpWire._send
    lost: list[str] = []

    def losing(self: HttpWire, *request: Any) -> Any:
        reply = send(self, *request)
        if reply.status == 201 and len(lost) < 3 and (not lost or request[1] != lost[-1]):
            lost.append(request[1])
            raise ConnectionResetError
        return reply

    monkeypatch.setattr(HttpWire, "_send", losing)
    demo(url=live_server.url, game=short)

    game = Game.objects.get()
    assert [path.split("/")[-2] for path in lost] == ["games", "joins", "actions"]
    assert list(game.seats.values_list("name", flat=True)) == ["Mina", "Jonas"]
    assert ActionRecord.objects.filter(game=game).count() == 2


# --- no server of ours ------------------------------------------------------------------------


def test_a_server_that_is_not_there_is_one_clear_line() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    with pytest.raises(CommandError) as error:
        demo(url=f"http://127.0.0.1:{port}")

    assert str(error.value) == (
        f"No server answers at http://127.0.0.1:{port} (connection refused). "
        "Start one with: make play"
    )


class Page(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>It works!</html>")

    def log_message(self, *_args: Any) -> None:
        pass


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_another_server_is_told_from_ours() -> None:
    with serving(Page) as url, pytest.raises(CommandError) as error:
        demo(url=url)

    assert str(error.value) == (
        f"Something else than this app answers at {url} (status 200). Start one with: make play"
    )


@pytest.mark.parametrize("url", ["localhost", "ftp://127.0.0.1", "http://"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(CommandError) as error:
        demo(url=url)

    assert (
        str(error.value) == f"{url} is no address of a server: http://127.0.0.1:8000 would be one"
    )


def test_a_busy_server_is_asked_again_in_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    replies = iter([(503, "2"), (503, None), (200, None)])

    class Busy(Page):
        def do_GET(self) -> None:
            status, after = next(replies)
            self.send_response(status)
            if after:
                self.send_header("Retry-After", after)
            self.end_headers()
            self.wfile.write(json.dumps({"status": status}).encode())

    with serving(Busy) as url, closing(HttpWire(url)) as wire:
        reply = wire.send("GET", "x/", None, {})

    assert (reply.status, reply.body) == (200, {"status": 200})
    assert pauses == [2.0, 1.0]


def test_a_wire_gives_up_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    wire = HttpWire("http://127.0.0.1:9")

    def lost(*_request: Any) -> Any:
        raise ConnectionResetError(104, "Connection reset by peer")

    monkeypatch.setattr(HttpWire, "_send", lost)
    with pytest.raises(ServerAway, match=r"^No server answers at http://127.0.0.1:9 \(connection"):
        wire.send("GET", "x/", None, {})

"""`manage.py play`: serve a table to the phones in the room."""

import io
import socket
from argparse import ArgumentParser
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.services.tidying import tidy_up
from talisman_companion.embedded import EmbeddedServer
from talisman_companion.housekeeping import keep_house
from talisman_companion.jobs import start_jobs
from talisman_companion.lan import lan_addresses
from talisman_companion.loading import load_application

EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones in the room are the point)
LOOPBACK = "127.0.0.1"
NOT_REACHABLE = (
    "Phones cannot reach this server: it listens on this machine only, or no network is up."
)


class Command(BaseCommand):
    help = "Serve the app on the local network until Ctrl-C; needs no other service."
    requires_migrations_checks = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=EVERYWHERE, help="address to listen on")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *_args: Any, host: str, port: int, **_options: Any) -> None:
        check_port_is_free(host, port)
        addresses = lan_addresses() if host == EVERYWHERE else [host]
        # Join links must work on the phones, whatever address the host's own browser uses.
        settings.PUBLIC_URL = settings.PUBLIC_URL or f"http://{[*addresses, LOOPBACK][0]}:{port}"
        EmbeddedServer(
            host=host,
            port=port,
            load_application=load_application,
            in_worker=in_worker,
            when_ready=lambda: self.stdout.write(greeting(settings.PUBLIC_URL, addresses, port)),
        ).run()


def in_worker() -> None:
    """What the process that serves does besides: with Redis set, jobs are its workers' business."""
    keep_house(tidy_up)
    if not settings.REDIS_URL:
        start_jobs()


def greeting(public_url: str, addresses: list[str], port: int) -> str:
    """What the host reads: where phones go, where this machine goes, how it ends."""
    urls = [f"http://{address}:{port}" for address in addresses if address != LOOPBACK]
    others = [f"    or, if not that one:  {url}/" for url in urls if url != public_url]
    local = f"http://{LOOPBACK}:{port}/"
    for_phones = [
        terminal_qr(f"{public_url}/"),
        f"Phones in this network:  {public_url}/   (scan the code)",
        *others,
    ]
    lines = [
        *(for_phones if LOOPBACK not in public_url else [NOT_REACHABLE]),
        f"This machine:            {local}",
        f"API reference:           {local}api/v1/docs/",
        "Ctrl-C ends the server; tables are kept.",
    ]
    return "\n".join(lines)


def check_port_is_free(host: str, port: int) -> None:
    """Raises CommandError where gunicorn would retry for seconds and then print a traceback."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            message = (
                f"Cannot listen on port {port} ({error}); try another: make play PORT={port + 1}"
            )
            raise CommandError(message) from None


def terminal_qr(url: str) -> str:
    """A QR code in characters, two modules a character high."""
    out = io.StringIO()
    segno.make(url, micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()

"""The embedded server: one gunicorn worker with a bounded pool of threads, started by `play`."""

from collections.abc import Callable
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

# More threads do not write faster on SQLite, and each holds a connection for good.
THREADS = 8


class RootLogger(Logger):
    """Hands the server's messages to the logging Django has set up, instead of its own format."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True


class EmbeddedServer(BaseApplication):
    """Serves until Ctrl-C or SIGTERM.

    Args:
        host: Address to listen on; `0.0.0.0` for everybody in the network.
        port: 1..65535.
        load_application: Gives the WSGI application, called once before the worker is forked.
        when_ready: Called once the socket listens.
        in_worker: Called once in the process that serves, after the fork.
    """

    def __init__(
        self,
        *,
        host: str,
        port: int,
        load_application: Callable[[], Any],
        when_ready: Callable[[], None],
        in_worker: Callable[[], object] = lambda: None,
    ) -> None:
        self.options: dict[str, Any] = {
            "bind": f"{host}:{port}",
            "proc_name": "talisman",
            "worker_class": "gthread",
            "workers": 1,
            "threads": THREADS,
            "preload_app": True,
            # Phones poll: a connection kept for longer than the pause between polls saves a round trip.
            "keepalive": 30,
            "timeout": 60,
            "graceful_timeout": 3,
            "loglevel": "warning",
            "logger_class": RootLogger,
            "accesslog": None,
            "control_socket_disable": True,
            "when_ready": lambda _arbiter: when_ready(),
            "post_worker_init": lambda _worker: in_worker(),
        }
        self.load_application = load_application
        super().__init__()

    def load_config(self) -> None:
        for key, value in self.options.items():
            self.cfg.set(key, value)

    def load(self) -> Any:
        return self.load_application()

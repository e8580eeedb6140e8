"""The server in the image; the one `make play` starts is set in talisman_companion/embedded.py."""

import os

bind = "0.0.0.0:8000"
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
# Each worker's pool holds 12 connections: every thread finds one.
threads = 8
keepalive = 30
timeout = 60
graceful_timeout = 10
loglevel = "warning"
control_socket_disable = True
# Heartbeats on a disk stall with the disk.
worker_tmp_dir = "/dev/shm"  # noqa: S108  (memory, in the container alone)
# One proxy in front is the rule; it says who asked.
forwarded_allow_ips = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")

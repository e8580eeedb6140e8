"""Hosts: who owns tables across evenings, by a key that their device keeps."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Host
from games.services.tokens import HOST, secret_hash, secret_make


@dataclass(frozen=True, slots=True)
class HostKey:
    """A host and the key that was made for it, which nobody can be told again."""

    host: Host
    secret: str


def host_create() -> HostKey:
    """A new host, with a key."""
    secret = secret_make(HOST)
    return HostKey(Host.objects.create(key_hash=secret_hash(secret)), secret)


def host_key_reissue(*, host: Host) -> HostKey:
    """A new key for a host whose device is lost; the old one ends."""
    secret = secret_make(HOST)
    host.key_hash = secret_hash(secret)
    host.save(update_fields=["key_hash"])
    return HostKey(host, secret)

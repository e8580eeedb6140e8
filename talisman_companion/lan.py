"""Under which addresses a phone in the same network finds this machine."""

import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address

# Documentation address (RFC 5737). Connecting a datagram socket sends nothing; it only makes the
# system choose the address it would speak from.
ELSEWHERE = ("192.0.2.1", 9)
LINUX_SIOCGIFADDR = 0x8915


def lan_addresses() -> list[str]:
    """IPv4 addresses of this machine, the likeliest first, without loopback.

    Empty where there is no network at all.
    """
    found = [*towards_the_router(), *by_interface(), *by_name()]
    usable = [address for address in dict.fromkeys(found) if is_reachable(IPv4Address(address))]
    return sorted(usable, key=lambda address: IPv4Address(address).is_link_local)


def is_reachable(address: IPv4Address) -> bool:
    return not (address.is_loopback or address.is_unspecified)


def towards_the_router() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(ELSEWHERE)
        yield probe.getsockname()[0]


def by_interface() -> Iterator[str]:
    """Linux only: also finds a hotspot of our own, which has no route to anywhere."""
    if sys.platform != "linux":
        return
    import fcntl  # noqa: PLC0415  (absent on Windows)

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                request = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe.fileno(), LINUX_SIOCGIFADDR, request)
                yield socket.inet_ntoa(answer[20:24])


def by_name() -> Iterator[str]:
    with suppress(OSError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]

"""The chain that seals a log: each entry's digest covers its public part, a hash of its secret part, and the one before.

A copy without the secret part still verifies, as it carries that part's hash.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any


def canonical(data: Any) -> bytes:
    """The one way in which data is written before it is hashed.

    >>> canonical({"b": [1], "a": "é"}).decode()
    '{"a":"é","b":[1]}'
    """
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def new_salt() -> str:
    """Something nobody guesses, so that a hash of few possible secrets tells none of them."""
    return secrets.token_hex(16)


def secret_hash(secret: Any, salt: str) -> str:
    """The hash that stands for an entry's secret part."""
    return hash_of_written(canonical(secret), salt)


def hash_of_written(secret: bytes, salt: str) -> str:
    """The same for a secret part that is written canonically already."""
    return hashlib.sha256(salt.encode() + secret).hexdigest()


def digest_of(previous: str, public: Any, hash_of_secret: str) -> str:
    """The digest of an entry, chained to the digest of the entry before."""
    return digest_of_written(previous, canonical(public), hash_of_secret)


def digest_of_written(previous: str, public: bytes, hash_of_secret: str) -> str:
    """The same for a public part that is written canonically already."""
    inner = hashlib.sha256(public).hexdigest()
    return hashlib.sha256(f"{previous}\n{inner}\n{hash_of_secret}".encode()).hexdigest()

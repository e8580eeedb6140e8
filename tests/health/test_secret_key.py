import stat
from pathlib import Path

from talisman_companion.secret_key import kept_secret_key


def test_the_first_start_makes_a_key_only_the_server_reads(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    assert len(kept_secret_key(path)) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_later_starts_find_it(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    assert kept_secret_key(path) == kept_secret_key(path)


def test_each_server_has_its_own(tmp_path: Path) -> None:
    assert kept_secret_key(tmp_path / "one") != kept_secret_key(tmp_path / "two")

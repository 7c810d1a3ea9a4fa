"""What a saved core says in place of texts."""

from __future__ import annotations

import pytest

from atfault.snapshot.stand_in import WORD, StandIn, decode_stand_in, without_values


@pytest.mark.parametrize(
    ("argv", "kept"),
    [
        (
            ("python", "-X", "dev", "app.py", "--key=abc", "x", "-v"),
            ("python", "-X", WORD, "app.py", f"--key={WORD}", WORD, "-v"),
        ),
        (("/usr/bin/python3", "-m", "shop.server", "8000"), (..., "-m", "shop.server", WORD)),
        (("python", "-c", "f('abc')", "abc"), ("python", "-c", "f('...')", WORD)),
        (("mysql", "-uroot", "-pabc", "shop"), ("mysql", WORD, WORD, WORD)),
        ((), ()),
    ],
)
def test_a_command_line_keeps_the_program_and_the_names_of_options(
    argv: tuple[str, ...], kept: tuple[object, ...]
) -> None:
    shown = without_values(argv)
    assert len(shown) == len(kept)
    assert all(one is ... or one == word for one, word in zip(kept, shown))


def test_it_is_read_as_it_was_written() -> None:
    one = StandIn(("python", "-c", "a\nb"), {"RANK": "1"}, "/srv/app")
    assert decode_stand_in(one.encode()) == one


@pytest.mark.parametrize("data", [b"", b"[1]", b"{", b'{"arguments": 3, "folder": []}', b"\xff"])
def test_a_damaged_one_is_empty(data: bytes) -> None:
    assert decode_stand_in(data) == StandIn((), {}, "")

"""The program on an interpreter's command line."""

from __future__ import annotations

import pytest

from atfault.decode.command_text import command_text


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((b"python", b"-c", b"f()", b"-c", b"other"), "f()"),
        ((b"python", b"-cf()"), "f()"),
        ((b"python", b"-Bsc", b"f()"), "f()"),
        ((b"python", b"-X", b"utf8", b"-W", b"error", b"-c", b"f()"), "f()"),
        ((b"python", b"-Xutf8", b"-Werror::c", b"-c", b"f()"), "f()"),
        ((b"python", b"--check-hash-based-pycs", b"always", b"-c", b"f()"), "f()"),
        ((b"python", b"-c", b"line 1\nline 2\xff"), "line 1\nline 2\udcff"),
        ((b"python", b"-m", b"mod", b"-c", b"f()"), None),
        ((b"python", b"-mc", b"f()"), None),
        ((b"python", b"app.py", b"-c", b"f()"), None),
        ((b"python", b"-", b"-c", b"f()"), None),
        ((b"python", b"--", b"-c", b"f()"), None),
        ((b"python", b"-W", b"-c", b"f()"), None),
        ((b"python", b"-c"), None),
        ((b"python", b"-W"), None),
        ((b"-c", b"f()"), None),
        ((b"python",), None),
        ((), None),
    ],
)
def test_the_text_is_what_python_takes_it_for(
    arguments: tuple[bytes, ...], text: str | None
) -> None:
    assert command_text(arguments) == text

"""What a saved core says in place of texts.

Source text without what its strings and comments say.
"""

from __future__ import annotations

import pytest

from atfault.snapshot.stand_in import WORD, StandIn, blank_texts, decode_stand_in, without_values


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


def test_strings_and_comments_are_blanked_in_place() -> None:
    source = 'connect(\'db\', pw="x\\"y")  # ask Ada\nn = 12\n'
    assert blank_texts(source) == "connect('..', pw=\"....\")  #........\nn = 12\n"


def test_lines_stay_where_they_are_in_long_strings() -> None:
    source = 'text = """one\n  two\nthree""" + b"ab"\nlock.acquire()\n'
    blanked = blank_texts(source)
    assert blanked == 'text = """...\n.....\n.....""" + b".."\nlock.acquire()\n'


def test_what_an_f_string_says_is_blanked() -> None:
    blanked = blank_texts("print(f'secret {name} word')\n")
    assert blanked is not None
    assert "secret" not in blanked and "word" not in blanked


def test_what_cannot_be_taken_apart_is_not_shown() -> None:
    assert blank_texts("x = '''never closed\n") is None

"""Source text without what its strings and comments say."""

from __future__ import annotations

from atfault.model.blanked_source import blank_texts


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

"""The line that says how far long work is."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from atfault.cli import progress


class Terminal(io.TextIOWrapper):
    def __init__(self, encoding: str = "utf-8", tty: bool = True) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty

    @property
    def seen(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)  # type: ignore[attr-defined]


def terminal_for(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """In the test itself: between a fixture and the test pytest puts its own stream there."""
    made = Terminal()
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setattr(progress, "BETWEEN", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    return made


def drawn(terminal: Terminal) -> list[str]:
    return terminal.seen.split(progress.ERASE)[1:]


def test_a_watch_says_what_is_left_and_is_gone_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_for(monkeypatch)
    with progress.watching("process 7\x1b[31m", 4.0) as tick:
        assert tick is not None
        tick(1.0)
    lines = drawn(terminal)
    assert lines[1].endswith("━━━━━───────────────  3 s left".replace("  ", " "))
    assert lines[1].startswith("watching process 7") and "\x1b" not in lines[1]
    assert lines[-1] == ""


def test_a_line_is_never_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_for(monkeypatch)
    with progress.Line("x" * 500) as line:
        line.draw(0.5, "words")
    assert max(map(len, drawn(terminal))) == 59


def test_drawings_that_come_too_soon_are_left_out_but_for_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = terminal_for(monkeypatch)
    monkeypatch.setattr(progress, "BETWEEN", 3600.0)
    with progress.counting("elements") as tick:
        assert tick is not None
        for done in range(1, 101):
            tick(done, 100)
    assert [line.rpartition(" ")[2] for line in drawn(terminal)] == ["1/100", "100/100", ""]


def test_a_terminal_without_unicode_gets_a_bar_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = Terminal("ascii")
    monkeypatch.setattr(sys, "stderr", made)
    with progress.Line("work") as line:
        line.draw(0.5, "half")
    assert "##########---------- half" in made.seen


@pytest.mark.parametrize(("tty", "term"), [(False, "xterm"), (True, "dumb")])
def test_nothing_is_drawn_where_no_line_can_be_drawn_anew(
    tty: bool, term: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Terminal(tty=tty)
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setenv("TERM", term)
    with progress.watching("process 7", 4.0) as tick:
        assert tick is None
    with progress.reading(io.BytesIO(b"x" * 100), "log") as stream:
        assert stream.read() == b"x" * 100
    assert made.seen == ""


def test_a_long_file_shows_how_much_of_it_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    terminal = terminal_for(monkeypatch)
    monkeypatch.setattr(progress, "MIN_BYTES", 10)
    (tmp_path / "log").write_bytes(b"x" * 2_000_000)
    with open(tmp_path / "log", "rb") as file, progress.reading(file, "log") as stream:
        while stream.read(1_000_000):
            pass
    assert "1/2 MB" in drawn(terminal)[0]

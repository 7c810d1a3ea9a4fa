"""Which processes hold no Python, and how often that is asked."""

from __future__ import annotations

import pytest

from atfault.decode import plain_programs
from atfault.decode.plain_programs import Plain, may_hold_python

SHELL, PYTHON, EMBEDDING, HIDDEN = 1, 2, 3, 4
PROGRAMS = {
    SHELL: ("/bin/sh", b"7f00-7f01 r-xp /lib/libc.so.6\n"),
    PYTHON: ("/usr/bin/python3.12", b"7f00-7f01 r-xp /usr/bin/python3.12\n"),
    EMBEDDING: ("/usr/bin/gdb", b"7f00-7f01 r-xp /lib/libpython3.12.so.1.0\n"),
    HIDDEN: ("/bin/sh", b""),
}


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """The files that are read."""
    read: list[str] = []

    def maps(path: str, limit: int) -> bytes:
        read.append(path)
        return PROGRAMS[int(path.split("/")[2])][1]

    monkeypatch.setattr(plain_programs.procfs, "link", lambda pid, name: PROGRAMS[pid][0])
    monkeypatch.setattr(plain_programs.procfs, "read", maps)
    return read


@pytest.mark.parametrize(
    ("pid", "may"), [(SHELL, False), (PYTHON, True), (EMBEDDING, True), (HIDDEN, True)]
)
def test_a_process_holds_python_by_what_it_executes_or_has_mapped(asked, pid, may):
    assert may_hold_python(pid) is may
    assert Plain().holds(pid) is not may


def test_a_program_is_asked_once_until_it_executes_another(asked):
    plain = Plain()
    assert [plain.holds(SHELL) for _ in range(3)] == [True] * 3
    assert len(asked) == 1
    plain.forget(SHELL)
    plain.forget(SHELL)
    assert plain.holds(SHELL) and len(asked) == 2
    assert not plain.holds(EMBEDDING) and not plain.holds(EMBEDDING)
    assert len(asked) == 4, "one that may hold Python is asked each time"


def test_no_more_are_kept_than_there_is_room_for(asked, monkeypatch):
    monkeypatch.setattr(plain_programs, "MAX_PLAIN", 0)
    plain = Plain()
    assert plain.holds(SHELL) and plain.holds(SHELL) and len(asked) == 2

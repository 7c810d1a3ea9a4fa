"""`atfault.dump()`: how the helper is asked, and what becomes of its answers."""

from __future__ import annotations

import subprocess

import pytest

import atfault
from atfault import inside
from support.crash_reports import out_of_bounds


@pytest.fixture
def named(monkeypatch):
    """Who was named as one that may look, in order."""
    found = []
    monkeypatch.setattr(inside, "allow_tracer", found.append)
    return found


class Helper:
    pid = 71

    def __init__(self, said):
        self._said = said

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def communicate(self, _question, _limit):
        if isinstance(self._said, Exception):
            raise self._said
        return self._said, None

    def kill(self):
        pass


def says(monkeypatch, said, scope=1):
    monkeypatch.setattr(inside, "_helper", lambda: Helper(said))
    monkeypatch.setattr(inside, "yama_scope", lambda: scope)


def test_the_helper_may_look_for_as_long_as_it_does(monkeypatch, named):
    said = b"told\n" + inside.dumps(out_of_bounds()).encode()
    says(monkeypatch, said)
    assert inside.look_at_this_process(0.0).diagnosis[0].cause == "out-of-bounds"
    assert named == [71, 0]


@pytest.mark.parametrize("said", [b"", b"AccessError\nno", subprocess.TimeoutExpired("x", 1)])
def test_no_longer_where_it_fails(monkeypatch, named, said):
    says(monkeypatch, said)
    with pytest.raises(atfault.AccessError):
        inside.look_at_this_process(0.0)
    assert named == [71, 0]


def test_nobody_is_named_where_nobody_asks_for_it(monkeypatch, named):
    says(monkeypatch, b"AccessError\nno", scope=0)
    with pytest.raises(atfault.AccessError, match=r"^no$"):
        inside.look_at_this_process(0.0)
    assert named == []


@pytest.mark.parametrize("word", [b"Exception", b"os", b"annotations", b"\xff"])
def test_a_word_that_is_no_error_of_ours_is_none(monkeypatch, named, word):
    says(monkeypatch, word + b"\nx")
    with pytest.raises(atfault.AccessError, match="without a report"):
        inside.look_at_this_process(0.0)


def test_an_interpreter_that_is_not_there_is_said(monkeypatch):
    monkeypatch.setattr(inside.sys, "executable", "/no/such/python")
    with pytest.raises(atfault.AccessError, match="cannot start /no/such/python"):
        inside.look_at_this_process(0.0)

"""Which environments get our variables."""

from __future__ import annotations

import os

import pytest

from atfault_probe.passing_on import Variables, of_list, of_mapping

OURS = Variables({b"ATFAULT_PROBE_FOLDER": b"/tmp/x"}, b"/probe/bootstrap")


@pytest.fixture(autouse=True)
def program(monkeypatch):
    for name in list(os.environ):
        monkeypatch.delenv(name)
    for name in "ABCDEFGH":
        monkeypatch.setenv(name, "1")


def copy(**more: str) -> dict[bytes, bytes]:
    return {os.fsencode(k): os.fsencode(v) for k, v in {**os.environ, **more}.items()}


def test_a_copy_with_more_in_it_has_them_too():
    got = OURS.added(copy(RANK="1"))
    assert got[b"ATFAULT_PROBE_FOLDER"] == b"/tmp/x" and got[b"RANK"] == b"1"
    assert got[b"PYTHONPATH"] == b"/probe/bootstrap"
    assert b"ATFAULT_PROBE_PYTHONPATH" not in got


def test_its_own_search_path_is_kept_behind_ours():
    got = OURS.added(copy(PYTHONPATH="/own"))
    assert got[b"PYTHONPATH"] == b"/probe/bootstrap:/own"
    assert got[b"ATFAULT_PROBE_PYTHONPATH"] == b"/own"


def test_an_environment_made_from_nothing_stays_as_it_is():
    for one in ({}, {b"PATH": b"/bin"}, {b"A": b"1", b"B": b"1"}):
        assert OURS.added(dict(one)) == one


def test_one_that_has_them_already_stays_as_it_is():
    one = {**copy(), b"ATFAULT_PROBE_FOLDER": b"/other"}
    assert OURS.added(dict(one)) == one


def test_a_list_of_subprocess_and_what_is_none():
    calls = []
    fork_exec = of_list(lambda *args: calls.append(args), OURS)
    entries = [name + b"=" + value for name, value in copy().items()]
    fork_exec(1, 2, 3, 4, 5, entries, 7)
    assert b"ATFAULT_PROBE_FOLDER=/tmp/x" in calls[0][5] and calls[0][6] == 7
    for odd in ((1, 2, 3, 4, 5, None, 7), (1,), (1, 2, 3, 4, 5, [b"no equals sign"], 7)):
        fork_exec(*odd)
        assert calls[-1] == odd


def test_a_mapping_by_place_or_by_name_and_a_wrong_one():
    calls = []
    execve = of_mapping(lambda *args, **kwargs: calls.append((args, kwargs)), OURS)
    execve("/bin/true", [], dict(os.environ))
    assert calls[0][0][2][b"ATFAULT_PROBE_FOLDER"] == b"/tmp/x"
    execve("/bin/true", [], env=dict(os.environ))
    assert calls[1][1]["env"][b"ATFAULT_PROBE_FOLDER"] == b"/tmp/x"
    for odd in (("/bin/true",), ("/bin/true", [], 7), ("/bin/true", [], {"A": 1})):
        execve(*odd)
        assert calls[-1][0] == odd

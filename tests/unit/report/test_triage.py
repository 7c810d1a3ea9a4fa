"""Groups as text: short, the most frequent first, nothing of a file's name as it stands."""

from __future__ import annotations

import pytest

from atfault.model.triage import Triage, Unread
from atfault.report.layout import ANSI
from atfault.report.triage import plain_triage, render_triage
from atfault.triage.members import grouped
from support.report_parts import CWD
from unit.triage.test_members import ENVIRONMENT, member


def triage(*members, unread=(), passed_over=0):
    return Triage(grouped(members), tuple(unread), passed_over)


def many(number):
    return [member(f"{line}-{n}", line=line) for line in range(1, number + 1) for n in range(line)]


def test_a_group_has_count_line_function_time_host_and_a_command():
    text = render_triage(triage(member("a b.json"), member("c.json")), cwd=CWD, width=160)
    for part in (
        "2 failures in 1 group, 2026-11-21 02:39 UTC",
        "   2  wild-pointer  paint.py:16, in main: paint(grid)",
        "array_take in _multiarray_umath (numpy 2.4.6)  2026-11-21 02:39, on node1",
        "atfault show c.json",
    ):
        assert part in text


@pytest.mark.parametrize("width", [40, 100, 240])
def test_ten_groups_are_less_than_a_screen_and_no_line_is_too_wide(width):
    text = render_triage(triage(*many(10), unread=[Unread("core", "x" * 300)]), width=width)
    lines = text.splitlines()
    assert len(lines) <= 50
    assert all(len(one) <= width for one in lines if "atfault show" not in one)


def test_more_groups_are_counted_and_shown_when_asked_for():
    found = triage(*many(12))
    assert "2 more groups (3 failures): -v shows them" in render_triage(found)
    assert render_triage(found, verbose=True).count("atfault show") == 12


def test_files_that_were_not_read_have_a_line_each_up_to_ten():
    found = triage(member(), unread=[Unread(f"core.{n}", "empty") for n in range(12)])
    text = render_triage(found)
    assert text.count(": empty") == 10 and "2 more: -v shows them" in text
    assert render_triage(found, verbose=True).count(": empty") == 12


def test_many_hosts_are_counted():
    members = [member(str(n), environment=ENVIRONMENT._replace(host=f"n{n}")) for n in range(9)]
    assert "on n0, n1, n2 and 6 more" in render_triage(triage(*members))


def test_a_cell_is_called_as_the_notebook_does():
    assert "In [2]:16, in main" in render_triage(triage(member(file="In[2]")))


def test_nothing_that_came_with_a_file_is_shown_as_it_is():
    evil = "\x1b[31m\n\u202e"
    found = triage(
        member(evil, cause=evil, file=f"/{evil}", environment=ENVIRONMENT._replace(host=evil)),
        unread=[Unread(evil, evil)],
    )
    text = render_triage(found)
    assert all(char.isprintable() or char == "\n" for char in text)
    assert not any(line.startswith("\u202e") for line in text.splitlines())


def test_colours_change_no_word():
    found = triage(*many(3), unread=[Unread("core", "empty")])
    plain = render_triage(found)
    assert ANSI.paint("strong", "") == "" and "\x1b[" in render_triage(found, style=ANSI)
    assert "\x1b[" not in plain


def test_json_has_all_groups_and_paths():
    found = plain_triage(triage(*many(12), unread=[Unread("core", "empty")], passed_over=3), "now")
    assert (found["schema"], found["created"], found["passed_over"]) == (
        "atfault.groups/1",
        "now",
        3,
    )
    assert [one["count"] for one in found["groups"]] == list(range(12, 0, -1))
    assert [len(one["paths"]) for one in found["groups"]] == list(range(12, 0, -1))
    assert found["not_read"] == [{"path": "core", "reason": "empty"}]
    first = found["groups"][0]
    assert first["line"] == {"file": f"{CWD}/paint.py", "line": 12, "function": "main"}
    assert first["native"]["version"] == "numpy 2.4.6" and first["hosts"] == {"node1": 12}
    assert first["representative"]["command"].startswith("atfault show 12-")

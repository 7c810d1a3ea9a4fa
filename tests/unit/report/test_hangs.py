"""What people see of a hang: the headline, the picture, headings, tasks, activity."""

from __future__ import annotations

import pytest

from atfault.model.findings import Blame, Finding
from atfault.model.report_waits import WaitGraph
from atfault.report.escape import width_of
from atfault.report.grouping import cycle_tids, group_threads, leading_tids
from atfault.report.headline import headline
from atfault.report.html import render_html
from atfault.report.places import Places
from atfault.report.text import render
from atfault.report.waits import _with_clause, picture, waiting_words
from support.hang_report_parts import held, lock, node, sleeper, waits, wanted
from support.hang_reports import (
    HANGS,
    busy_loop,
    event_loop_blocked,
    healthy,
    hostile_hang,
    joined_chain,
    waiting_external,
)
from support.lock_hang_reports import deadlock, pool_starvation, self_deadlock, three_processes
from support.report_parts import CWD, report


def test_the_title_of_the_first_finding_is_the_headline():
    assert headline(deadlock()) == "Deadlock between 2 threads: nothing will move again"
    assert headline(healthy()) == "Process 4711, as it was"


def test_the_cycle_is_drawn_with_the_lines_of_taking_and_of_waiting():
    lines = render(deadlock(), cwd=CWD).splitlines()
    assert lines[3:5] == [
        '    ┌▶ "pay-1"  holds a.lock (taken bank.py:10)  waits for b.lock (bank.py:12)',
        '    └─ "pay-2"  holds b.lock (taken bank.py:10)  waits for a.lock (bank.py:12)',
    ]


def test_each_thread_of_the_picture_waits_for_what_the_next_one_has():
    for sample in (deadlock, three_processes):
        shown = sample()
        drawn = picture(shown.diagnosis[0], shown, Places(shown))
        assert drawn.closed
        for link, following in zip(drawn.links, (*drawn.links[1:], drawn.links[0])):
            assert not following.holds or following.holds in link.waits


def test_the_picture_starts_at_the_first_blamed_thread():
    sample = deadlock()
    finding = sample.diagnosis[0]
    turned = finding._replace(blame=finding.blame[::-1])
    drawn = picture(turned, sample, Places(sample))
    assert [link.who for link in drawn.links] == ['"pay-2"', '"pay-1"']


def test_of_two_rings_that_one_is_drawn_that_the_finding_says():
    nodes, edges, cycles = [], [], []
    for first, second in ((4712, 4713), (4714, 4715)):  # alike but for their numbers
        cycle = (f"thread:{first}", f"lock:{second}", f"thread:{second}", f"lock:{first}")
        for tid, other in ((first, second), (second, first)):
            nodes += [node(tid, "pay"), lock(f"lock:{tid}", f"lock_{tid}")]
            edges.append(waits(f"thread:{tid}", f"lock:{other}", "a.py", 3, "f"))
            edges.append(held(f"lock:{tid}", f"thread:{tid}", "a.py", 2, "f"))
        cycles.append(cycle)
    blame = (Blame("a.py", 3, "f", "pay"),)
    threads = [sleeper("pay", tid, []) for tid in range(4712, 4716)]
    graph = WaitGraph(tuple(nodes), tuple(edges), tuple(cycles))
    for cycle, tids in zip(cycles, ([4712, 4713], [4714, 4715])):
        finding = Finding("deadlock", "a ring", "certain", blame, about=cycle)
        shown = report([finding], threads, kind="hang", waits=graph)
        assert [link.tid for link in picture(finding, shown, Places(shown)).links] == tids
        of_second = tuple(one._replace(tid=tids[1]) for one in blame)
        turned = finding._replace(blame=of_second)
        drawn = picture(turned, shown, Places(shown))
        assert [link.tid for link in drawn.links] == tids[::-1]


def test_threads_of_one_name_are_told_apart():
    sample = deadlock()
    nodes = tuple(
        one._replace(name="pay") if one.kind == "thread" else one for one in sample.waits.nodes
    )
    finding = sample.diagnosis[0]
    finding = finding._replace(blame=tuple(one._replace(thread="pay") for one in finding.blame))
    shown = sample._replace(waits=sample.waits._replace(nodes=nodes), diagnosis=(finding,))
    drawn = picture(finding, shown, Places(shown))
    assert [link.who for link in drawn.links] == ['"pay" 4712', '"pay" 4713']


def test_a_chain_is_drawn_to_its_end():
    lines = render(joined_chain(), cwd=CWD).splitlines()
    at = next(i for i, line in enumerate(lines) if "└▶" in line)
    assert lines[at - 1] == '    "MainThread"  waits for the end of "reader" (feed.py:20)'
    assert lines[at] == '    └▶ "reader"  waits for jobs: empty (feed.py:9)'


def test_of_a_crash_nothing_is_drawn():
    assert "└▶" not in render(joined_chain()._replace(kind="crash"), cwd=CWD)


def test_a_single_wait_is_not_drawn_the_heading_says_it():
    sample = waiting_external()
    assert picture(sample.diagnosis[0], sample, Places(sample)) is None
    assert "waits for a reply on socket 5: peer 10.0.0.7:5432 (report.py:9)" in render(
        sample, cwd=CWD
    )


@pytest.mark.parametrize("width", [60, 72, 100, 120])
def test_a_picture_fits_the_terminal(width):
    for sample in HANGS.values():
        for line in render(sample(), cwd=CWD, width=width).splitlines():
            assert width_of(line) <= width


def test_a_ring_of_hundreds_is_cut_short():
    count = 300
    nodes, edges, cycle = [], [], []
    for at in range(count):
        key = f"lock:{at}"
        nodes += [node(5000 + at, f"t{at}"), lock(key, f"l{at}")]
        edges.append(waits(f"thread:{5000 + at}", key, "a.py", 3, "f"))
        edges.append(held(key, f"thread:{5000 + (at + 1) % count}", "a.py", 2, "f"))
        cycle += [f"thread:{5000 + at}", key]
    title = "Deadlock between 300 threads"
    blame = (Blame("a.py", 3, "f", "t0"),)
    finding = Finding("deadlock", "a ring", "certain", blame, title=title, about=tuple(cycle))
    threads = [sleeper(f"t{at}", 5000 + at, []) for at in range(count)]
    graph = WaitGraph(tuple(nodes), tuple(edges), (tuple(cycle),))
    ring = report([finding], threads, kind="hang", waits=graph)
    text = render(ring)
    assert "Deadlock between 300 threads" in text
    assert "… 288 more" in text
    assert text.count("waits for l") == 12
    assert '"t0"    holds l299 (taken a.py:2)  waits for l0 (a.py:3)' in text
    assert '"t299"  holds l298 (taken a.py:2)  waits for l299 (a.py:3)' in text
    assert render_html(ring).count('<g class="who">') == count


def test_a_damaged_graph_draws_nothing_wrong():
    sample = deadlock()
    (finding,) = sample.diagnosis[:1]
    for about in (("thread:1", "gone"), ("gone",), ("lock:0x7f24c0a80010@4711",)):
        shown = sample._replace(diagnosis=(finding._replace(about=about),))
        assert "┌▶" not in render(shown)
        render_html(shown)


def test_threads_of_the_cycle_come_first_and_are_never_idle():
    sample = deadlock()
    assert cycle_tids(sample) == {4712, 4713}
    groups = group_threads(sample.threads, leading=leading_tids(sample))
    assert [thread.tid for thread in groups.groups[0]] == [4712, 4713]
    idle = sample.threads[3]
    groups = group_threads((idle,), leading=frozenset((idle.tid,)))
    assert groups.idle == ()


def test_a_thread_that_waits_for_itself_is_said_so():
    ring = '"MainThread"  holds self._lock (taken cache.py:21)  waits for self._lock (cache.py:14)'
    assert ring in render(self_deadlock(), cwd=CWD)


def test_workers_that_wait_alike_are_shown_once():
    text = render(pool_starvation(), cwd=CWD)
    assert '4 threads with this stack: "pool_0" 4712' in text
    assert text.count("waits for j: not begun") == 1


def test_what_changed_and_what_did_not_is_said_under_the_heading():
    text = " ".join(render(busy_loop(), cwd=CWD).split())
    assert "running, held the GIL, 100 % CPU" in text
    assert "stays in wait_ready (poll.py:7); changed: self.ticks 1,204,551 → 7,120,004" in text
    assert "did not change: done = False" in text
    assert "watched for 3.0 s: 1 of 1 threads moved, 2.99 s of CPU time" in text


def test_tasks_with_the_same_await_chain_are_shown_once():
    text = render(event_loop_blocked(), cwd=CWD)
    assert '42 pending tasks of asyncio and 1 running in "MainThread"' in text
    assert '39 tasks like it: "fetch-2", "fetch-3", "fetch-4", "fetch-5" and 35 more' in text
    assert text.index('"parse-1" running') < text.index('"fetch-1" waits for')
    verbose = render(event_loop_blocked(), cwd=CWD, verbose=True)
    assert all(f'"fetch-{i}"' in verbose for i in range(1, 41))


def test_relatives_are_shown_with_their_waits():
    text = render(three_processes(), cwd=CWD)
    assert "Child process 4803, multiprocessing worker" in text
    assert '"store" of process 4803' in text
    assert text.count("waits for results.lock (stages.py:66)") == 1


def test_a_hostile_hang_is_shown_escaped():
    for verbose in (False, True):
        text = render(hostile_hang(), verbose=verbose)
        assert all(char.isprintable() or char == "\n" for char in text)


def test_a_place_does_not_go_into_the_bracket_of_a_call():
    assert _with_clause("a pipe (fd 4)", "a.py:1") == "a pipe (fd 4, a.py:1)"
    assert _with_clause("python -c print(1)", "a.py:1") == "python -c print(1) (a.py:1)"
    assert _with_clause("f (g(1))", "a.py:1") == "f (g(1)) (a.py:1)"


@pytest.mark.parametrize(
    ("count", "words"),
    [(2, " or b)"), (3, " or b or c)"), (4, " or b or c or 1 other)"), (5, " or 2 others)")],
)
def test_alternatives_are_counted_in_the_singular_too(count, words):
    wait = wanted("socket", "a", "app.py", 9, "main")
    wait["others"] = list("bcdef")[: count - 1]
    one = sleeper("main", 5000, [], waits_for={**wait, "file": None, "line": None})
    told = waiting_words(one, 5000, Places(deadlock(), CWD))[-1]
    assert f"{told})".endswith(words)

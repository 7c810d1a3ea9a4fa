"""What a report says, it says once, and what says nothing takes one row."""

from __future__ import annotations

import re

import pytest

from atfault.diagnose.words import brief
from atfault.model.findings import Advice, Blame, Evidence, Finding
from atfault.model.report import EnvironmentReport
from atfault.model.report_waits import WaitGraph
from atfault.report.grouping import group_threads
from atfault.report.html import render_html
from atfault.report.text import render
from support.hang_report_parts import FUTEX, has, held, lock, node, sleeper, waits, wanted
from support.hang_reports import busy_loop
from support.lock_hang_reports import deadlock
from support.report_parts import (
    CWD,
    LIBPYTHON,
    idle_openblas,
    native_frame,
    python_frame,
    report,
    thread,
)


def ring(count, *, alike=True):
    """Threads that each hold a lock and wait for the next one's, as atfault reports them."""
    nodes, edges, cycle, threads, told = [], [], [], [], []
    for at in range(count):
        after = (at + 1) % count
        key, name = f"lock:{at}", f"t{at}"
        nodes += [node(5000 + at, name), lock(key, f"l{at}")]
        edges.append(waits(f"thread:{5000 + at}", f"lock:{after}", "a.py", 3, "f"))
        edges.append(held(key, f"thread:{5000 + at}", "a.py", 2, "f"))
        cycle += [f"thread:{5000 + at}", f"lock:{after}"]
        line = "a.py", 3 if alike else 100 + at
        frames = [*FUTEX, python_frame("f", *line, "with second:", locals=(("n", "int", str(at)),))]
        wait = wanted("lock", f"l{after}", "a.py", 3, "f", by=((5000 + after, f"t{after}"),))
        hold = has("lock", f"l{at}", "a.py", 2, "f")
        threads.append(sleeper(name, 5000 + at, frames, waits_for=wait, holds=(hold,)))
        told.append(Evidence(f'"{name}" holds l{at}, waits for l{after}', in_picture=True))
    finding = Finding(
        "deadlock",
        '"t0" waits for l1 held by "t1", and so on',
        "certain",
        tuple(Blame(f"{CWD}/a.py", 3, "f", f"t{at}") for at in range(count)),
        (*told, Evidence("no wait has a timeout")),
    )
    graph = WaitGraph(tuple(nodes), tuple(edges), (tuple(cycle),))
    return report([finding._replace(about=tuple(cycle))], threads, kind="hang", waits=graph)


@pytest.mark.parametrize("verbose", [False, True])
@pytest.mark.parametrize("alike", [False, True])
@pytest.mark.parametrize("count", [2, 3, 12])
def test_each_wait_of_a_ring_is_told_once(count, alike, verbose):
    rendered = render(ring(count, alike=alike), cwd=CWD, verbose=verbose, height=10)
    text, _, answer = rendered.rpartition("\n\n")  # which a report longer than a screen repeats
    for at in range(count):
        assert text.count(f"waits for l{at} ") == 1, text
        assert text.count(f"holds l{at} ") == 1, text
    assert "no wait has a timeout" in text
    assert answer == 'a.py:3: deadlock (certain): "t0" waits for l1 held by "t1", and so on\n'


def test_a_ring_of_tasks_does_not_silence_the_thread_that_runs_them():
    one = ring(2)
    tasks = tuple(n._replace(kind="task") if n.tid else n for n in one.waits.nodes)
    edges = tuple(
        e._replace(place=e.place and e.place._replace(file=f"{CWD}/a.py")) for e in one.waits.edges
    )
    shown = one._replace(waits=one.waits._replace(nodes=tasks, edges=edges))
    text = render(shown, cwd=CWD)
    assert '┌▶ task "t0"' in text
    assert '"t0": holds l0 (taken a.py:2), waits for l1 (a.py:3)' in text


def test_what_is_not_in_the_picture_is_told_with_the_thread():
    one = ring(2)
    first = one.threads[0]
    more = has("lock", "another", "a.py", 9, "f")
    first = first._replace(holds=(*first.holds, more))
    text = render(one._replace(threads=(first, *one.threads[1:])), cwd=CWD)
    assert '"t0": holds another (taken a.py:9)' in text


def test_a_report_without_marks_tells_all_its_reasons():
    one = ring(2)
    finding = one.diagnosis[0]
    plain = tuple(Evidence(reason.text) for reason in finding.evidence)
    text = render(one._replace(diagnosis=(finding._replace(evidence=plain),)), cwd=CWD)
    assert '- "t0" holds l0, waits for l1' in text


@pytest.mark.parametrize("count", [2, 3, 12, 40])
def test_a_ring_of_any_size_is_drawn(count):
    page = render_html(ring(count), cwd=CWD)
    assert page.count('<g class="who">') == count
    assert page.count('<g class="what">') == count
    assert page.count('class="head"') == 2 * count


def test_a_ring_of_thousands_is_drawn_with_a_gap():
    page = render_html(ring(1000))
    assert "… 700 more" in page
    assert page.count('<g class="who">') == 300


def test_one_stack_is_shown_once_whatever_its_threads_do():
    frames = [*FUTEX, python_frame("work", "app.py", 7, "with lock:")]
    threads = [
        sleeper("w0", 1, frames, holds=(has("lock", "other", "app.py", 3, "work"),)),
        sleeper("w1", 2, frames, waits_for=wanted("lock", "mine", "app.py", 7, "work")),
        sleeper("w2", 3, frames, state="running", holds_gil=True),
        sleeper("w3", 4, frames),
    ]
    finding = Finding("unknown", "nothing is known", "possible")
    text = " ".join(render(report([finding], threads, kind="snapshot"), cwd=CWD).split())
    assert '4 threads with this stack: "w0" 1, "w1" 2, "w2" 3, "w3" 4' in text
    assert '3 sleeping, 1 running, "w2" held the GIL' in text
    assert '"w0": holds other (taken app.py:3)' in text
    assert '"w1": waits for mine (app.py:7)' in text
    assert text.count("with lock:") == 1


def test_where_in_the_interpreter_a_thread_was_makes_no_other_stack():
    own = python_frame("work", "app.py", 7, "step()", locals=(("n", "int", "1"),))
    running = [native_frame("_PyEval_EvalFrameDefault", LIBPYTHON), own]
    waiting = [*FUTEX, native_frame("take_gil", LIBPYTHON), own]
    library = [native_frame("multiply", "/venv/lib/fast.so"), own]
    threads = (sleeper("a", 1, running), sleeper("b", 2, waiting), sleeper("c", 3, library))
    groups = group_threads(threads).groups
    assert [[thread.name for thread in group] for group in groups] == [["a", "b"], ["c"]]
    assert len(group_threads(threads, keep_idle=True).groups) == 3
    finding = Finding("unknown", "nothing is known", "possible")
    text = render(report([finding], threads, kind="snapshot"), cwd=CWD)
    assert '2 threads with this stack: "a" 1, "b" 2' in text


def test_frames_without_a_name_are_the_same_only_at_one_address():
    nameless = [frame._replace(function="??", line=None, file=None) for frame in FUTEX]
    others = [frame._replace(address="0x1234") for frame in nameless]
    groups = group_threads((sleeper("a", 1, nameless), sleeper("b", 2, others))).groups
    assert len(groups) == 2


def test_values_are_shown_for_a_shared_stack_where_all_threads_have_them():
    frames = [
        python_frame("f", "a.py", 3, "g(n, m)", locals=(("n", "int", "1"), ("m", "int", "5")))
    ]
    other = [python_frame("f", "a.py", 3, "g(n, m)", locals=(("n", "int", "2"), ("m", "int", "5")))]
    one = ring(2)
    shown = one._replace(
        threads=tuple(
            thread._replace(frames=tuple(found))
            for thread, found in zip(one.threads, (frames, other))
        )
    )
    text = render(shown, cwd=CWD)
    assert "m = 5" in text
    assert "n = " not in text
    assert "n = 1 (of the first)" in render(shown, cwd=CWD, verbose=True)


def library_thread(name, tid, **more):
    file = "/usr/lib/python3.11/socketserver.py"
    return sleeper(name, tid, [*FUTEX, python_frame("serve", file, 9, mine=False)], **more)


def test_threads_without_a_line_of_the_users_take_one_row():
    own = thread("MainThread", 1, [python_frame("f", "a.py", 3, "g()")], crashed=True)
    others = [library_thread(f"server-{at}", 10 + at) for at in range(3)]
    feeder = sleeper("feeder", 20, [*FUTEX, python_frame("feed", "/usr/lib/q.py", 1, mine=False)])
    finding = Finding("unknown", "nothing is known", "possible")
    sample = report([finding], [own, *others, feeder, idle_openblas(30), idle_openblas(31)])
    text = " ".join(render(sample, cwd=CWD).split())
    row = (
        "6 more threads without a line of yours: 2 idle in OpenBLAS (blas_thread_server), "
        '"server-0", "server-1", "server-2", "feeder"; -v shows them'
    )
    assert row in text
    assert "socketserver" not in text
    assert "socketserver" in render(sample, cwd=CWD, verbose=True)
    page = render_html(sample, cwd=CWD)
    assert "6 more threads without a line of yours" in page
    assert "socketserver" in page


def test_a_thread_of_a_library_that_holds_something_keeps_its_place():
    own = thread("MainThread", 1, [python_frame("f", "a.py", 3, "g()")], crashed=True)
    holder = library_thread("holder", 2, holds=(has("lock", "l", "/usr/lib/q.py", 1, "g"),))
    with_gil = library_thread("gil", 3, holds_gil=True)
    finding = Finding("unknown", "nothing is known", "possible")
    text = render(report([finding], [own, holder, with_gil]), cwd=CWD)
    assert "holds l" in text
    assert "held the GIL" in text


def test_a_program_without_any_line_of_the_users_shows_its_stacks():
    finding = Finding("unknown", "nothing is known", "possible")
    sample = report([finding], [library_thread("a", 1)], kind="snapshot")
    assert "socketserver.py:9" in render(sample, cwd=CWD)


def test_the_busy_one_of_several_with_one_stack_is_named():
    sample = busy_loop()
    (worker,) = [one for one in sample.threads if one.tid == sample.activity.threads[0].tid]
    twin = worker._replace(tid=99, name="twin", holds_gil=False)
    text = " ".join(render(sample._replace(threads=(*sample.threads, twin)), cwd=CWD).split())
    assert f'"{worker.name}" 100 % CPU' in text


def test_the_environment_stands_in_the_page_and_with_v_in_the_text():
    known = EnvironmentReport("0.1.0", "Debian 12", "glibc 2.36", {"numba": "0.60.0"})
    sample = deadlock()._replace(environment=known)
    for words in ("atfault 0.1.0", "Debian 12", "glibc 2.36", "numba 0.60.0"):
        assert words in render_html(sample)
        assert words in render(sample, verbose=True)
    assert "glibc" not in render(sample)


@pytest.mark.parametrize("cwd", [CWD, "/home/ada", "/elsewhere"])
@pytest.mark.parametrize("renderer", [render, render_html])
def test_a_path_is_written_in_one_way_wherever_the_report_is_read(renderer, cwd):
    file = f"{CWD}/a.py"
    finding = brief(
        Finding(
            "waiting-external",
            f"waits at {file}:3",
            "likely",
            (Blame(file, 3, "f", "MainThread"),),
            (Evidence(f"it was called in f ({file}:3), not in x{file}:3 or /other/a.py:3"),),
            (Advice(f"look at {file}:3"),),
            title=f"Waits at {file}:3",
        )
    )
    assert (finding.summary, finding.files) == ("waits at a.py:3", (file,))
    shown = report([finding], [thread("MainThread", 4711, [python_frame("f", "a.py", 3)])])
    text = renderer(shown._replace(headline=finding.title), cwd=cwd)
    text = re.sub(r'title="[^"]*"', "", text)
    for other in (f"x{file}:3", "/other/a.py:3"):
        assert text.count(other) == 1
        text = text.replace(other, "")
    mentions = re.findall(r"[\w./~-]*a\.py:3", text)
    assert len(mentions) >= 6
    assert len(set(mentions)) == 1, mentions
    assert cwd == "/elsewhere" or len(mentions[0]) < len(file)


@pytest.mark.parametrize("summary", ["it waits for l (bank.py:3)", "it waits for l"])
def test_a_further_finding_names_its_line_once(summary):
    blame = (Blame(f"{CWD}/bank.py", 3, "book", "MainThread", ()),)
    first = Finding("self-deadlock", "it waits", "certain", blame)
    text = render(report([first, Finding("event-loop-blocked", summary, "certain", blame)], []))
    told = text.partition("Also")[2].splitlines()[1]
    assert told.endswith("it waits for l (bank.py:3)")

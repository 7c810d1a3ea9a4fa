"""Tracebacks read from text: real ones of every interpreter here, and damaged ones."""

from __future__ import annotations

import os
import random
import subprocess
import textwrap

import pytest

from atfault.text.tracebacks import MAX_TRACEBACKS, Printed, _chains, tracebacks
from support.interpreters import every_interpreter, interpreter
from support.printed import TRACEBACK


def printed_by(python, body: str) -> tuple[Printed, ...]:
    if python is None or python.sysroot is not None:
        pytest.skip("not an interpreter of this machine's own files")
    done = subprocess.run(
        [python.executable, "-c", textwrap.dedent(body)],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHON_COLORS": "0"},
    )
    return tracebacks(done.stderr)


def only(found: tuple[Printed, ...]) -> Printed:
    (one,) = found
    return one


def told(printed: Printed) -> list[tuple[str, str]]:
    return [(one.type, str(one.message)) for one in printed.exceptions]


each = pytest.mark.parametrize("python", every_interpreter())


def test_a_traceback_is_read_with_its_lines():
    error = only(tracebacks(TRACEBACK)).error
    assert (error.type, error.message) == ("IndexError", "index is out of bounds")
    inner = error.frames[0]
    assert (inner.location.file, inner.location.line) == ("/home/me/nb.py", 14)
    assert (inner.function, inner.code) == ("main", "print(gather(table, picks))")
    assert inner.expression == "gather(table, picks)"


def test_a_cause_without_frames_is_kept():
    text = """\
IndexError: index is out of bounds

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "p.py", line 3, in <module>
    f(x)
SystemError: CPUDispatcher(<function f>) returned a result with an exception set
"""
    printed = only(tracebacks(text))
    assert printed.error.type == "SystemError" and printed.error.cause == 1
    assert told(printed)[1] == ("IndexError", "index is out of bounds")


@each
def test_causes_and_contexts_are_tied(python):
    body = """
        def f():
            try: {}["x"]
            except KeyError as e: raise ValueError("bad") from e
        try: f()
        except ValueError: raise RuntimeError
    """
    printed = only(printed_by(python, body))
    assert told(printed) == [("RuntimeError", ""), ("ValueError", "bad"), ("KeyError", "'x'")]
    assert (printed.error.context, printed.exceptions[1].cause) == (1, 2)
    assert printed.is_last


@each
def test_the_thread_is_known(python):
    body = "import threading; t = threading.Thread(target=lambda: 1/0, name='feeder'); t.start()"
    printed = only(printed_by(python, body))
    assert (printed.origin, printed.error.type) == ("thread", "ZeroDivisionError")
    assert printed.name.startswith("feeder")


@each
def test_a_multiprocessing_child_is_known(python):
    body = """
        import multiprocessing as m
        m.set_start_method("fork")
        p = m.Process(target=lambda: 1/0)
        p.start()
        p.join()
    """
    printed = only(printed_by(python, body))
    assert (printed.origin, printed.name) == ("process", "Process-1")


@each
def test_what_a_pool_hands_back_leads_to_the_worker(python):
    body = """
        import multiprocessing as m
        def work(x): return [][x]
        m.set_start_method("fork")
        with m.Pool(1) as pool: pool.map(work, [3])
    """
    printed = only(printed_by(python, body))
    assert printed.exceptions[printed.error.cause].frames[0].function == "work"


@each
def test_frames_of_a_recursion_are_counted(python):
    printed = only(printed_by(python, "def f(): f()\nf()"))
    assert printed.error.type == "RecursionError"
    assert printed.error.left_out + len(printed.error.frames) > 900


@each
def test_a_syntax_error_of_the_program_itself_is_found(python):
    printed = only(printed_by(python, "x = 1\ny = = 2\n"))
    assert printed.error.type == "SyntaxError"
    assert printed.error.frames[0].location.line == 2


@each
def test_an_ignored_exception_is_told_from_the_one_that_ended_the_program(python):
    body = """
        class A:
            def __del__(self): 1/0
        A()
        [][1]
    """
    ignored, last = printed_by(python, body)
    assert (ignored.origin, ignored.is_last) == ("ignored", False)
    assert (last.origin, last.is_last) == ("", True)


GROUP = """
    def a(): 1/0
    held = []
    try: a()
    except Exception as e: held.append(e)
    try:
        try: a()
        except Exception as e: raise KeyError("k") from e
    except Exception as e: held.append(ExceptionGroup("inner", [e]))
    try: raise OSError("first")
    except OSError as e: raise ExceptionGroup("outer", held) from e
"""


@pytest.mark.parametrize("minor", (11, 12, 13, 14))
def test_the_parts_of_a_group_are_tied_to_it(minor):
    python = interpreter(minor)
    printed = only(printed_by(python, GROUP))
    every = printed.exceptions
    outer = printed.error
    assert outer.message == "outer (2 sub-exceptions)"
    assert every[outer.cause].type == "OSError"
    first, inner = (every[at] for at in outer.group)
    assert (first.type, first.frames[0].function) == ("ZeroDivisionError", "a")
    assert inner.message == "inner (1 sub-exception)"
    (key,) = (every[at] for at in inner.group)
    assert (key.type, every[key.cause].type) == ("KeyError", "ZeroDivisionError")


def test_notes_and_further_lines_of_the_message_are_kept():
    body = "e = ValueError('x\\ny')\ne.add_note('a note')\nraise e"
    error = only(printed_by(interpreter(11), body)).error
    assert (error.message, error.notes) == ("x", ("y", "a note"))


def test_colours_and_the_prefix_of_a_launcher_are_taken_off():
    marked = "".join(f"[rank0]: {line}\n" for line in TRACEBACK.splitlines()[1:])
    coloured = marked.replace("IndexError", "\x1b[1;35mIndexError\x1b[0m")
    error = only(tracebacks(coloured)).error
    assert (error.type, len(error.frames)) == ("IndexError", 2)


def test_a_traceback_inside_of_a_message_is_read_too():
    text = """\
Traceback (most recent call last):
  File "train.py", line 3, in <module>
    for batch in loader:
IndexError: Caught IndexError in DataLoader worker process 0.
Original Traceback (most recent call last):
  File "data.py", line 7, in __getitem__
    return self.rows[i]
IndexError: index 9 is out of bounds for axis 0 with size 4
"""
    outer, inner = tracebacks(text)
    assert outer.error.frames[0].location.line == 3
    assert inner.error.frames[0].location.line == 7


def test_other_output_follows_the_last_line():
    assert not only(tracebacks(TRACEBACK + "\nshutting down\n")).is_last


def test_damaged_text_gives_nothing_wrong():
    for cut in range(len(TRACEBACK)):
        for printed in tracebacks(TRACEBACK[:cut]):
            assert printed.error.frames
    assert tracebacks("Traceback (most recent call last):\n" * 1000) == ()


def test_hostile_text_is_bounded():
    many = tracebacks(TRACEBACK * 500)
    assert len(many) == MAX_TRACEBACKS
    deep = "".join(
        "  " * depth + "+-+---------------- 1 ----------------\n" + "  " * (depth + 1) + "| E: x\n"
        for depth in range(500)
    )
    tracebacks("  + Exception Group Traceback (most recent call last):\n  | E: x\n" + deep)
    tracebacks(("[r]: Traceback (most recent call last):\n" * 200) * 3)
    pieces = [*TRACEBACK.splitlines(), *GROUP.splitlines(), *deep.splitlines()[:8], "", '"""']
    pieces += ["The above exception was the direct cause of the following exception:"]
    chance = random.Random(5)
    for _ in range(300):
        text = "\n".join(chance.choice(pieces) for _ in range(chance.randrange(60)))
        for printed in tracebacks(text):
            for one in printed.exceptions:
                links = (*one.group, one.cause or 0, one.context or 0)
                assert all(0 <= place < len(printed.exceptions) for place in links)


class _Counted(str):
    """A line that counts how often it is cut."""

    cuts = 0

    def __getitem__(self, key):
        _Counted.cuts += 1
        return str(super().__getitem__(key))


def test_each_line_behind_a_launchers_prefix_is_looked_at_a_few_times() -> None:
    one = ["Traceback (most recent call last):", '  File "a.py", line 1, in f', "ValueError: x"]
    lines = [_Counted(f"[rank0]: {line}") for line in one * 500]
    assert len(list(_chains(lines, 0))) == 500
    assert _Counted.cuts < 10 * len(lines)


def test_of_many_tracebacks_behind_a_prefix_the_last_is_read_whole() -> None:
    one = [
        "Traceback (most recent call last):",
        '  File "a.py", line 1, in f',
        "ValueError: x",
        "y",
    ]
    text = "\n".join(f"[rank0]: {line}" for line in one * 100)
    found = tracebacks(text)
    assert [one.is_last for one in found[-2:]] == [False, True]
    assert found[-1].error.notes == ("y",) and len(found[-1].error.frames) == 1


def test_what_cython_prints_again_as_ignored_ended_nothing() -> None:
    again = (
        "Traceback (most recent call last):\n"
        '  File "driver.pyx", line 63, in check_status\n'
        "DriverError: launch failed\n"
    )
    text = f"{TRACEBACK}{again}Exception ignored in: 'Module.__dealloc__'\n{again}"
    assert [one.origin for one in tracebacks(text)] == ["", "ignored", "ignored"]

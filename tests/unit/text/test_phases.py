"""Phases of a text, and what its readers take for one message or one stack."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.text.aborts import abort_in
from atfault.text.build_log import read_build
from atfault.text.dialects import as_cpython
from atfault.text.lines import lines_of
from atfault.text.shape import last_phase
from atfault.text.stacks import stacks_in
from atfault.text.tracebacks import tracebacks

BUILT = "Collecting fastcsv\nInstalling collected packages: fastcsv\n"
WELL = "Successfully installed fastcsv-2.0\n"
RAISED = (
    'Traceback (most recent call last):\n  File "/job/{}", line 3, in <module>\nValueError: bad\n'
)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (BUILT + WELL + RAISED.format("run.py"), 3),
        (BUILT + RAISED.format("run.py"), 4),
        (BUILT + RAISED.format("setup.py"), 5),
        (BUILT + RAISED.format("run.py") + "error: command 'gcc' failed\n", 6),
        (BUILT + WELL + "Segmentation fault (core dumped)\n", 1),
        (BUILT + WELL, 3),
        (RAISED.format("run.py"), 3),
    ],
)
def test_what_a_run_behind_a_build_says_is_read_alone(text: str, kept: int) -> None:
    assert len(last_phase(lines_of(text.encode())).lines) == kept


@pytest.mark.parametrize(
    ("last", "cause"),
    [
        ("srun: error: n1: task 3: Exited with exit code 143", "configuration"),
        (
            "slurmstepd: error: *** STEP 8.0 ON n4 CANCELLED AT 2023-11-02T10:00:00 ***",
            "configuration",
        ),
    ],
)
def test_what_is_ended_for_another_is_told_behind_what_that_died_of(last: str, cause: str) -> None:
    first = (
        "create_vni_context(2242): OFI EP enable failed (ofi_init.c:2242:x:Cannot allocate memory)"
    )
    found = abort_in(lines_of(f"{first}\n{last}\n".encode()).lines)
    assert not isinstance(found, Absent)
    assert found.cause == cause


def test_an_exception_within_the_message_of_another_is_the_one_that_was_raised() -> None:
    text = (
        'Traceback (most recent call last):\n  File "/job/a.py", line 6, in <module>\n'
        "    ray.get(x)\n"
        "ray.exceptions.RayTaskError(KeyError): ray::clip() (pid=7)\n"
        '  File "/job/clip.py", line 29, in clip\n    table[key]\nKeyError: 4\n'
    )
    error = tracebacks(text)[-1].error
    assert (error.type, error.message) == ("KeyError", "4")
    assert [one.location.line for one in error.frames] == [29, 6]


def test_a_message_below_an_empty_first_line_is_read() -> None:
    text = (
        'Traceback (most recent call last):\n  File "a.py", line 6, in <module>\nRuntimeError:\n\n'
        "        An attempt has been made\n        to start\n"
    )
    assert tracebacks(text)[-1].error.message == "An attempt has been made"


def test_an_exception_that_stands_above_its_traceback_is_put_below_it() -> None:
    text = (
        "[ERROR] ValueError: bad\nTraceback (most recent call last):\n"
        '  File "/var/task/a.py", line 6, in f\n    g()\nEND RequestId: 7\n'
    )
    lines = as_cpython(lines_of(text.encode()).lines)
    assert tracebacks("\n".join(one.text for one in lines))[-1].error.message == "bad"


@pytest.mark.parametrize(
    ("text", "tool", "signal", "place"),
    [
        (
            "* thread #4, name = 'io', stop reason = signal SIGABRT\n"
            "  * frame #0: 0x0000000189d0a388 libsystem_kernel.dylib`__pthread_kill + 8\n"
            "    frame #1: 0x0000000104f0b8a0 _r.so`A::of(unsigned) const at replay.cpp:148:24\n",
            "lldb", 6, ("replay.cpp", 148),
        ),
        (
            "Program received signal SIGSEGV: Segmentation fault - invalid memory reference.\n\n"
            "Backtrace for this error:\n#0  0x14f1c5c6f3ff in ???\n#1  0x14f1a31e92c4 in adv_\n"
            "        at /src/adv.f90:318\n",
            "libgfortran", 11, ("/src/adv.f90", 318),
        ),
        (
            "#  SIGSEGV (0xb) at pc=0x00007f3da21c0a93, pid=9120, tid=9121\nNative frames: (J=x)\n"
            "C  [libtess.so+0x1b001]  layout(int)+0x41\n",
            "HotSpot", 11, ("", None),
        ),
    ],
)  # fmt: skip
def test_stacks_of_lldb_libgfortran_and_hotspot_are_read(
    text: str, tool: str, signal: int, place: tuple[str, int | None]
) -> None:
    found = stacks_in(lines_of(text.encode()).lines)
    assert not isinstance(found, Absent)
    frame = found.threads[0].frames[-1]
    assert (found.tool, found.signal, (frame.file, frame.row)) == (tool, signal, place)


def test_a_failed_action_of_a_check_is_no_failure_of_the_build():
    block = "FAILED: CMakeFiles/{0}.dir/src.c.o\n/usr/bin/cc -c src.c\nsrc.c:4:3: error: no `f'\n"
    end = "ninja: build stopped: subcommand failed.\n"
    assert read_build(lines_of((block.format("cmTC_9b0d1") + end).encode()), "").first is None
    assert read_build(lines_of((block.format("wave") + end).encode()), "").first is not None

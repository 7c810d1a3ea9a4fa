"""The last words of native code, in the forms that the libraries have had."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.text.aborts import abort_in
from atfault.text.lines import LogLine, lines_of


def found(text: str):
    one = abort_in(lines_of(text.encode()).lines)
    assert not isinstance(one, Absent)
    return one


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("free(): invalid pointer\n", "heap", "free(): invalid pointer"),
        (
            "*** Error in `/usr/bin/python3': double free or corruption (out): 0x0001 ***\n",
            "heap",
            "double free or corruption (out)",
        ),
        ("*** buffer overflow detected ***: terminated\n", "check", "buffer overflow detected"),
        (
            "*** bit out of range 0 - FD_SETSIZE on fd_set ***: terminated\n",
            "check",
            "bit out of range 0 - FD_SETSIZE on fd_set",
        ),
        (
            "terminate called after throwing an instance of 'std::out_of_range'\n"
            "  what():  vector::_M_range_check\n",
            "cpp",
            "vector::_M_range_check",
        ),
        (
            "libc++abi: terminating due to uncaught exception of type std::bad_alloc: no\n",
            "cpp",
            "no",
        ),
        ("thread 'main' panicked at src/a.rs:3:5:\nout of bounds\n", "rust", "out of bounds"),
        ("thread 'main' panicked at 'gone', src/a.rs:3:5\n", "rust", "gone"),
        ("python: a.c:3: int f(int): Assertion `n > 0' failed.\n", "assertion", "n > 0"),
        (
            "F0525 12:00:00.000000    42 flow.cc:12] Check failed: n > 0\n",
            "assertion",
            "Check failed: n > 0",
        ),
    ],
)  # fmt: skip
def test_each_form_is_read_with_its_message(text, kind, said) -> None:
    one = found("before\n" + text)
    assert (one.kind, one.said, one.line) == (kind, said, 2)


def test_the_first_of_several_counts() -> None:
    text = "free(): invalid size\nterminate called after throwing an instance of 'int'\n"
    assert found(text).kind == "heap"


@pytest.mark.parametrize(
    "text",
    [
        "the docs say: call free(): invalid pointers are ignored by us\n",
        "../aten/Loss.cu:2: f: block: [0,0,0], thread: [1,0,0] Assertion `t >= 0` failed.\n",
        "an assertion failed in a test\n",
        "",
    ],
)
def test_what_merely_looks_like_it_is_none(text) -> None:
    assert isinstance(abort_in(lines_of(text.encode()).lines), Absent)


def test_hostile_lines_cost_no_time() -> None:
    lines = [LogLine(n, "F0525 " + "1" * 4000 + ":" * 4000) for n in range(200)]
    lines += [LogLine(n, "a: " * 4000 + "Assertion `") for n in range(200)]
    assert isinstance(abort_in(lines), Absent)


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("Illegal instruction (core dumped)\n", "SIGILL"),
        ("/bin/bash: line 1: 1758339 Illegal instruction     (core dumped) barbet in\n", "SIGILL"),
        ("zsh: segmentation fault  python a.py\n", "SIGSEGV"),
        ("[1]    6886 illegal hardware instruction (core dumped)  python3\n", "SIGILL"),
        ("Segmentation fault: 11\n", "SIGSEGV"),
        ("Process finished with exit code 132 (interrupted by signal 4: SIGILL)\n", "SIGILL"),
        ("Process finished with exit code -1073741795 (0xC000001D)\n", "0xC000001D"),
    ],
)
def test_a_shell_or_an_editor_tells_of_the_end(text: str, signal: str) -> None:
    one = found(text)
    assert (one.kind, one.signal) == ("end", signal)


@pytest.mark.parametrize(
    "text",
    [
        "Aborted by the user\n",
        "abort\n",
        "Segmentation fault handling is on\n",
        "Process finished with exit code 1\n",
        "a bus error was seen before\n",
    ],
)
def test_other_lines_tell_of_no_end(text: str) -> None:
    assert isinstance(abort_in(lines_of(text.encode()).lines), Absent)


def test_what_the_processor_lacks_is_named_before() -> None:
    """barbet issue 11, of polars."""
    one = found(
        "The following required CPU features were not detected:\n    avx2, fma\n"
        "Install the `polars-lts-cpu` package instead of `polars`\nIllegal instruction\n"
    )
    assert one.lacks == ("avx2", "fma") and one.instead == "polars-lts-cpu"

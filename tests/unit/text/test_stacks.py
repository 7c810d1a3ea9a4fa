"""Stacks and reports that debuggers print, from texts."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.given import SanitizerText, StackText
from atfault.text.lines import lines_of
from atfault.text.sanitizers import sanitizer_in
from atfault.text.stacks import stacks_in


def stacks_of(text: str) -> StackText:
    found = stacks_in(lines_of(text.encode()).lines)
    assert not isinstance(found, Absent)
    return found


@pytest.mark.parametrize(
    ("arguments", "null"),
    [
        ("p=0x0", "p"),
        ("n=3, p=0x0, k=2", "p"),
        ("p=0x0, q=0x7ffd10", ""),
        ("p=0x0, q=0x0", ""),
        ("p=0x7ffd10", ""),
        ("n=0", ""),
        ("self=<optimized out>, p=0x0", "p"),
    ],
)
def test_an_argument_is_null_where_it_is_the_only_pointer(arguments: str, null: str) -> None:
    text = f"#0  0x00007f11 in mean ({arguments}) at a.c:9\n#1  0x00007f12 in main ()\n"
    assert stacks_of(text).threads[0].frames[0].null == null


@pytest.mark.parametrize(
    "line",
    [
        "Program terminated with signal SIGSEGV, Segmentation fault.",
        "Programm mit Signal SIGSEGV (Speicherzugriffsfehler) abgebrochen.",
        "Programme terminé par le signal SIGSEGV, Erreur de segmentation.",
        "Programa terminado con la señal SIGSEGV, Violación de segmento.",
    ],
)
def test_the_signal_is_told_in_the_users_language(line: str) -> None:
    assert stacks_of(f"{line}\n#0  0x00007f11 in mean (n=1) at a.c:9\n").signal == 11


UNSET = """\
==7== Conditional jump or move depends on uninitialised value(s)
==7==    at 0x483F70A: strlen (vg_replace_strmem.c:494)
"""
FREED = """\
==7== Invalid read of size 8
==7==    at 0x6A0F1C2: key (tree.c:77)
==7==  Address 0x6c3f9d0 is 16 bytes inside a block of size 48 free'd
==7==    at 0x484988F: free (in /usr/libexec/vgpreload_memcheck.so)
==7==    by 0x6A0F0E4: unlink (tree.c:61)
"""


def test_an_access_goes_before_values_that_were_never_set() -> None:
    found = sanitizer_in(lines_of((UNSET + UNSET + FREED).encode()).lines)
    assert isinstance(found, SanitizerText)
    assert (found.kind, found.line, found.frames[0].row) == ("Invalid read", 5, 77)
    assert [one.row for one in found.freed] == [None, 61]


def test_each_of_valgrinds_records_has_its_own_stack() -> None:
    found = sanitizer_in(lines_of((UNSET + UNSET).encode()).lines)
    assert isinstance(found, SanitizerText)
    assert (found.line, len(found.frames), found.region) == (1, 1, "")


def test_a_fatal_error_without_a_thread_has_its_stack() -> None:
    found = stacks_of(
        "Fatal Python error: Segmentation fault\n\nStack (most recent call first):\n"
        '  File "/srv/faiss.py", line 31 in search\n  File "/srv/scorer.py", line 47 in nearest\n'
    )
    (thread,) = found.threads
    assert (found.signal, thread.crashed, [one.row for one in thread.frames]) == (
        11,
        True,
        [31, 47],
    )


def test_the_native_stack_of_what_died_goes_before_stacks_of_other_tools() -> None:
    found = stacks_of(
        "Thread 0x00007f48b57fe6c0 (most recent call first):\n"
        '  File "/app/ctrl/main.py", line 14 in <module>\n\n'
        "#0  0x00007f11 in raise () from /lib/libc.so.6\n#1  0x00007f12 in cb (n=1) at cb.c:9\n"
    )
    assert [one.tool for one in found.threads] == ["gdb", "faulthandler"]


def test_a_stack_of_the_kernels_alone_is_none() -> None:
    line = "[<0>] pipe_write+0x3c4/0x6a0\n"
    assert isinstance(stacks_in(lines_of(line.encode()).lines), Absent)
    found = stacks_of(f'Thread 7 (idle): "MainThread"\n    ask (a.py:3)\n{line}')
    assert [one.frames[0].function for one in found.threads] == ["ask", "pipe_write"]


def test_a_listing_below_the_name_of_its_file_is_the_source_of_frames() -> None:
    shown = "a.py:\n\n  2  while left:\n  3      continue\n  4  return 1\n"
    dump = 'Thread 7 (active): "MainThread"\n    ask (a.py:3)\n'
    assert stacks_of(dump + shown).threads[0].frames[0].code == "continue"
    assert stacks_of(dump + shown.replace("a.py", "b.py")).threads[0].frames[0].code == ""


def test_a_record_of_valgrinds_may_stand_behind_the_dots_of_pytest() -> None:
    found = sanitizer_in(lines_of((f"..{FREED}{FREED}").encode()).lines)
    assert isinstance(found, SanitizerText) and found.line == 1

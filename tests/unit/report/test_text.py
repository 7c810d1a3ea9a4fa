"""The text report: the answer first, nothing wide, nothing hostile, nothing lost."""

from __future__ import annotations

import re

import pytest

from atfault.model.findings import Advice, Blame, Finding, SetAside
from atfault.report.escape import width_of
from atfault.report.layout import ANSI
from atfault.report.text import render
from support.crash_reports import (
    hostile_names,
    loader_worker,
    null_dereference,
    out_of_bounds,
    server_worker,
    thousand_threads,
)
from support.report_parts import (
    CWD,
    HOSTILE,
    native_frame,
    python_frame,
    report,
    segv,
    source,
    thread,
)
from support.samples import SAMPLES

SEQUENCE = re.compile("\x1b\\[[0-9;]*m")


@pytest.mark.parametrize("name", SAMPLES)
def test_colours_change_nothing_but_colours(name):
    sample = SAMPLES[name]()
    coloured = render(sample, style=ANSI)
    assert "\x1b[" in coloured
    assert SEQUENCE.sub("", coloured) == render(sample)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("verbose", [False, True])
def test_only_printable_characters_and_newlines_come_out(name, verbose):
    text = render(SAMPLES[name](), verbose=verbose)
    assert all(char.isprintable() or char == "\n" for char in text)
    text.encode("utf-8")


@pytest.mark.parametrize("width", [60, 80, 100, 120])
@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "hostile_names"])
def test_no_line_is_wider_than_the_terminal(name, width):
    for line in render(SAMPLES[name](), width=width, cwd=CWD).splitlines():
        assert width_of(line) <= width, line


def test_the_answer_stands_in_the_first_lines():
    lines = render(out_of_bounds(), cwd=CWD).splitlines()
    assert lines[0] == 'Segmentation fault in thread "MainThread" (SIGSEGV at 0x7f2ab8001018)'
    assert lines[2].startswith("  out-of-bounds (certain): grid has 64 rows")
    assert lines[4] == "  paint.py:16, in main"


def test_a_report_longer_than_the_screen_repeats_its_answer_at_the_end():
    answer = "paint.py:16: out-of-bounds (certain): grid has 64 rows; row 50000000 was written"
    assert render(out_of_bounds(), cwd=CWD, height=20).splitlines()[-1] == answer
    assert answer not in render(out_of_bounds(), cwd=CWD, height=60)


def test_commands_are_never_wrapped_or_cropped():
    command = "atfault run -- " + " ".join(f"--option-{i}=value" for i in range(30))
    finding = Finding("unknown", "x", "possible", advice=(Advice("try it", command),))
    assert f"- {command}\n" in render(report([finding], []), width=60)


def test_the_marked_line_is_underlined_beyond_a_deep_recursion():
    line = "    print(deep(1))"
    calls = [native_frame("deep", "deep.so") for _ in range(5000)]
    outer = python_frame("f", "a.py", 3, line.strip(), columns=(11, 18))
    blame = Blame(f"{CWD}/a.py", 3, "f", "MainThread", source(3, line))
    finding = Finding("stack-overflow", "x", "certain", (blame,))
    text = render(report([finding], [thread("MainThread", 4711, [*calls, outer], crashed=True)]))
    assert "      |           ^^^^^^^\n" in text


def test_the_marked_line_is_underlined_where_the_call_is():
    lines = render(null_dereference(), cwd=CWD).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("    > 42"))
    begin, end = lines[at + 1].index("^"), lines[at + 1].rindex("^") + 1
    assert lines[at][begin:end] == "lib.brush_width(None)"


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("\tx = f(1) + 2", "f(1)"),
        ("    größe = f('é', 1) + 2", "f('é', 1)"),
        ("    名 = f('値', 1) + 2", "f('値', 1)"),
        ("    y = 0; x = " + "a + " * 60 + "f(1) + 2", "f(1)"),
    ],
)
def test_columns_count_bytes_but_carets_count_what_is_seen(line, call):
    before = line[: line.index(call)].encode()
    columns = (len(before) + 1, len(before) + len(call.encode()) + 1)
    blame = Blame(f"{CWD}/a.py", 3, "f", "MainThread", source(3, line))
    frame = python_frame("f", "a.py", 3, line.strip(), columns=columns)
    main = thread("MainThread", 1, [frame], crashed=True)
    finding = Finding("unknown", "x", "possible", (blame,))
    lines = render(report([finding], [main], signal=segv(24)), cwd=CWD, width=80).splitlines()
    at = next(i for i, text in enumerate(lines) if text.startswith("    > 3 |"))
    begin, end = lines[at + 1].index("^"), lines[at + 1].rindex("^") + 1
    seen, column = "", 0
    for char in lines[at]:
        if begin <= column < end:
            seen += char
        column += width_of(char)
    assert seen == call


def test_a_call_that_is_the_whole_line_is_not_underlined():
    line = "    f(1)"
    blame = Blame(f"{CWD}/a.py", 3, "f", "MainThread", source(3, line))
    frame = python_frame("f", "a.py", 3, "f(1)", columns=(5, 9))
    main = thread("MainThread", 1, [frame], crashed=True)
    finding = Finding("unknown", "x", "possible", (blame,))
    assert "^" not in render(report([finding], [main], signal=segv(24)), cwd=CWD)


def test_blames_in_several_threads_are_all_shown_with_their_thread():
    blames = tuple(
        Blame(f"{CWD}/bank.py", line, "pay", name, source(line, f"lock_{line}.acquire()"))
        for line, name in ((10, "pay-1"), (12, "pay-2"))
    )
    text = render(report([Finding("deadlock", "x", "certain", blames)], [], kind="hang"), cwd=CWD)
    assert 'bank.py:10, in pay, thread "pay-1"' in text
    assert 'bank.py:12, in pay, thread "pay-2"' in text


def test_locals_come_under_the_users_frames_and_dull_ones_do_not():
    text = render(out_of_bounds(), cwd=CWD)
    assert "grid = float64[64, 64] at 0x7f24c0a80010, mapped" in text
    assert "np = " not in text
    assert "np = " in render(out_of_bounds(), cwd=CWD, verbose=True)


def test_a_modules_locals_are_only_those_that_its_line_names():
    locals_ = (("x", "int", "1"), ("unused", "int", "2"), ("f", "function", "<function f>"))
    frame = python_frame("<module>", "a.py", 3, "f(x)", locals=locals_)
    main = thread("MainThread", 1, [frame], crashed=True)
    text = render(report([Finding("unknown", "x", "possible")], [main], signal=segv(24)))
    assert "x = 1" in text
    assert "unused" not in text
    assert "f = " not in text


def test_the_locals_that_the_line_names_come_first():
    locals_ = (*((f"v{i}", "int", str(i)) for i in range(10)), ("late", "int", "99"))
    frame = python_frame("f", "a.py", 3, "g(late)", locals=locals_)
    main = thread("MainThread", 1, [frame], crashed=True)
    text = render(report([Finding("unknown", "x", "possible")], [main], signal=segv(24)))
    assert "late = 99\n            v0 = 0\n" in text
    assert "v5" not in text


def test_frames_found_without_unwind_tables_are_marked_with_a_legend():
    text = render(SAMPLES["cpp_abort"]())
    assert "native? libmkl.so" in text
    assert "  ? found without unwind tables" in text
    assert "?  found" not in render(out_of_bounds())


def test_idle_pools_are_one_line_and_verbose_shows_them():
    text = render(out_of_bounds())
    assert "3 more threads idle in OpenBLAS (blas_thread_server): -v shows them" in text
    assert text.count("blas_thread_server") == 1
    assert "idle in" not in render(out_of_bounds(), verbose=True)


def test_threads_at_the_same_place_are_shown_once():
    text = render(thousand_threads())
    assert '600 threads with this stack: "worker-0" 5000' in text
    assert "4 more threads: -v shows them" in text
    assert len(text.splitlines()) < 70


def test_verbose_names_every_thread():
    text = render(thousand_threads(), verbose=True)
    for tid in [4711, *range(5000, 5600), *range(7000, 7009), *range(8000, 8390)]:
        assert str(tid) in text


def test_what_verbose_adds_is_said():
    text = render(null_dereference())
    assert "-v also shows 14 frames of the interpreter and 2 checks that could not run" in text
    verbose = render(null_dereference(), verbose=True)
    assert "-v also shows" not in verbose
    assert "shared-memory-full: /dev/shm was not looked at" in verbose


def test_doubts_follow_the_reasons_and_what_was_set_aside_is_said_when_asked_for():
    report = SAMPLES["self_deadlock"]()
    lines = render(report).splitlines()
    at = lines.index("  In doubt")
    assert lines.index("  Why") < at < lines.index("  Next")
    assert "may release self._lock" in lines[at + 1]
    aside = report._replace(set_aside=(SetAside("slow-not-stuck", "self-deadlock says why"),))
    assert "Set aside" not in render(aside)
    assert "    - slow-not-stuck: self-deadlock says why" in render(aside, verbose=True)


def test_an_unmerged_stack_is_shown_as_two_with_the_reason():
    text = render(SAMPLES["unmerged_stack"]())
    assert text.index("    Python frames") < text.index("    native frames")
    assert "could not be tied together: no unwind information for libfoo.so" in " ".join(
        text.split()
    )


def test_a_thread_without_frames_says_why():
    lost = thread("lost", 9, [], crashed=True, stop_reason="its stack is not in the core")
    finding = Finding("unknown", "x", "possible")
    assert "its stack is not in the core" in render(report([finding], [lost], signal=segv(24)))


def test_missing_outer_frames_are_said():
    cut = thread("cut", 9, [native_frame("f", "/lib/a.so")], crashed=True, stop_reason="no CFI")
    finding = Finding("unknown", "x", "possible")
    text = render(report([finding], [cut], signal=segv(24)))
    assert "[outer frames are missing: no CFI]" in text


def test_hostile_text_is_shown_escaped_not_dropped():
    text = render(hostile_names())
    assert "\\x1b[31mred\\x1b[0m \\u202etfel" in text
    assert HOSTILE not in text


def test_huge_texts_are_bounded():
    big = "x" * 1_000_000
    finding = Finding(big[:100], big, "certain", (Blame(big, 1, big, big, source(1, big)),))
    frame = python_frame(big, big, 1, big, locals=((big, big, big),))
    main = thread(big, 1, [frame, native_frame(big, "/lib/" + big)], crashed=True)
    text = render(report([finding], [main], signal=segv(24)))
    assert len(text) < 3_000_000
    assert max(len(line) for line in text.splitlines()[3:] if "Thread" not in line) < 1_100_000


def crash_at(frames, **more):
    main = thread("MainThread", 1, frames, crashed=True)
    finding = Finding("unknown", "x", "possible")
    return report([finding], [main], **{"signal": segv(24), **more})


def test_a_native_frames_long_name_does_not_push_the_source_lines_aside():
    frames = [
        native_frame("__futex_abstimed_wait_common", "/lib/libc.so.6", file="futex.c", line=87),
        python_frame("f", "a.py", 3, "x" * 60),
    ]
    lines = render(crash_at(frames), cwd=CWD, width=100).splitlines()
    assert any(line.endswith("  f  " + "x" * 60) for line in lines)
    assert any(line.endswith("  __futex_abstimed_wait_common  libc.so.6") for line in lines)


def test_folders_give_way_to_the_source_line_alike_for_one_file():
    file = "services/recommendation/ranking_of_items.py"
    frames = [python_frame(f"f{line}", file, line, "y" * 70) for line in (9, 1009)]
    text = render(crash_at(frames), cwd=CWD, width=100)
    assert "python  ranking_of_items.py:9     f9     y" in text
    assert "python  ranking_of_items.py:1009  f1009  y" in text
    assert f"python  {file}:9     f9     y" in render(crash_at(frames), cwd=CWD, width=200)


def test_a_wide_terminal_shows_whole_source_lines_but_no_endless_sentences():
    frames = [python_frame("f", "a.py", 3, "z" * 130)]
    lines = render(crash_at(frames, warnings=("word " * 60,)), cwd=CWD, width=200).splitlines()
    assert any(line.endswith("z" * 130) for line in lines)
    assert all(len(line) <= 120 for line in lines if "word" in line)


def test_an_indented_line_loses_its_indentation_before_its_end():
    line = " " * 30 + "result = library.compute(first, second)"
    blame = Blame(f"{CWD}/a.py", 3, "f", "MainThread", source(2, " " * 26 + "if x:", line))
    text = render(report([Finding("unknown", "x", "possible", (blame,))], []), cwd=CWD, width=60)
    assert "      2 | if x:\n    > 3 |     result = library.compute(first, second)\n" in text


def test_the_thread_that_was_killed_did_not_crash():
    text = render(crash_at([python_frame("f", "a.py", 3)], kind="killed"))
    assert 'Thread "MainThread" 1 received the signal' in text
    assert "crashed" not in text


def test_the_command_can_be_copied_into_a_shell():
    argv = ("python", "-c", "print('a b')", "a;b", "")
    text = render(crash_at([])._replace(command=argv))
    assert """python -c 'print('"'"'a b'"'"')' 'a;b' ''""" in text


def test_a_long_command_has_a_line_of_its_own():
    fits, longer = (
        render(crash_at([])._replace(command=("python", "x" * size)), width=80) for size in (70, 80)
    )
    assert f"\n  python {'x' * 70}…\n" in longer
    assert f"\n  python {'x' * 70}\n  pid 4711, CPython" in fits


def test_of_a_program_without_python_that_waits_little_is_shown():
    frames = [native_frame("??", "/usr/bin/sleep", 0x7000 + n) for n in range(8)]
    asleep = thread("sleep", 4711, [native_frame("nanosleep", "/lib/libc.so.6"), *frames])
    asleep = asleep._replace(state="sleeping")
    told = report([Finding("unknown", "x", "possible")], [asleep], kind="snapshot")
    other = told._replace(process=told.process._replace(python=None))
    assert render(told).count("  ??  ") == 8
    assert "[6 more frames: -v shows them]" in render(other)


def test_a_line_of_whoever_started_the_starter_is_said_to_be_that_ones():
    report = loader_worker()
    started = report.started._replace(how="subprocess", role="command", above_pid=4600)
    text = render(report._replace(started=started), cwd=CWD)
    assert "Started through subprocess by process 4700, which process 4600 had started\n" in text
    assert "no line of yours" not in text


def test_a_line_of_a_library_is_not_shown_as_the_place_of_a_start():
    text = render(server_worker(), cwd=CWD)
    assert "no line of yours was on the stack that started it" in text
    assert "arbiter.py" not in text


@pytest.mark.parametrize("sample", ["null_dereference", "thousand_threads", "cpp_abort"])
def test_where_nothing_shows_more_no_hint_says_so(sample):
    report = SAMPLES[sample]()
    assert "-v" in render(report)
    assert not re.search(r"-v (also )?shows", render(report, more=""))
    assert "atfault show -v" in render(report, more="atfault show -v")

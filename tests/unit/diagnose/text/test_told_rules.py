"""The rules about what other tools reported: sanitizers, the kernel, stacks that were printed."""

from __future__ import annotations

import pytest

from atfault.diagnose.rules.text.kernel import error_words, kernel_line
from atfault.diagnose.rules.text.printed_stacks import printed_stacks
from atfault.diagnose.rules.text.sanitizer import sanitizer_report
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.given import (
    Given,
    Hit,
    KernelText,
    SanitizerText,
    StackText,
    TextFrame,
    TextThread,
)
from support.diagnosed import claims

OWN = TextFrame("work", "/home/ada/src/grid.c", 12)


def of(rule, **fields):
    """The finding about a text; None where the rule is silent."""
    found = list(rule(Case(given=Given("-", 9, **fields))))
    assert len(found) <= 1
    return found[0] if found else None


# ---- sanitizers ----


@pytest.mark.parametrize(
    ("tool", "kind", "fields", "cause"),
    [
        ("AddressSanitizer", "heap-buffer-overflow", {}, "out-of-bounds"),
        ("AddressSanitizer", "heap-use-after-free", {}, "use-after-free"),
        ("AddressSanitizer", "SEGV", {"address": 8}, "null-dereference"),
        ("AddressSanitizer", "SEGV", {"address": 1 << 40}, "wild-pointer"),
        ("AddressSanitizer", "SEGV", {}, "unknown"),
        ("ThreadSanitizer", "data race", {}, "data-race"),
        ("Valgrind", "Invalid read", {"region": "0 bytes inside a block free'd"}, "use-after-free"),
        ("Valgrind", "Invalid write", {"region": "0 bytes after a block"}, "out-of-bounds"),
        ("AddressSanitizer", "a kind that nobody knows", {}, "unknown"),
    ],
)
def test_a_report_of_a_sanitizer_has_the_cause_of_such_a_crash(tool, kind, fields, cause):
    report = SanitizerText(tool, kind, 3, "the line", frames=(OWN,), **fields)
    finding = of(sanitizer_report, sanitizer=report)
    assert finding.cause == cause
    assert finding.quotes[0].line == 3
    assert (finding.blame[0].file, finding.blame[0].line) == (OWN.file, 12)


def test_frames_of_the_system_are_nobodys_fault():
    system = TextFrame("memcpy", "/usr/include/bits/string.h", 9)
    report = SanitizerText("AddressSanitizer", "SEGV", 3, "the line", frames=(system, OWN))
    assert [one.file for one in of(sanitizer_report, sanitizer=report).blame] == [OWN.file]


def test_without_a_report_the_rule_is_silent():
    assert of(sanitizer_report) is None
    assert list(sanitizer_report(Case(given=Absent("no text")))) == []


# ---- the kernel ----


def segfault(address, error, **fields):
    made = {"ip": 0x7F0000001234, "sp": 0x7FFC00000000, "module": "libx.so", **fields}
    return KernelText("segfault", 5, "the line", "python", 7, address, error=error, **made)


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        (segfault(8, 4), "null-dereference"),
        (segfault(0x7F1200000000, 4), "wild-pointer"),
        (segfault(0x7F1200000000, 7), "write-to-read-only"),
        (segfault(0x7F1200000000, 0x14), "bad-code-pointer"),
        (segfault(0x7FFC00000010, 6), "stack-overflow"),
        (KernelText("invalid-opcode", 5, "x", "a", 7), "illegal-instruction"),
        (KernelText("divide", 5, "x", "a", 7), "integer-division-by-zero"),
        (KernelText("oom", 5, "x", "a", 7), "out-of-memory"),
        (KernelText("protection", 5, "x", "a", 7), "wild-pointer"),
    ],
)
def test_a_line_of_the_kernel_tells_what_kind_of_access_failed(line, cause):
    finding = of(kernel_line, kernel=line)
    assert finding.cause == cause and finding.quotes[0].line == 5


def test_the_function_and_its_lines_are_named_where_the_file_is_here():
    line = segfault(8, 4, base=0x7F0000001000, file="/x/libx.so", frames=(OWN,), is_same=True)
    finding = of(kernel_line, kernel=line)
    assert claims(finding) == ("null-dereference", "certain", ["grid.c:12:work"], {"read": 4})
    assert (finding.blame[0].file, finding.blame[0].line) == (OWN.file, 12)


def test_a_file_that_may_be_another_build_is_said_to_be_that():
    line = segfault(8, 4, base=0x7F0000001000, file="/x/libx.so", frames=(OWN,), is_same=False)
    assert claims(of(kernel_line, kernel=line)) == (
        "null-dereference",
        "certain",
        ["grid.c:12:work"],
        {"read": 4},
    )


def test_a_line_in_the_log_of_a_build_is_left_to_the_rules_of_builds():
    assert of(kernel_line, kernel=segfault(8, 4), is_build=True) is None


def test_without_a_line_of_the_kernel_the_rule_is_silent():
    assert of(kernel_line) is None
    assert list(kernel_line(Case(given=Absent("no text")))) == []


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (4, "the program's own code tried to read an address without a page"),
        (6, "the program's own code tried to write to an address without a page"),
        (7, "the program's own code tried to write to a page that does not allow it"),
        (0x15, "the program's own code tried to run code from a page that does not allow it"),
        (0, "the kernel, on behalf of the program, tried to read an address without a page"),
        (0x25, "the program's own code tried to read a page that a protection key closes"
         " (pkey_mprotect)"),
    ],
)  # fmt: skip
def test_the_error_code_is_told_in_words(error, words):
    assert error_words(error) == words


# ---- stacks ----


def stacks(*frames, **fields):
    return StackText("gdb", (TextThread("main", frames),), line=4, text="the line", **fields)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (stacks(TextFrame("_int_free"), OWN, signal=6), "heap-corruption"),
        (stacks(OWN, signal=11), "unknown"),
        (stacks(OWN), "unknown"),
        (stacks(*[TextFrame("f", "/home/ada/a.c", 3)] * 95), "stack-overflow"),
        (stacks(OWN._replace(null="p"), signal=11), "null-dereference"),
        (stacks(TextFrame("strlen"), OWN._replace(null="p"), signal=11), "unknown"),
        (stacks(OWN, message="deletion of interned string failed"), "python-fatal-error"),
    ],
)
def test_printed_stacks_lead_to_the_own_line_and_a_cause_only_where_they_tell_it(text, cause):
    finding = of(printed_stacks, stacks=text)
    assert finding.cause == cause
    assert finding.quotes[0].line == 4
    assert finding.blame[0].file.startswith("/home/ada/")


def mutex_with_gil(owner):
    pushes = TextFrame("Queue::push", "/home/ada/queue.cpp", 3)
    drains = TextFrame(f"{owner}::drain", f"/home/ada/{owner}.cpp", 5)
    waits = ("__lll_lock_wait", "___pthread_mutex_lock")
    first = (*map(TextFrame, waits), pushes, TextFrame("_PyEval_EvalFrameDefault"))
    second = TextFrame("take_gil"), TextFrame("PyGILState_Ensure"), drains
    return StackText("gdb", (TextThread("a", first), TextThread("b", second)), line=4, text="x")


@pytest.mark.parametrize(("owner", "sure"), [("Queue", "likely"), ("Timer", "possible")])
def test_a_lock_and_the_gil_close_a_ring_surer_within_one_class(owner, sure):
    finding = of(printed_stacks, stacks=mutex_with_gil(owner))
    assert (finding.cause, finding.confidence) == ("gil-deadlock", sure)
    assert [one.line for one in finding.blame] == [3, 5]


def test_who_gave_the_gil_up_before_it_waits_closes_no_ring():
    text = mutex_with_gil("Queue")
    first = text.threads[0]
    gave = first._replace(frames=(*first.frames[:3], TextFrame("take_gil"), *first.frames[3:]))
    finding = of(printed_stacks, stacks=text._replace(threads=(gave, text.threads[1])))
    assert finding.cause == "unknown"


def threads(*shown: tuple[str, str, tuple[TextFrame, ...]]) -> StackText:
    """(name and id, state, frames) of each."""
    made = [TextThread(name, frames, state=state, id=name) for name, state, frames in shown]
    return StackText("py-spy", tuple(made), line=1, text="x")


TAKES_GIL = (TextFrame("take_gil", "python3.12"), OWN)
VOTES = (TextFrame("hough_vote", "_deskew.so"), OWN)
GETS = (TextFrame("get", "/usr/lib/python3.12/queue.py", 171), OWN)
JOINS = (TextFrame("join", "/usr/lib/python3.12/queue.py", 90), OWN)
ENDS = (TextFrame("join", "/usr/lib/python3.12/threading.py", 90), OWN)
RECEIVES = (TextFrame("PMPI_Recv", module="libmpi.so.40"), OWN)
ROUND = (OWN._replace(file="/home/ada/src/grid.py", code="continue"),)
CHILD = (TextFrame("wait", "subprocess.py", 1264), OWN)
WRITES = (TextFrame("pipe_write"),)


@pytest.mark.parametrize(
    ("text", "cause", "sure"),
    [
        (threads(("1", "active+gil", VOTES), ("2", "idle", TAKES_GIL), ("3", "idle", TAKES_GIL)),
         "gil-held", "likely"),
        (threads(("1", "active+gil", VOTES), ("2", "idle", TAKES_GIL), ("3", "idle", GETS)),
         "gil-held", "possible"),
        (threads(("1", "active+gil", ROUND), ("2", "idle", TAKES_GIL)), "unknown", "possible"),
        (threads(("1", "idle", JOINS), ("2", "idle", GETS)), "waits-for-nobody", "likely"),
        (threads(("1", "idle", ENDS), ("2", "idle", GETS)), "waits-for-nobody", "possible"),
        (threads(("1", "idle", JOINS), ("2", "idle", GETS), ("3", "active", (OWN,))),
         "unknown", "possible"),
        (threads(("1", "active", RECEIVES), ("2", "active", (OWN,))), "deadlock", "possible"),
        (threads(("1", "active", RECEIVES), ("1", "active", (OWN,))), "unknown", "possible"),
        (threads(*[("1", "active", ROUND)] * 3), "busy-loop", "likely"),
        (threads(*[("1", "active", (OWN._replace(code="x = f()"),))] * 3), "unknown", "possible"),
        (threads(*[("1", "active", (OWN,))] * 3), "unknown", "possible"),
        (threads(("1", "idle", CHILD), ("", "", WRITES)), "pipe-full", "likely"),
        (threads(("1", "idle", CHILD)), "unknown", "possible"),
    ],
)  # fmt: skip
def test_a_hang_is_told_by_what_the_shown_threads_wait_for(text, cause, sure):
    finding = of(printed_stacks, stacks=text)
    assert (finding.cause, finding.confidence) == (cause, sure)


RUNS = TextFrame("_work", "/home/ada/src/run.py", 54)
BARRIER = TextFrame("wait", "/usr/lib/python3.12/threading.py", 355)
API = TextFrame("PyErr_Occurred", module="libpython3.11.so.1.0")
NOWHERE = TextFrame("??", at=0)


@pytest.mark.parametrize(
    ("frames", "fields", "cause", "sure"),
    [
        ((OWN,), {"protection": "r--", "access": "write"}, "write-to-read-only", "certain"),
        ((OWN,), {"protection": "r--"}, "write-to-read-only", "likely"),
        ((OWN,), {"protection": "r--", "access": "read"}, "unknown", "possible"),
        ((OWN,), {"protection": "rw-"}, "unknown", "possible"),
        ((OWN,), {"code": "no-page"}, "file-truncated", "possible"),
        ((OWN,), {"fill": "dddddddddddddddd"}, "use-after-free", "likely"),
        ((NOWHERE, OWN), {}, "bad-code-pointer", "likely"),
        ((NOWHERE._replace(at=1 << 40), OWN), {}, "bad-code-pointer", "possible"),
        ((API, OWN), {"address": 0x68}, "gil-not-held", "likely"),
        ((API, OWN, TextFrame("_PyEval_EvalFrame")), {"address": 8}, "null-dereference", "likely"),
        ((API, OWN), {"address": 1 << 40}, "unknown", "possible"),
        ((OWN, API), {"address": 8}, "null-dereference", "likely"),
    ],
)
def test_a_crash_is_told_by_the_facts_that_stand_round_its_stack(frames, fields, cause, sure):
    finding = of(printed_stacks, stacks=stacks(*frames, signal=11, **fields))
    assert (finding.cause, finding.confidence) == (cause, sure)
    assert finding.blame[0].file == OWN.file


def test_a_thread_destroyed_before_it_was_joined_at_the_end_is_told_as_both():
    frames = (TextFrame("std::terminate"), TextFrame("std::thread::~thread"), OWN)
    ending = (*frames, TextFrame("__run_exit_handlers", "exit.c", 111))
    assert of(printed_stacks, stacks=stacks(*frames, signal=6)).cause == "uncaught-cpp-exception"
    assert of(printed_stacks, stacks=stacks(*ending, signal=6)).cause == "crash-at-exit"


def hanging(*threads):
    return StackText("py-spy", threads, line=1, text="x")


def test_who_died_before_it_came_is_who_the_others_wait_for():
    dead = TextThread("b", (RUNS._replace(row=51),), ended="KeyError: 'b'")
    waits = TextThread("a", (BARRIER, RUNS))
    finding = of(printed_stacks, stacks=hanging(waits, dead))
    assert (finding.cause, finding.confidence) == ("waits-for-nobody", "likely")
    elsewhere = dead._replace(frames=(OWN,))
    assert of(printed_stacks, stacks=hanging(waits, elsewhere)).cause == "unknown"


def test_a_lock_that_a_caller_has_behind_it_is_the_thread_s_own():
    wants = RUNS._replace(code="with self._lock:")
    caller = TextFrame("__del__", "/home/ada/src/up.py", 8)
    again = TextThread("a", (wants, caller, RUNS._replace(row=56)))
    assert of(printed_stacks, stacks=hanging(again)).cause == "self-deadlock"
    before = TextThread("a", (wants, caller, RUNS._replace(row=50)))
    assert of(printed_stacks, stacks=hanging(before)).confidence == "possible"


def test_locks_that_are_named_close_a_ring_for_certain():
    one = TextThread("a", (OWN,), wants="1", holds=("2",))
    other = TextThread("b", (OWN,), wants="2", holds=("1",))
    finding = of(printed_stacks, stacks=hanging(one, other))
    assert (finding.cause, finding.confidence) == ("deadlock", "certain")
    assert of(printed_stacks, stacks=hanging(one, other._replace(wants=""))).cause == "unknown"


def test_who_is_idle_in_a_line_of_python_waits_for_the_gil_that_compiled_code_keeps():
    burns = TextFrame("burn", "tiles/_burn.pyx", 211)
    keeps = TextThread("a", (burns, RUNS), state="active+gil")
    idle = [TextThread(name, (RUNS,), state="idle") for name in "bc"]
    finding = of(printed_stacks, stacks=hanging(keeps, *idle))
    assert (finding.cause, finding.confidence) == ("gil-held", "likely")
    assert of(printed_stacks, stacks=hanging(keeps)).cause == "unknown"


def test_the_only_thread_of_a_child_of_fork_waits_for_a_pool_that_it_has_not():
    waits = TextFrame("rayon_core::latch::LockLatch::wait", module="polars.abi3.so")
    fork = TextFrame("_launch", "multiprocessing/popen_fork.py", 71)
    child = TextThread("a", (waits, RUNS, fork), state="idle", process="process 8")
    assert of(printed_stacks, stacks=hanging(child)).cause == "fork-unsafe-library"
    beside = TextThread("b", (RUNS,), state="idle", process="process 8")
    assert of(printed_stacks, stacks=hanging(child, beside)).cause != "fork-unsafe-library"


def test_the_kernel_s_stack_says_that_a_server_does_not_answer():
    stands = TextThread(
        "python3", (TextFrame("nfs_wb_all", module="nfs"),), id="8", tool="the kernel"
    )
    beside = TextThread("MainThread", (RUNS,), id="8")
    finding = of(printed_stacks, stacks=hanging(stands, beside))
    assert finding.cause == "waiting-external"
    assert finding.blame[0].line == 54


def test_an_actor_waits_for_what_is_queued_behind_it():
    gets = TextFrame("get", "ray/_private/worker.py", 918)
    asks = RUNS._replace(code="rows = ray.get(me.lookup.remote(names))")
    executor = TextFrame("actor_method_executor", "ray/_private/function_manager.py", 689)
    actor = TextThread("MainThread", (gets, asks, executor), queued="Catalog.lookup")
    assert of(printed_stacks, stacks=hanging(actor)).cause == "pool-starvation"
    assert (
        of(printed_stacks, stacks=hanging(actor._replace(queued="Catalog.size"))).cause == "unknown"
    )


def test_stacks_of_a_sanitizer_and_of_a_build_are_others_business():
    report = SanitizerText("AddressSanitizer", "SEGV", 3, "x")
    assert of(printed_stacks, stacks=stacks(OWN), sanitizer=report) is None
    first = Hit("compile", 1, "x")
    assert of(printed_stacks, stacks=stacks(OWN), first=first, is_build=True) is None


def test_without_stacks_the_rule_is_silent():
    assert of(printed_stacks) is None
    assert list(printed_stacks(Case(given=Absent("no text")))) == []

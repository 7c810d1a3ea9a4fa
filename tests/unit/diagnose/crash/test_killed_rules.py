"""Rules about processes that others ended: a signal, a limit, the kernel; and what is left."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.endings import Termination
from atfault.model.out_of_memory import OutOfMemory
from atfault.model.process import SignalInfo
from atfault.model.start import EXECUTOR_WORKER, LastMoment, Start
from atfault.model.waits import Place
from support.diagnosed import claims, diagnose, every_cause, first, words
from support.states import HEAP, PID, crash, mapping, native, python, segv, thread

# killed and out-of-memory


def ended(number, **more):
    return Termination(None, number, **more)


def gone(termination, signal=None):
    return crash(signal=signal or Absent("SIGKILL leaves none"), termination=termination)._replace(
        threads=(), buffers=()
    )


def test_the_sender_is_named():
    found = diagnose(gone(ended(9, sender="pid 812 (supervisor)", sender_pid=812))).findings[0]
    assert claims(found) == ("killed", "certain", [], {"read": 1})
    assert found.blame == ()


BY_HAND = SignalInfo(6, 0, None, PID, 0, PID)


@pytest.mark.parametrize(
    "frames",
    (
        [native("kill"), native("os_kill", "libpython")],
        [native("__pthread_kill_implementation"), native("raise"), native("f", "libpython")],
        [native("kill"), native("", "libffi")],
    ),
)
def test_who_sends_sigabrt_to_itself_is_told(frames):
    found = first(signal=BY_HAND, frames=[*frames, python("stop", line=3)])
    assert claims(found) == ("killed", "certain", ["paint.py:3:stop"], {"read": 2})
    assert found.blame[0].line == 3


@pytest.mark.parametrize(
    "frames",
    (
        [native("raise"), native("abort"), native("os_abort", "libpython")],
        [native("raise"), native("check", "extension")],
        [native("raise")],
    ),
)
def test_abort_is_no_signal_that_was_sent_by_hand(frames):
    causes = every_cause(signal=BY_HAND._replace(code=-6), frames=[*frames, python()])
    assert "killed" not in causes


WORK = Place("/home/ada/job.py", 7, "work", mine=True)


def test_the_line_where_a_process_killed_itself_is_blamed():
    itself = ended(9, sender="the process itself", sender_pid=PID)
    found = diagnose(gone(itself)._replace(last=LastMoment(PID, "kill", (WORK,)))).findings[0]
    assert [(b.line, b.thread) for b in found.blame] == [(7, "MainThread")]
    assert claims(found) == ("killed", "certain", ["job.py:7:work"], {"read": 1})


def test_a_process_killed_by_nobody_knows_whom_tells_where_it_was():
    found = diagnose(gone(ended(9))._replace(last=LastMoment(PID, "", (WORK,)))).findings[0]
    assert found.blame == () and "its main thread was at job.py:7, in work" in words(found)


def test_the_hard_limit_of_cpu_time_is_told():
    state = gone(ended(9))._replace(last=LastMoment(PID, "cpu-limit", (WORK,)))
    found = diagnose(state).findings[0]
    assert claims(found) == ("killed", "likely", [], {"read": 2})


def test_a_call_that_strict_seccomp_refused_is_told_with_its_line():
    state = gone(ended(9))._replace(last=LastMoment(PID, "refused", (WORK,), call="mmap"))
    found = diagnose(state).findings[0]
    assert claims(found) == ("killed", "likely", ["job.py:7:work"], {"read": 2})
    assert "strict seccomp refused its system call mmap" in found.summary


def test_the_line_where_memory_ran_out_is_blamed():
    memory = OutOfMemory("cgroup", limit=1 << 30, kills=1)
    state = gone(ended(9, oom=memory))._replace(last=LastMoment(PID, "", (WORK,)))
    found = diagnose(state).findings[0]
    assert (found.cause, found.blame[0].line) == ("out-of-memory", 7)
    assert claims(found) == ("out-of-memory", "likely", ["job.py:7:work"], {"read": 2})


@pytest.mark.parametrize(("last", "lines"), [((WORK,), [7]), ((), [])])
def test_a_worker_that_left_is_told_with_its_line(last, lines):
    pool = Start(1, 1, EXECUTOR_WORKER, ())
    state = gone(Termination(exit_code=3))._replace(
        started=pool, last=LastMoment(PID, "exit", last)
    )
    found = diagnose(state).findings[0]
    assert (found.cause, [b.line for b in found.blame]) == ("worker-died", lines)
    assert ("at job.py:7" in words(found)) is bool(lines)


def test_an_unknown_sender_is_said():
    found = diagnose(gone(ended(15))).findings[0]
    assert claims(found) == ("killed", "likely", [], {"read": 1})


def test_the_line_of_the_thread_that_sent_the_signal_is_blamed_not_that_of_the_thread_it_hit():
    sender = thread([native("os_kill", "libpython"), python("quit_all", line=3)], tid=PID + 1)
    own = SignalInfo(15, 0, None, PID, 0, PID)
    found = first(signal=own, frames=[native("nanosleep"), python()], threads=[sender])
    assert [(blame.function, blame.line) for blame in found.blame] == [("quit_all", 3)]


def test_no_line_is_blamed_when_no_thread_is_seen_sending_the_signal():
    own = SignalInfo(15, 0, None, PID, 0, PID)
    found = first(signal=own, frames=[native("nanosleep"), python()])
    assert found.cause == "killed"
    assert found.blame == ()


def test_a_limit_of_the_kernel_is_told():
    found = first(signal=SignalInfo(24, 0x80, None, tid=PID), frames=[python()])
    assert claims(found) == ("killed", "certain", [], {"read": 1})
    assert claims(found) == ("killed", "certain", [], {"read": 1})


def test_a_limit_that_the_kernel_signals_in_the_name_of_the_process_is_told():
    own = SignalInfo(25, 0, None, PID, 0, PID)
    found = first(signal=own, frames=[native("write"), python(line=6)])
    assert claims(found) == ("killed", "likely", ["paint.py:6:main"], {"read": 1})
    assert [b.line for b in found.blame] == [6]


def test_a_limits_signal_that_the_program_sends_itself_is_told_apart():
    frames = [native("kill"), native("os_kill", "libpython"), python("stop", line=8)]
    found = first(signal=SignalInfo(25, 0, None, PID, 0, PID), frames=frames)
    assert claims(found) == ("killed", "certain", ["paint.py:8:stop"], {"read": 2})
    assert not [one for one in found.advice if "limit" in one.text]


def test_a_fault_signal_that_another_process_sent_is_killed():
    found = first(signal=SignalInfo(11, 0, None, 99, 1000, PID), frames=[native("f"), python()])
    assert (found.cause, found.summary) == ("killed", "process 99 of user 1000 sent it SIGSEGV")


def test_a_program_that_kills_itself_is_shown_the_line():
    frames = [native("kill"), native("os_kill", "libpython"), python("stop", line=8)]
    found = first(signal=SignalInfo(15, 0, None, PID, 0, PID), frames=frames)
    assert claims(found) == ("killed", "certain", ["paint.py:8:stop"], {"read": 2})
    assert [b.line for b in found.blame] == [8]


def test_a_handler_that_raises_a_fault_again_is_not_killed():
    frames = [
        native("raise"),
        native("handler", "extension"),
        native("<signal handler called>", is_signal_frame=True),
        native("f"),
        python(),
    ]
    assert "killed" not in every_cause(signal=SignalInfo(11, -6, None, PID, 0, PID), frames=frames)


def test_a_fault_that_another_thread_sends_on_is_put_down_to_the_one_in_the_handler():
    """As crash reporters with a thread of their own do."""
    handling = [
        native("pause"),
        native("<signal handler called>", is_signal_frame=True),
        native("first", "extension"),
        python("use", line=7),
    ]
    found = first(
        signal=SignalInfo(11, 0, None, PID, 0, PID),
        frames=[native("kill"), native("report", "extension")],
        threads=[thread(handling, tid=PID + 1, name="worker", crashed=False)],
    )
    assert claims(found) == ("killed", "likely", ["paint.py:7:use"], {"read": 3})
    assert [one.line for one in found.blame] == [7]


def test_the_kernels_memory_killer_is_told_with_its_figures():
    oom = OutOfMemory("cgroup", 200 << 20, 200 << 20, 190 << 20, 1, "memory.events of /job")
    found = diagnose(gone(ended(9, oom=oom))).findings
    assert [(f.cause, f.confidence) for f in found] == [("out-of-memory", "certain")]
    assert claims(found[0]) == ("out-of-memory", "certain", [], {"read": 3})


def test_that_one_of_its_group_was_killed_is_no_proof_for_a_small_process():
    memory = OutOfMemory("cgroup", 1 << 30, 1 << 30, 50 << 20, 1, "memory.events of /job")
    for oom, confidence in ((memory, "likely"), (memory._replace(is_named=True), "certain")):
        found = diagnose(gone(ended(9, oom=oom))).findings[0]
        assert (found.cause, found.confidence) == ("out-of-memory", confidence)


def test_a_kill_by_a_process_during_low_memory_is_not_surely_the_kernels():
    oom = OutOfMemory("system", kills=1)
    found = diagnose(gone(ended(9, sender="pid 5", sender_pid=5, oom=oom))).findings[0]
    assert found.confidence == "likely"


def test_sigterm_is_never_out_of_memory():
    oom = OutOfMemory("system", kills=1)
    assert diagnose(gone(ended(15, oom=oom))).findings[0].cause != "out-of-memory"


def test_without_its_end_out_of_memory_is_not_checked():
    found = diagnose(crash(signal=SignalInfo(9), frames=[native("f")])).not_checked
    assert "out-of-memory" in [n.rule for n in found]


# unknown


def test_unknown_says_what_is_known():
    found = first(signal=segv(HEAP + 8, number=7), frames=[native("f", "extension"), python()])
    assert claims(found) == ("unknown", "possible", ["paint.py:10:main"], {"read": 2})
    assert "BUS_ADRALN" in words(found)
    assert "[heap]" in words(found)


def test_a_fault_without_a_snapshot_advises_to_keep_a_core():
    found = diagnose(gone(ended(11), Absent("the program was not watched"))).findings[0]
    assert claims(found) == ("unknown", "possible", [], {"read": 1})


def test_nothing_is_surely_wrong_about_a_page_that_is_mapped_and_writable():
    found = first(
        signal=segv(0x7E00_0000_0000, code=2),
        mappings=[mapping(0x7E00_0000_0000, 4096)],
        frames=[native("f"), python()],
    )
    assert found.cause == "unknown"

"""How texts end, and which exceptions only say that another process has failed."""

from __future__ import annotations

import pytest

from atfault.text.ends import consequence_kind, end_in, rows, telling_line

# Seen: torch 2.13 with gloo, torchrun, a DataLoader. Of documentation and issues: NCCL's.
GLOO = (
    "[/__w/pytorch/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:553] Connection closed by "
    "peer [127.0.0.1]:5265. This is typically caused by a remote worker crashing."
)
FAILED = (
    "\n============================================================\nindex.py FAILED\n"
    "------------------------------------------------------------\nFailures:\n"
)
NCCL = (
    "[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7, OpType=ALLREDUCE, "
    "NumelIn=1) ran for 600005 milliseconds before timing out."
)
WORKER = "DataLoader worker (pid 4711) is killed by signal: Segmentation fault. "


@pytest.mark.parametrize(
    ("kind", "message", "expected"),
    [
        ("RuntimeError", GLOO, "peer-gone"),
        ("torch.distributed.DistBackendError", NCCL, "watchdog"),
        (
            "torch.distributed.DistBackendError",
            "NCCL error in: …\nncclRemoteError: A call failed possibly due to a network error or a "
            "remote process exiting prematurely.",
            "peer-gone",
        ),
        (
            "torch.distributed.DistNetworkError",
            "Failed to recv, got 0 bytes. Connection was likely closed. Did the remote server "
            "shutdown or crash?",
            "peer-gone",
        ),
        (
            "torch.distributed.elastic.multiprocessing.errors.ChildFailedError",
            FAILED,
            "launcher",
        ),
        ("torch.multiprocessing.spawn.ProcessExitedException", "process 1 terminated", "launcher"),
        (
            "subprocess.CalledProcessError",
            "Command '['python', 'job.py']' died with <Signals.SIGKILL: 9>.",
            "launcher",
        ),
        (
            "subprocess.CalledProcessError",
            "Command '['python', 'job.py']' returned non-zero exit status 1.",
            "",
        ),
        ("RuntimeError", WORKER, "worker-died"),
        ("RuntimeError", "DataLoader worker (pid(s) 4, 5) exited unexpectedly", "worker-died"),
        ("concurrent.futures.process.BrokenProcessPool", "A process …", "worker-died"),
        ("IndexError", "index out of range in self", ""),
        ("ConnectionError", "Connection closed by peer", ""),
        ("TimeoutError", "timed out", ""),
        ("RuntimeError", "CUDA error: device-side assert triggered", ""),
        ("torch.multiprocessing.spawn.ProcessRaisedException", "-- Process 1 terminated", ""),
    ],
)
def test_kinds(kind, message, expected):
    assert consequence_kind(kind, message) == expected


def test_the_line_that_says_so():
    assert telling_line("first\n" + GLOO + "\nlast") == GLOO
    assert telling_line(FAILED) == "index.py FAILED"
    assert telling_line("") == ""


def test_a_long_text_is_no_trouble():
    assert consequence_kind("RuntimeError", "gloo " * 200_000) == ""
    assert consequence_kind("RuntimeError", "DataLoader worker (pid " * 50_000) == ""


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.seen[:40])
def test_each_row_takes_the_line_that_it_is_for_and_no_row_above_does(row):
    takes = [one for one in rows() if one.key in row.seen.lower() and one.pattern.search(row.seen)]
    assert takes[:1] == [row]


@pytest.mark.parametrize("row", [one for one in rows() if one.cause], ids=lambda row: row.seen[:40])
def test_what_is_told_of_an_end_has_all_its_parts(row):
    end = end_in(row.seen)
    assert (end.cause, end.sure) == (row.cause, row.sure)
    assert end.words and "{" not in end.words and "  " not in end.words


@pytest.mark.parametrize(
    ("text", "signal", "cause"),
    [
        ("Process completed with exit code 139.", "SIGSEGV", "unknown"),
        ("Process completed with exit code 143.", "SIGTERM", "killed"),
        ("api-1 exited with code 137", "SIGKILL", "killed"),
        ("exited with code -1073741819", "0xC0000005", "unknown"),
        ("Exit code: 3221225725", "0xC00000FD", "stack-overflow"),
        ("Exited (132) 18 seconds ago", "SIGILL", "illegal-instruction"),
    ],
)
def test_an_exit_code_is_the_signal_that_it_stands_for(text, signal, cause):
    end = end_in(text)
    assert (end.signal, end.cause) == (signal, cause)


def test_an_exit_code_of_the_programs_own_only_says_that_it_failed():
    assert end_in("Process completed with exit code 1.").kind == "passed-on"
    assert end_in("Process finished with exit code 0").kind == "success"
    assert end_in("exit(0)") is None

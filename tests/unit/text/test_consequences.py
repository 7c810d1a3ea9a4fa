"""Which exceptions only say that another process has failed."""

from __future__ import annotations

import pytest

from atfault.text.consequences import consequence_kind, telling_line

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

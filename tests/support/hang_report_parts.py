"""What hand-made reports of hangs are put together from: waits, holds, their graph."""

from __future__ import annotations

from atfault.model.report_company import PlaceReport
from atfault.model.report_waits import WaitEdge, WaitNode
from support.report_parts import CWD, LIBC, LIBPYTHON, native_frame, python_frame, thread

THREADING = "/usr/lib/python3.11/threading.py"
FUTEX = (
    native_frame("__futex_abstimed_wait_common64", LIBC),
    native_frame("PyThread_acquire_lock_timed", LIBPYTHON),
)
THREAD_START = (
    python_frame("run", THREADING, 975, "self._target()", mine=False),
    python_frame("_bootstrap", THREADING, 995, "self.run()", mine=False),
    native_frame("thread_run", LIBPYTHON),
    native_frame("start_thread", LIBC),
)


def place(file, line, function, *, mine=True):
    return PlaceReport(file if file.startswith("/") else f"{CWD}/{file}", line, function, mine)


def node(tid, name, pid=4711):
    return WaitNode(f"thread:{tid}", "thread", name, pid, tid)


def lock(key, name, kind="lock", detail="", pid=4711):
    return WaitNode(key, kind, name, pid, None, detail)


def waits(source_, target, file, line, function, *, timeout=False, proof="exact"):
    where = place(file, line, function)
    return WaitEdge(source_, target, "waits-for", where, proof, timeout)


def held(source_, target, file, line, function, proof="with"):
    return WaitEdge(source_, target, "held-by", place(file, line, function), proof)


def wanted(kind, name, file, line, function, *, by=(), detail="", exact=True, timeout=False):
    """by: (tid, name) of those that have it."""
    return {
        "kind": kind,
        "key": f"{kind}:0x7f24c0a80010@4711",
        "name": name,
        "detail": detail,
        "file": f"{CWD}/{file}",
        "line": line,
        "function": function,
        "exact": exact,
        "timeout": timeout,
        "held_by": [{"tid": tid, "pid": 4711, "name": owner} for tid, owner in by],
        "others": [],
    }


def has(kind, name, file, line, function, proof="with"):
    return {
        "kind": kind,
        "key": f"{kind}:0x7f24c0a80010@4711",
        "name": name,
        "detail": "",
        "file": f"{CWD}/{file}",
        "line": line,
        "function": function,
        "proof": proof,
    }


def sleeper(name, tid, frames, *, waits_for=None, holds=(), **more):
    one = thread(name, tid, frames, state=more.pop("state", "sleeping"), **more)
    return one._replace(waits_for=waits_for, holds=tuple(holds))

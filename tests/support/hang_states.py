"""Hand-made states of processes that hang.

state = hang([worker("a", tid=11, line=3), worker("b", tid=12, line=9)],
             waits=[wait(11, lock("x"))], holds=[hold(12, lock("x"), line=8)])
"""

from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.family import ChannelEnd, Relative
from atfault.model.process import ProcessInfo
from atfault.model.state import GilState, ProcessState, PythonInfo
from atfault.model.waits import (
    Activity,
    Hold,
    LoopFacts,
    Place,
    Resource,
    ThreadActivity,
    Wait,
)
from support.diagnosed import diagnose
from support.states import PID, MadeState, python, thread

FILE = "/home/ada/bank.py"
STDLIB = "/usr/lib/python3.12/"


def worker(name, tid=PID, line=10, *frames, function="work"):
    """A thread in FILE:line; frames: what lies inside of it, innermost first."""
    own = python(function, line=line, file=FILE)
    return thread([*frames, own], tid=tid, name=name, crashed=False)


def library(function, file):
    """A frame of the standard library."""
    return python(function, line=1, file=STDLIB + file)._replace(
        code=python(function, file=STDLIB + file).code._replace(filename=STDLIB + file)
    )


def resource(kind, name, *, key="", address=0x1000, **facts):
    """facts: fields of Resource."""
    return Resource(kind, key or f"{kind}:{name}", name, address, PID, **facts)


EVENTS = resource("fd", "events of its asyncio loop", loop=LoopFacts())
"""Of a loop that may have any connections."""


def lock(name, **facts):
    return resource("lock", name, **facts)


def place(line, function="work"):
    return Place(FILE, line, function, 0, True)


def wait(tid, what, *, line=10, timeout=False, pid=PID, **more):
    return Wait(tid, pid, what, place(line), timeout=timeout, **more)


def hold(tid, what, *, line=5, proof="with", pid=PID):
    return Hold(tid, pid, what, proof, place(line))


def watched(*threads: ThreadActivity) -> Activity:
    return Activity(3.0, 40, threads)


def moves(tid, cpu=2.9, *, moved=True, changed=(), fixed=(), loop=None):
    return ThreadActivity(tid, cpu, 3.0, 0, moved, tuple(changed), loop, tuple(fixed))


def relative(pid, *, state="S", role="fork", relation="child", **more):
    argv = () if state == "Z" else ("python", "bank.py")
    return Relative(pid, PID, relation, role, argv, "python", state, **more)


def end(key, pid, direction, *, fd=3, **more):
    return ChannelEnd(key, pid, fd, direction, **more)


def hang(threads, waits=(), holds=(), *, pid=PID, ppid=1, **more) -> ProcessState:
    """A live process that nothing has ended."""
    defaults = {
        "process": ProcessInfo(pid, ppid, "/usr/bin/python3", ("python", "bank.py"), "/home/ada"),
        "arch": "x86-64",
        "kind": "live",
        "signal": Absent("the process was not stopped by a signal"),
        "termination": Absent("the process had not ended"),
        "mappings": (),
        "modules": (),
        "python": PythonInfo((3, 12, 1), "3.12.1"),
        "gil": GilState(True, False),
        "threads": tuple(threads),
        "waits": tuple(waits),
        "holds": tuple(holds),
        "caught_signals": (2,),
        "relatives": (),
    }
    return MadeState.of(**{**defaults, **more})


def told(state):
    """Cause and confidence of each finding."""
    return [(f.cause, f.confidence) for f in diagnose(state).findings]


def first(state):
    """The first finding."""
    return diagnose(state).findings[0]

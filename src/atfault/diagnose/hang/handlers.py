"""What a handler of a signal can do about a wait.

stop.wait(),  signal(SIGTERM, lambda *_: stop.set())      it ends it: somebody outside may
lock.acquire(), signal(SIGTERM, lambda *_: sys.exit())    it does not touch it
jobs.get(),   signal(SIGUSR1, app.reload)                 `app` is too large to look through
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from atfault.diagnose.words import place
from atfault.model.absent import Absent
from atfault.model.findings import Doubt
from atfault.model.kinds import OF_PYTHON
from atfault.model.signals import signal_name
from atfault.model.stacks import PyFrame, ThreadFrame
from atfault.model.waits import SignalHandler, Wait

SIGINT, SIGCHLD = 2, 17
ALARMS = (14, 26, 27)
"""Of timers: SIGALRM, SIGVTALRM, SIGPROF. Their handlers raise an exception as a time is over."""
PLAIN = frozenset((1, SIGINT, 3, 6, 10, 12, 15, SIGCHLD, 21, 22, 28))
"""Those that ask a program to end or (SIGUSR1, SIGUSR2) to begin anew, and that tell of a child and
of the terminal (gunicorn counts its workers by SIGTTIN and SIGTTOU). What a library does about them
ends no wait but for its own: it notes it down, and wakes its loop."""

CHECKS = ("_PyErr_CheckSignals", "PyErr_CheckSignals")
"""How the functions of the interpreter begin that call handlers (Modules/signalmodule.c)."""


class Interruption(NamedTuple):
    handler: PyFrame
    """What Python called as a signal came …"""
    inside: PyFrame
    """… in this function …"""
    at: int
    """… at this index of the merged stack."""


def interruption(frames: Sequence[ThreadFrame]) -> Interruption | None:
    """The innermost handler of a signal that runs in a merged stack, innermost frame first. Without
    symbols of the interpreter none is told."""
    called: PyFrame | None = None
    is_handler = False
    for at, frame in enumerate(frames):
        if frame.native is not None:
            is_handler = is_handler or frame.native.symbol.startswith(CHECKS)
            continue
        if called is not None and is_handler and frame.python is not None:
            return Interruption(called, frame.python, at)
        called, is_handler = frame.python, False
    return None


def told_of(found: Interruption, installed: Sequence[SignalHandler] | Absent) -> str:
    """ "rotate was called as SIGUSR1 came, in the midst of emit (journal.py:10)"."""
    known = () if isinstance(installed, Absent) else installed
    name = found.handler.code.name
    signals = [one.signal for one in known if one.is_running and one.function == name]
    came = signal_name(signals[0]) if len(signals) == 1 else "a signal"
    return f"{name} was called as {came} came, in the midst of {place(found.inside)}"


def ends_wait(handler: SignalHandler, wait: Wait | None) -> bool:
    """Whether what the handler does ends the wait, as far as that can be told; any wait at all, for
    None. Not while it runs itself, and Python's or a library's for Ctrl-C never does: that is about
    the program's end."""
    if handler.is_running:
        return False
    if wait is not None and wait.resource.kind in OF_PYTHON:
        return _touches(handler, wait) and _ends_by_name(handler, wait)
    if handler.signal == SIGINT:
        return wait is not None and _touches(handler, wait)
    if wait is None or not only_notes_down(handler):
        return True
    if wait.resource.loop is not None:
        return True  # asyncio's own handler calls what the user gave to add_signal_handler
    return handler.signal == SIGCHLD


def doubt_of(handler: SignalHandler, wait: Wait) -> Doubt | None:
    """That a handler of the user's which is not known to end the wait may do so all the same."""
    if handler.is_running or not handler.mine or wait.resource.kind not in OF_PYTHON:
        return None
    name, what = _named(handler), wait.resource.name or "it"
    # Where no code of the program's own would end it, what a handler calls does not either.
    if wait.enders != () and not handler.is_whole and _ends_by_name(handler, wait):
        text = f"{name} may {_verb(wait)} {what}: not all that it refers to was looked through"
        return Doubt(text, "handler")
    if handler.signal in ALARMS:
        return Doubt(f"{name} may raise an exception, which ends the wait", "handler")
    return None


def only_notes_down(handler: SignalHandler) -> bool:
    """Whether it is a library's for a signal about which libraries do no more than that."""
    return handler.signal in PLAIN and not handler.mine


def _touches(handler: SignalHandler, wait: Wait) -> bool:
    is_asked_for = handler.mine or handler.signal != SIGINT
    # Where no code of the program's own would end it: what a library's handler leads to by the
    # names in such code (gunicorn's worker has the application) it does not end either.
    reached = handler.given if wait.enders == () else handler.reaches
    return is_asked_for and wait.resource.address in reached


def _ends_by_name(handler: SignalHandler, wait: Wait) -> bool:
    return not set(wait.ended_by).isdisjoint(handler.calls)


def _verb(wait: Wait) -> str:
    return wait.ended_by[0].replace("_", " ")


def _named(handler: SignalHandler) -> str:
    return f"{handler.function or 'the handler'}, called at {signal_name(handler.signal)},"

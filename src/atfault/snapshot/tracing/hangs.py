"""The watch over a program that may hang, and looks at it on demand (SIGQUIT).

Both are done by helpers beside the program, which stop it for some milliseconds through the tracer
(see atfault.snapshot.tracing.lent); the program goes on while they think.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any

from atfault.errors import AtfaultError
from atfault.snapshot import procfs, ptrace
from atfault.snapshot.family import descendants
from atfault.snapshot.seizure import read_floating, read_registers
from atfault.snapshot.target import Target
from atfault.snapshot.tracing import lent
from atfault.snapshot.tracing.family import Family
from atfault.snapshot.tracing.helpers import Helpers
from atfault.snapshot.tracing.observer import Observer
from atfault.snapshot.tracing.stopping import Stopped, stop_threads

PAUSE_SECONDS = 2.0
"""How long a helper may hold a process, at most."""
LAST_SECONDS = 20.0
"""What a helper that explains the program has left once that has ended."""
END_SECONDS = 5.0
"""What a program that is ended for hanging has to clean up, between SIGTERM and SIGKILL."""


class _Client:
    """A helper that may ask."""

    def __init__(self, lender: lent.Lender) -> None:
        self.lender = lender
        self.pid = 0
        self.stopped: Stopped | None = None
        self.is_whole = True
        """What it has stopped has stayed so."""
        self.deadline: float | None = None
        """When it has to be done (time.monotonic); None where it may take its time."""


class Hangs:
    """The helpers that look at the program while it lives."""

    def __init__(
        self,
        family: Family,
        observer: Observer,
        helpers: Helpers,
        is_held: Callable[[int], bool],
        on_stop: Callable[[int, int], None],
        on_event: Callable[[int, int], None],
        on_end: Callable[[int, int], object],
    ) -> None:
        """is_held(pid): it is held at a fatal signal. on_stop(tid, status) deals with a stop, as
        the loop does; on_end(tid, status) with an end; on_event(tid, event) only notes it."""
        self._family = family
        self._observer = observer
        self._helpers = helpers
        self._is_held = is_held
        self._on_stop = on_stop
        self._on_event = on_event
        self._on_end = on_end
        self.clients: dict[int, _Client] = {}

    def watch(self) -> None:
        """Begin to watch, where that was asked for."""
        if self._observer.hang_seconds:
            pid = self._start(self._watch)
            if pid:
                self._helpers.in_background(pid, True)

    def watch_memory(self) -> None:
        """Take samples of the program while its memory grows, where the observer wants them."""
        watch = getattr(self._observer, "watch_memory", None)
        if watch is None:
            return

        def work(lender: lent.Lender) -> None:
            watch(self._family.main, lender)

        pid = self._start(work)
        if pid:
            self._helpers.in_background(pid, True)

    def look(self) -> None:
        """Look at the program now, as somebody has asked."""

        def work(lender: lent.Lender) -> None:
            self._explain(lender, None)

        self._start(work)

    def look_at(
        self, pid: int, work: Callable[[Target], None], on_end: Callable[[], None], seconds: float
    ) -> bool:
        """Have a helper look at a process; on_end is called when that has ended, within so many
        seconds. False when there is none."""

        def run(lender: lent.Lender) -> None:
            with _target(pid, lender) as target:
                work(target)

        helper = self._start(run, on_end)
        if not helper:
            return False
        self.clients[helper].deadline = time.monotonic() + seconds
        self._helpers.limit(helper, seconds)
        return True

    def main_ended(self) -> None:
        """Those that only watch are of no use any more; the others hurry up."""
        for pid in self.clients:
            self._helpers.limit(pid, LAST_SECONDS)

    def release_all(self) -> None:
        """Let go of what is stopped for a look."""
        for client in self.clients.values():
            self._let_go(client)

    def give_up(self, pid: int) -> None:
        """The process is about to die of a signal: it is not held for a mere look."""
        for client in self.clients.values():
            if client.stopped is not None and client.stopped.pid == pid:
                self._let_go(client)
                client.is_whole = False

    # Helpers

    def _start(
        self, work: Callable[[lent.Lender], None], on_end: Callable[[], None] = lambda: None
    ) -> int:
        """Fork a helper that can ask; its pid, or 0."""
        lender = None
        try:
            lender = lent.Lender()
            client = _Client(lender)

            def run() -> int:
                lender.begin()
                work(lender)
                return 0

            def ended(status: int) -> None:
                del self.clients[client.pid]
                self._let_go(client)
                lender.close()
                on_end()

            client.pid = self._helpers.start(run, ended)
        except OSError:
            if lender is not None:
                lender.close()
            return 0
        self.clients[client.pid] = client
        return client.pid

    def _watch(self, lender: lent.Lender) -> None:
        """The watcher: looks for hangs until the program ends."""
        observer, main = self._observer, self._family.main
        has_told = False
        time.sleep(observer.hang_seconds / 4)  # the program itself is yet to be executed
        while procfs.lives(main):
            try:
                with _target(main, lender) as target:
                    seen, is_to_end = observer.wait_for_hang(target, has_told)
            except AtfaultError:
                has_told = False  # another program now, or nothing that can be looked at
                time.sleep(observer.hang_seconds / 4)
                continue
            lender.ask(lent.EXPLAINING)
            if is_to_end:
                lender.ask(lent.ENDING)
                try:
                    self._explain(lender, seen, is_to_end)
                finally:
                    end_all(main)
                return
            self._explain(lender, seen)
            has_told = True
            lender.ask(lent.WATCHING)

    def _explain(self, lender: lent.Lender, seen: object, is_to_end: bool = False) -> None:
        """seen: what the watch has seen; None when somebody asked."""
        try:
            with _target(self._family.main, lender) as target:
                self._observer.explain(target, seen, is_to_end)
        except AtfaultError as error:
            self._observer.cannot_explain(str(error))
        except Exception as error:
            self._observer.cannot_explain(f"{type(error).__name__}: {error}")

    # Requests

    def on_ask(self, pid: int) -> None:
        """Helper `pid` has stopped itself as it wants something."""
        client = self.clients[pid]
        try:
            lent.put(client.lender.fd, self._answer(client, lent.get(client.lender.fd)))
        except (OSError, ValueError, TypeError, EOFError):
            os.kill(pid, signal.SIGKILL)
        ptrace.resume(ptrace.PTRACE_CONT, pid, 0, 0)

    def _answer(self, client: _Client, request: Any) -> Any:
        operation, pid, tids = request
        if operation == lent.STOP:
            return self._stop(client, pid, tids)
        if operation == lent.FLOATING:
            stopped = client.stopped
            return read_floating(tid for tid in tids if stopped and tid in stopped.statuses)
        if operation == lent.GO:
            self._let_go(client)
            return client.is_whole
        if operation == lent.OPEN:
            return client.lender.hand_over(pid)
        if operation in (lent.EXPLAINING, lent.WATCHING):
            self._helpers.in_background(client.pid, operation == lent.WATCHING)
        elif operation == lent.ENDING:
            self._family.is_being_ended = True
        return True

    def _stop(self, client: _Client, pid: int, leave: tuple[int, ...]) -> Any:
        """(thread → registers, threads that did not stop); BUSY; None when it is about to die."""
        if any(one.stopped and one.stopped.pid == pid for one in self.clients.values()):
            return lent.BUSY
        if self._is_held(pid):
            return None
        client.stopped, client.is_whole = Stopped(pid), True
        self._helpers.limit(client.pid, PAUSE_SECONDS)
        stop_threads(client.stopped, leave, self._on_event)
        return read_registers(client.stopped.statuses), tuple(client.stopped.slow)

    def _let_go(self, client: _Client) -> None:
        stopped, client.stopped = client.stopped, None
        if stopped is not None:
            stopped.hand_back(self._on_stop)
            for tid, status in stopped.ends:
                self._on_end(tid, status)
            if client.pid in self.clients:
                left = LAST_SECONDS if self._family.main_ended else None
                if client.deadline is not None:
                    left = max(client.deadline - time.monotonic(), 0.0)
                self._helpers.limit(client.pid, left)


def _target(pid: int, lender: lent.Lender) -> Target:
    return Target(pid, lender)


def end_all(pid: int) -> None:
    """End the program: SIGTERM, and SIGKILL when that has not helped after END_SECONDS; then the
    processes that it has started and left behind, those that made themselves daemons excepted."""
    started = {one: procfs.stat(one) for one in (pid, *descendants(pid))}
    own = started[pid]
    others = [
        one
        for one, found in started.items()
        if one != pid and found is not None and own is not None and found.session == own.session
    ]
    for group in ((pid,), others):
        for number, seconds in ((signal.SIGTERM, END_SECONDS), (signal.SIGKILL, 0.0)):
            for one in group:
                if _is_still(one, started[one]):
                    _signal(one, number)
            deadline = time.monotonic() + seconds
            while time.monotonic() < deadline:
                if not any(_is_still(one, started[one]) for one in group):
                    break
                time.sleep(0.02)


def _is_still(pid: int, before: procfs.Stat | None) -> bool:
    """Whether the process lives, and is the one of before."""
    now = procfs.stat(pid)
    return (
        before is not None
        and now is not None
        and now.start_time == before.start_time
        and not now.is_over
    )


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except OSError:
        pass

"""Who has stopped the program, and how it goes on.

    STARTING ──► RUNNING ◄──► IN_PYTHON   debugpy has stopped Python's threads; gdb lets all run
                    ▲  └────► IN_NATIVE   gdb has stopped everything; debugpy cannot answer
                    └─────────────┘

What both sides tell comes in any order, so whoever changes the state waits for his turn.
"""

from __future__ import annotations

import asyncio
import enum
import signal as signals
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from atfault.contained import contained
from atfault.dap.breakpoints import Breakpoint, Breakpoints
from atfault.dap.children import Child
from atfault.dap.connection import Message, RequestFailed, Tasks
from atfault.dap.frames import Frames, libraries_of
from atfault.dap.gdb_mi import GdbError
from atfault.dap.native_side import STOPS, NativeSide, NativeStop
from atfault.dap.python_side import PythonSide
from atfault.dap.sight import Sight, look
from atfault.dap.stepping import SETTLE, STEP_ENDS, NativeSteps, calls_on_line, entries
from atfault.dap.stops import WATCHED, described, exception_met, logged
from atfault.errors import AtfaultError
from atfault.formats.core_notes import read_siginfo
from atfault.options import Options

PAUSE_SECONDS = 0.5
"""In which Python is to come to a line, asked to pause, before gdb stops the program."""
TELLING_SECONDS = 0.05
TID_TRIES = 4
BETWEEN_TRIES = 0.05
STEPS = {"next": "next", "stepIn": "step", "stepOut": "finish"}
"""Request → what gdb calls it."""
HALTS = ("breakpoint-hit", "signal-received", *WATCHED, *STEP_ENDS)
"""Reasons of gdb's to stop that the user is told of."""
BY_SIGNAL = 128
"""What a shell adds to the number of the signal that has ended a program."""
MAX_SOURCE = 16 << 20
NOT_STOPPED = "the program runs: pause it first"


T = TypeVar("T")


class State(enum.Enum):
    STARTING = enum.auto()
    RUNNING = enum.auto()
    IN_PYTHON = enum.auto()
    IN_NATIVE = enum.auto()
    ENDED = enum.auto()


class Control:
    """Of one program. `tell` gets the protocol's events."""

    def __init__(
        self,
        tell: Callable[[str, Message], None],
        options: Options,
        child: Child | None = None,
    ) -> None:
        """child: of another session's program, in which debugpy is already, and gdb comes once
        there is something to do for it."""
        self.state = State.STARTING
        self._child = child
        self.sight = Sight(())
        """At a native stop."""
        self.native = NativeSide(self._native_stopped)
        self.python = PythonSide(self._python_said)
        self.breakpoints = Breakpoints(
            self.python, self.native, lambda body: tell("breakpoint", body)
        )
        self.frames = Frames(self.native, self.python, options)
        self.caught: Message | None = None
        """What exceptionInfo answers of the C++ exception that the program has stopped for."""
        self._options = options
        self._tell = tell
        if child is not None:
            self.native.expect(child.pid)
            self.python.on_end = lambda: self.begin(self._child_left())
        self._steps = NativeSteps(self.native, self.python, self.frames)
        self._python_stop: Message | None = None
        """debugpy's stopped event, while its threads stand still."""
        self._is_told = False
        """The user knows of it."""
        self._entries: list[str] = []
        """gdb's breakpoints at the functions that the Python step under way may go into."""
        self._failed: tuple[int, str] | None = None
        """Thread and signal of the crash that the last stop was for."""
        self._met: list[Breakpoint] = []
        """The breakpoints that the native stop at hand is of."""
        self._is_stepping = False
        """The user has asked for a step, so that a stop of debugpy's is the end of it."""
        self._is_pausing = False
        """The user has asked for a pause."""
        self._tasks = Tasks()
        self._turn = asyncio.Lock()
        """Who changes the state has it."""

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something meanwhile. What fails in it is told."""
        task = self._tasks.begin(self._guarded(work))
        task.add_done_callback(lambda _: work.close())  # where it was cancelled before it began

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        losses: list[str] = []
        with contained("following the program", losses):
            try:
                await work
            except (RequestFailed, GdbError, AtfaultError) as error:
                if self.state is not State.ENDED:
                    losses.append(str(error))
        for loss in losses:
            self.say(f"atfault debug: {loss}\n", "important")

    def say(self, text: str, category: str = "console") -> None:
        """A text for the user."""
        self._tell("output", {"category": category, "output": text})

    async def close(self) -> None:
        """End the program, and both sides with it."""
        self.state = State.ENDED
        self._tasks.cancel()
        if self.native.is_joined:
            with contained("leaving the program", []):
                try:
                    await self.let_go()
                except (RequestFailed, GdbError):
                    pass  # gdb leaves it as it ends
        await self.python.close()
        await self.native.close()

    @property
    def is_ours(self) -> bool:
        """The session has begun the program, and ends it."""
        return self._child is None and not self.native.is_joined

    @property
    def waits(self) -> bool:
        """The program runs nothing of its own before debugpy was told all breakpoints."""
        return self._child is not None or not self.native.is_joined

    def adopt(self) -> None:
        """The child that this is of."""
        assert self._child is not None
        self.python.adopt(self._child.connection, self._child.pid)

    async def _child_left(self) -> None:
        """debugpy's connection in a child has ended: it ends, or another program is executed."""
        async with self._turn:
            if self.state is State.ENDED or not self.native.is_running:
                return  # gdb tells of it
            if self.native.is_joined:
                with suppress(GdbError):
                    stop = await self.native.interrupt()
                    if stop.has_ended:
                        self._finish(stop)
                        return
                    await self.native.leave()
            self.state = State.ENDED
            self._tell("terminated", {})

    async def end(self) -> None:
        """End the program. Raises GdbError."""
        if self._child is not None:
            self._child.kill()
        elif self.native.is_joined:
            await self.native.kill()
        else:
            await self.native.close()

    async def let_go(self) -> None:
        """Leave the program to itself, as it is. Raises RequestFailed, GdbError."""
        if not self.is_ours:
            if self.native.is_joined:
                await self.native.leave()
            await self.python.leave()
            return
        if self.state is State.STARTING:
            raise RequestFailed("the program waits for its breakpoints: it would wait for ever")
        self.python.request("disconnect", {"terminateDebuggee": False})
        if self.native.is_running:
            await self.native.interrupt()
        await self.native.gdb.command("-target-detach")

    def must_stand(self) -> None:
        """Raises RequestFailed where the program is not stopped."""
        if self.state not in (State.IN_PYTHON, State.IN_NATIVE):
            raise RequestFailed(NOT_STOPPED)

    # debugpy stops it

    def _python_said(self, event: str, body: Message) -> None:
        if event == "initialized":
            self._tell(event, {})
        elif event == "stopped":
            self.begin(self._take_python_stop(body))
        elif event == "output" and body.get("category") != "telemetry":
            self._tell(event, body)
        elif event == "breakpoint":
            self.breakpoints.python_changed(body)
        elif event == "thread":
            self._thread_said(str(body.get("reason")), int(body.get("threadId") or 0))

    def _thread_said(self, reason: str, number: int) -> None:
        if reason == "started":
            self.python.begun(number)
            self.begin(self._learn_tid(number))
        elif (tid := self.python.ended(number)) is not None:
            self._tell("thread", {"reason": reason, "threadId": tid})

    async def _learn_tid(self, number: int) -> None:
        """While Python still answers: a native stop may be next. debugpy tells of a thread before
        that has its tid."""
        for _ in range(TID_TRIES):
            tid = await self.python.tid(number)
            if tid is not None:
                self._tell("thread", {"reason": "started", "threadId": tid})
                return
            await asyncio.sleep(BETWEEN_TRIES)

    async def _take_python_stop(self, body: Message) -> None:
        async with self._turn:
            self._python_stop, self._is_told = body, False
            if self.state is not State.IN_NATIVE:  # else it is told when gdb lets go
                await self._enter_python(body)

    async def _enter_python(self, body: Message) -> None:
        """debugpy has stopped Python's threads: tell the user, unless nobody wants it now."""
        reason = str(body.get("reason", ""))
        is_asked = self._is_pausing or (self._is_stepping and not self._steps.passes_python)
        is_asked = is_asked or self._is_told
        if reason in ("step", "pause") and not is_asked:
            self._python_stop = None
            self.python.request("continue", {"threadId": "*"})
            return
        self.state = State.IN_PYTHON
        await self._drop_entries()
        told = {**body, "preserveFocusHint": False}  # one stop is told of all threads
        if self._is_told or (reason == "pause" and not self._is_pausing):
            told["reason"] = "step"
        self._is_told = True
        self._is_stepping = self._is_pausing = False
        await self._steps.forget()
        self.frames.forget()
        number = int(body.get("threadId") or 0)
        told["threadId"] = await self.python.tid(number) or number
        told["hitBreakpointIds"] = self.breakpoints.hit_in_python(body.get("hitBreakpointIds", ()))
        self._tell("stopped", {**told, "allThreadsStopped": True})

    # gdb stops it

    def _native_stopped(self, stop: NativeStop) -> None:
        if self.state is not State.ENDED:
            self.begin(self._take_native_stop(stop))

    def _heed(self, between: NativeStop | None) -> None:
        """A stop that came in between, while something else was done."""
        if between is not None:
            self._native_stopped(between)

    async def _take_native_stop(self, stop: NativeStop) -> None:
        async with self._turn:
            self._met = self.breakpoints.take_hits(stop)
            if stop.has_ended:
                self._finish(stop)
            elif stop.signal == "SIGINT":
                await self._take_interrupt()
            elif stop.reason not in HALTS or self._is_too_early(stop) or self._is_given_up(stop):
                await self.native.go_on()
            elif await self._is_raised_again(stop):
                await self.native.pass_on(stop.signal)
            elif await self._is_logged(stop) and not self._steps.is_in_native:
                await self.native.go_on()
            else:
                await self._enter_native(stop)

    def _is_too_early(self, stop: NativeStop) -> bool:
        """A program that was joined runs while debugpy is told of breakpoints: those of gdb's hold
        from the end of that on, as debugpy could not answer any more."""
        is_begun = self.state is not State.STARTING or self.waits
        return not is_begun and stop.signal not in STOPS

    def _is_given_up(self, stop: NativeStop) -> bool:
        """The end of a step that debugpy's stop in a callback had ended for the user."""
        is_end = stop.reason in STEP_ENDS and self.native.is_stepping
        return is_end and not self._steps.is_under_way

    async def _is_raised_again(self, stop: NativeStop) -> bool:
        """Whether a handler (faulthandler's) has done its work and gives the signal of a crash back
        to the thread, after the user has seen that."""
        if self._failed is None or self._failed[1] != stop.signal:
            return False
        threads, siginfo = await self.native.threads(), await self.native.siginfo()
        if not siginfo or self._failed[0] != threads.get(stop.thread):
            return False
        return read_siginfo(siginfo, 0, len(siginfo)).code <= 0

    async def _is_logged(self, stop: NativeStop) -> bool:
        """Whether what gdb has stopped at was to tell something, and do no more."""
        for one in self._met:
            if one.log:
                self.say(f"{await logged(self.native, one.log, stop.thread)}\n")
        return bool(self._met) and all(one.log for one in self._met)

    async def _take_interrupt(self) -> None:
        """A SIGINT that nobody waits for: of ours, too late, or sent to the program."""
        if self.native.late_interrupts:
            self.native.late_interrupts -= 1
            await self.native.go_on()
        else:
            await self.native.pass_on("SIGINT")

    def _finish(self, stop: NativeStop) -> None:
        if self.state is State.ENDED:
            return
        self.state = State.ENDED
        code = int(str(stop.fields.get("exit-code", "0")), 8)
        signal = str(stop.fields.get("signal-name", ""))
        if signal:
            self.say(f"the program was ended by {signal}\n")
            code = BY_SIGNAL + getattr(signals, signal, 0)
        if stop.fields or stop.reason == "exited-normally":  # else gdb was ended, and it with that
            self._tell("exited", {"exitCode": code})
        self._tell("terminated", {})

    async def _enter_native(self, stop: NativeStop, reason: str = "", wanted: int = 0) -> None:
        """All stands still: look at it, and tell the user, unless a step is to go on.

        wanted: the thread that the user has asked for."""
        threads = await self.native.threads()
        tid = wanted if wanted in threads.values() else threads.get(stop.thread, 0)
        self._failed = (tid, stop.signal) if stop.signal in STOPS else None
        self.sight = await self._look(stop, threads, tid)
        thread = self.sight.thread(tid)
        if thread is not None:
            await self.native.read_libraries(libraries_of(thread))
        self.frames.in_native(self.sight, {tid: number for number, tid in threads.items()})
        if thread is not None and not self._steps.is_over(stop, thread):
            self._heed(await self._steps.go_on(stop, thread, self.sight))
            await self._come_to_python()
            return
        if stop.fields.get("bkptno") in self._entries:
            self._entries.remove(stop.fields["bkptno"])  # gdb has deleted it
            reason = "step"
        await self._drop_entries()
        await self._steps.forget()
        self._is_stepping = self._is_pausing = False
        self.state = State.IN_NATIVE
        body = await self._described(stop, reason)
        self._tell("stopped", {**body, "threadId": tid, "allThreadsStopped": True})

    async def _look(self, stop: NativeStop, threads: Mapping[str, int], tid: int) -> Sight:
        """Where nothing can be seen, the user is to know of the stop nevertheless."""
        losses, sight = list[str](), Sight(())
        with contained("looking at the program", losses):
            try:
                registers = await self.native.registers(threads)
                siginfo = await self.native.siginfo() if stop.signal in STOPS else b""
                sight = await asyncio.to_thread(
                    look, self.native.pid, registers, siginfo, tid, self._options
                )
            except (GdbError, AtfaultError) as error:
                losses.append(str(error))
        for loss in losses:
            self.say(f"atfault debug: {loss}\n", "important")
        return sight

    async def _described(self, stop: NativeStop, reason: str) -> Message:
        met = [one for one in self._met if not one.log]
        is_exception = not stop.signal and not reason and bool(met) and bool(met[0].catches)
        self.caught = None
        if is_exception:
            self.caught = await exception_met(self.native, met[0].catches, stop.thread)
        return described(stop, reason, met, self.sight, self.caught)

    async def _drop_entries(self) -> None:
        dropped, self._entries = self._entries, []
        try:
            await self.native.delete(dropped)
        except GdbError:
            pass  # gdb has deleted it, having stopped there

    # Going on

    async def go_on(self) -> None:
        """Raises RequestFailed, GdbError."""
        async with self._turn:
            self.must_stand()
            self._is_stepping = False
            if self.state is State.IN_NATIVE:
                await self._go_on_natively()
            else:
                self._leave_python("continue", {"threadId": "*"})

    async def step(self, how: str, tid: int, arguments: Message) -> None:
        """how: "next", "stepIn" or "stepOut", of thread `tid`. Raises RequestFailed, GdbError."""
        async with self._turn:
            self.must_stand()
            self._is_stepping = True
            if self.state is State.IN_PYTHON:
                if how == "stepIn" and arguments.get("targetId") is None:
                    self._entries = await self._entries_of_line(tid)
                self._leave_python(how, {**arguments, "threadId": self._python_number(tid)})
                return
            thread = self.sight.thread(tid)
            if thread is None or not self.frames.gdb_number(tid):
                raise RequestFailed("there is no such thread any more")
            is_fine = arguments.get("granularity") == "instruction"
            self._steps.python_stands = self._python_stop is not None
            between = await self._steps.begin(STEPS[how], thread, self.sight, is_fine=is_fine)
            self._leave_native()
            self._heed(between)
            await self._come_to_python()

    async def _go_on_natively(self) -> None:
        between = None
        holder = next((one for one in self.sight.threads if one.holds_gil), None)
        if self.python.is_waiting and holder is not None:
            # Breakpoints of Python's that were set meanwhile are to hold from here on.
            between = await self._steps.begin(SETTLE, holder, self.sight)
        else:
            await self.native.go_on()
        self._leave_native()
        self._heed(between)
        if self._python_stop is not None:  # it has stood still since before gdb stopped all
            await self._enter_python(self._python_stop)

    async def _come_to_python(self) -> None:
        """Where Python stands still already, a step that leaves native code for it is over: the
        native code was called by an expression of the user's, or another thread has stopped."""
        if self._steps.is_in_python and self._python_stop is not None:
            await self._enter_python(self._python_stop)

    def _leave_native(self) -> None:
        self.frames.forget()
        self.state = State.RUNNING

    def _leave_python(self, command: str, arguments: Message) -> None:
        """debugpy's answer may be a native stop away: it is not waited for."""
        self.state = State.RUNNING
        self._python_stop = None
        self.frames.forget()
        self.python.request(command, arguments)

    def _python_number(self, tid: int) -> int:
        """debugpy's number of a thread; of the one that it has stopped, where it does not know that
        one."""
        number = self.python.number(tid)
        return number if number is not None else int((self._python_stop or {}).get("threadId", 0))

    async def _entries_of_line(self, tid: int) -> list[str]:
        place = await self.frames.innermost_place(tid)
        if place is None:
            return []
        frame, path, line = place
        try:
            source = await asyncio.to_thread(_source, path)
        except OSError:
            return []
        return await entries(self.native, self.python, calls_on_line(source, line), frame)

    async def pause(self, tid: int) -> None:
        """Raises RequestFailed."""
        if self.state is not State.RUNNING:
            raise RequestFailed("the program does not run")
        self._is_pausing = True
        self.python.request("pause", {"threadId": "*"})
        self.begin(self._pause_natively(tid))

    async def _pause_natively(self, tid: int) -> None:
        """Where Python does not come to a line in time, gdb stops all."""
        await asyncio.sleep(PAUSE_SECONDS)
        if self.state is State.RUNNING and self._is_pausing:
            await self.native.arrive()
        async with self._turn:
            if self.state is not State.RUNNING or not self._is_pausing:
                return
            if not self.native.is_running:
                return  # another stop waits for its turn
            stop = await self.native.interrupt()
            if stop.signal == "SIGINT":
                self._met = []
                await self._enter_native(stop, "pause", tid)
            else:
                self._native_stopped(stop)

    async def console(self, command: str) -> str:
        """What a command of gdb's own prints; where the program runs, it is stopped for it. Raises
        RequestFailed, GdbError."""

        async def told() -> str:
            was_running = self.native.is_running
            text = await self.native.gdb.console(command)
            if not was_running:
                await self._see_whether_it_runs()
            return text

        return await self.while_stopped(told)

    async def while_stopped(self, work: Callable[[], Awaitable[T]]) -> T:
        """What gdb does only while it has stopped the program; where that runs, it is stopped for
        it. Raises RequestFailed, GdbError."""
        await self.native.arrive()
        async with self._turn:
            if not self.native.is_running:
                return await work()
            if self._steps.is_in_native:
                raise RequestFailed("a step in native code is under way: pause it first")
            stop = await self.native.interrupt()
            try:
                return await work()
            finally:
                if stop.signal == "SIGINT":
                    await self.native.go_on()
                else:
                    self._native_stopped(stop)

    async def _see_whether_it_runs(self) -> None:
        """A command of the user's may have been "continue"; gdb tells it after its answer."""
        await asyncio.sleep(TELLING_SECONDS)
        self.native.tell_end()
        if self.native.is_running and self.state is State.IN_NATIVE:
            self._leave_native()
            self._tell("continued", {"threadId": self.native.pid, "allThreadsContinued": True})


def _source(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read(MAX_SOURCE)

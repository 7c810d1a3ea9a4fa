"""The native side: the program under gdb. Run it, stop it, step it, and what gdb knows of it.

gdb is in all-stop mode: when it stops the program, no thread of it moves, debugpy's neither.
"""

from __future__ import annotations

import asyncio
import os
import re
import struct
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from atfault.arch.x86_64 import USER_REGS
from atfault.dap.connection import Tasks
from atfault.dap.gdb_mi import Gdb, GdbError, Record, quoted
from atfault.dap.libraries import Libraries
from atfault.dap.program import Program, gdb_on_path
from atfault.errors import UsageError
from atfault.snapshot import procfs
from atfault.snapshot.live import StoppedThread
from atfault_gdb.registers import REGISTERS

STOPS = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT")
"""Signals at which the program is stopped; all others go straight on to it."""
SETTINGS = (
    "mi-async on",
    "non-stop off",
    "pagination off",
    "confirm off",
    "breakpoint pending on",
    "debuginfod enabled off",
    "detach-on-fork on",
    "follow-fork-mode parent",
    "print elements 200",
    "print repeats 20",
    "max-value-size 1048576",
)
WATCHPOINTS = ("wpt", "hw-rwpt", "hw-awpt")
"""What a stop names a watchpoint by: written, read, accessed."""
_SIGINFO = struct.Struct("<iii4xQ")
SIGINFO_BYTES = 128
_LWP = re.compile(r"LWP (\d+)|process (\d+)")
_LINE = re.compile(r'Line \d+ of "(?P<file>[^"]+)" .*?<(?P<function>[^+>]+)>')
MAX_PROLOGUE = 4096
MAX_LEVELS = 400
"""Frames of one thread that gdb is asked for."""
STOP_SECONDS = 10.0
JOIN_SECONDS = 60.0
"""In which gdb has attached."""
LOADED = "solib-event"
"""gdb's reason to stop as libraries are loaded."""


class NativeStop(NamedTuple):
    """gdb says that the program has stopped, or ended."""

    reason: str
    """gdb's: "breakpoint-hit", "end-stepping-range", "signal-received", "exited-normally" …"""
    thread: str
    """gdb's number of the thread."""
    fields: Record

    @property
    def breakpoints(self) -> list[str]:
        """gdb's numbers of the breakpoints and watchpoints that it has stopped at."""
        watched = [one for name in WATCHPOINTS for one in several(self.fields.get(name))]
        numbers = [one.get("number") for one in watched if isinstance(one, dict)]
        return [str(one) for one in (*several(self.fields.get("bkptno")), *numbers)]

    @property
    def signal(self) -> str:
        """ "SIGSEGV"; "" where no signal is the reason."""
        return str(self.fields.get("signal-name", ""))

    @property
    def has_ended(self) -> bool:
        return self.reason.startswith("exited")


class GdbFrame(NamedTuple):
    """A frame as gdb sees it."""

    level: int
    address: int


class NativeSide:
    """One program under gdb."""

    def __init__(self, on_stop: Callable[[NativeStop], None]) -> None:
        """on_stop hears of stops and of the end that nobody here waits for."""
        self._on_stop = on_stop
        self._waiter: asyncio.Future[NativeStop] | None = None
        self._register_numbers: list[int] = []
        self.on_breakpoint: Callable[[Record], None] = lambda fields: None
        """Hears when gdb has found where a breakpoint lies, or lost it."""
        self.on_arrival: Callable[[], Awaitable[None]] | None = None
        """Done where gdb has come into a program that `is_expected`, before that goes on."""
        self.is_expected = False
        """A program that runs, in which gdb is not yet (`arrive`)."""
        self._arriving = asyncio.Lock()
        self._gdb: Gdb | None = None
        self.is_running = False
        self.has_ended = False
        self.is_gone = False
        """gdb does not have it any more, whether it has told of its end or not."""
        self.late_interrupts = 0
        """Interrupts of ours before which the program had stopped for another reason."""
        self._libraries = Libraries()
        self._tasks = Tasks()
        self._interrupt: asyncio.Future[Record] | None = None
        """gdb's answer to an interrupt, while somebody waits for its stop."""
        self.is_stepping = False
        """gdb goes on for a step, which a stop as libraries are loaded would end."""
        self.pid = 0
        self.folder = ""
        """The program's own, as it began or was joined."""
        self.is_joined = False
        """gdb has attached to a program that ran before, which is to outlive the session."""

    @property
    def gdb(self) -> Gdb:
        """Raises GdbError before it was started."""
        if self._gdb is None:
            raise GdbError("no program has been started yet")
        return self._gdb

    async def start(self, program: Program) -> None:
        """Start gdb with the program, which does not run yet. Raises OSError, GdbError."""
        self.folder = os.path.abspath(program.folder or "")
        self._gdb = await Gdb.start(
            program.gdb_command(),
            self._hear,
            environment=program.environment,
            folder=program.folder,
            descriptors=program.descriptors,
        )
        await self._set_up()
        for line in program.gdb_lines():
            await self.gdb.command(f"-interpreter-exec console {quoted(line)}")
        await self._heed_signals()

    async def join(self, gdb: str, pid: int) -> None:
        """Start gdb, and attach it to a program that runs, which stands still then. Raises OSError,
        GdbError."""
        self.folder = procfs.link(pid, "cwd")
        self._gdb = await Gdb.start(
            [gdb, "-q", "-nx", "--interpreter=mi3"],
            self._hear,
            environment=os.environ,
            apart=True,
        )
        await self._set_up()
        await self._heed_signals()
        waiter = self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self.gdb.command(f"-target-attach {pid}")
            self.is_joined = True
            await asyncio.wait_for(waiter, JOIN_SECONDS)
            await self._libraries.read_new_ones(self.gdb)
        except asyncio.TimeoutError:
            raise GdbError("the program does not stop") from None
        finally:
            self._waiter = None

    def expect(self, pid: int) -> None:
        """A program that runs, and has nothing for gdb to do yet."""
        self.pid, self.is_expected, self.is_running = pid, True, True

    async def arrive(self) -> None:
        """There is something to do for gdb in the program, which goes on. Raises GdbError."""
        async with self._arriving:
            if not self.is_expected:
                return
            try:
                await self.join(gdb_on_path(), self.pid)
            except (GdbError, OSError, UsageError) as error:
                gdb, self._gdb, self.is_running = self._gdb, None, True
                if gdb is not None:
                    await gdb.close()
                raise GdbError(f"gdb cannot attach to process {self.pid}: {error}") from None
            self.is_expected = False
            if self.on_arrival is not None:
                await self.on_arrival()
            await self.go_on()

    async def leave(self) -> None:
        """Let the program go on by itself; a signal that it was stopped for reaches it. Raises
        GdbError."""
        if self.is_running:
            await self.interrupt()
        while self.late_interrupts and not self.has_ended:  # it would be ended by them
            await self._next_stop()
        if not self.has_ended:
            await self.gdb.command("-target-detach")
        self.is_joined = False

    async def _next_stop(self) -> None:
        waiter = self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self.go_on()
            stop = await asyncio.wait_for(waiter, STOP_SECONDS)
        except asyncio.TimeoutError:
            raise GdbError("the program does not stop") from None
        finally:
            self._waiter = None
        self.late_interrupts -= stop.signal == "SIGINT"

    async def kill(self) -> None:
        """End the program, and tell of its end. Raises GdbError."""
        if self.is_running:
            await self.interrupt()
        await self.gdb.command('-interpreter-exec console "kill"')
        self.tell_end()

    def tell_end(self) -> None:
        """Where gdb has ended the program, or let it go, because it was told to: it says no more of
        that than an answer."""
        if self.is_gone and not self.has_ended:
            is_dead = not os.path.exists(f"/proc/{self.pid}")
            told = {"signal-name": "SIGKILL"} if is_dead else {}
            self.is_joined = False
            self._hear("stopped", {"reason": "exited", **told})

    async def _set_up(self) -> None:
        for setting in SETTINGS:
            await self.gdb.command(f"-gdb-set {setting}")
        await self._libraries.stop_at_new_ones(self.gdb, True)
        await self.gdb.command("-enable-pretty-printing")  # of libstdc++, pybind11 and others

    async def _heed_signals(self) -> None:
        # SIGINT is how gdb itself stops a program, so it is not passed on by itself (`pass_on`).
        await self.gdb.console("handle all nostop noprint pass")
        await self.gdb.console(f"handle {' '.join(STOPS)} stop print pass")
        await self.gdb.console("handle SIGINT stop print nopass")

    async def run(self) -> None:
        await self.gdb.command("-exec-run")
        self.is_running = True

    async def close(self) -> None:
        if self._gdb is not None:
            await self._gdb.close()

    # Stopping and going on

    async def interrupt(self) -> NativeStop:
        """Stop it, where it runs. What is returned may be another stop that came first: see its
        reason. Raises GdbError where it does not stop."""
        waiter = self._waiter = asyncio.get_running_loop().create_future()
        try:
            return await self._interrupted(waiter)
        finally:
            self._waiter = None

    async def run_alone(self, thread: str, seconds: float) -> NativeStop:
        """Let one thread run for a moment, and stop it. Returns and raises as `interrupt`."""
        waiter = self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self.gdb.command("-gdb-set scheduler-locking on")
            await self.gdb.command(f"-thread-select {thread}")
            await self.go_on()
            await asyncio.wait({waiter}, timeout=seconds)
            stop = waiter.result() if waiter.done() else await self._interrupted(waiter)
            await self.gdb.command("-gdb-set scheduler-locking off")
            return stop
        finally:
            self._waiter = None

    async def _interrupted(self, waiter: asyncio.Future[NativeStop]) -> NativeStop:
        self._interrupt = self.gdb.command("-exec-interrupt --all")
        try:
            await self._interrupt
            stop = await asyncio.wait_for(waiter, STOP_SECONDS)
        except asyncio.TimeoutError:
            raise GdbError("the program does not stop") from None
        finally:
            self._interrupt = None
        self.late_interrupts += stop.signal != "SIGINT" and not stop.has_ended
        return stop

    async def go_on(self) -> None:
        await self._exec("-exec-continue")

    async def pass_on(self, signal: str) -> None:
        """Go on, and give the program a signal that it was stopped for."""
        await self._exec(f"-interpreter-exec console {quoted(f'signal {signal}')}")

    async def step(self, how: str, thread: str) -> None:
        """how: "next" or "step", or either with "-instruction"."""
        await self._exec(f"-exec-{how} --thread {thread} --frame 0", is_step=True)

    async def finish(self, thread: str, level: int) -> None:
        """Go on until a frame has returned."""
        await self._exec(f"-exec-finish --thread {thread} --frame {level}", is_step=True)

    async def _exec(self, command: str, *, is_step: bool = False) -> None:
        if is_step is not self.is_stepping:
            self.is_stepping = is_step
            await self._libraries.stop_at_new_ones(self.gdb, not is_step)
        self.is_running = True
        try:
            await self.gdb.command(command)
        except GdbError:
            self.is_running = False
            raise

    def _hear(self, what: str, fields: Record) -> None:
        if what == "running":
            self.is_running = True
        elif what == "thread-group-started":
            self.pid = int(fields.get("pid", 0))
        elif what == "thread-group-exited":
            self.is_gone = True
        elif what == "breakpoint-modified":
            self.on_breakpoint(fields)
        elif what in ("library-loaded", "library-unloaded"):
            self._libraries.hear(what, fields)
        elif what == "stopped" and fields.get("reason") == LOADED:
            is_interrupted = self._interrupt is not None and self._interrupt.done()
            self._tasks.begin(self._read_libraries(is_interrupted))
        elif what in ("stopped", "gdb-ended"):
            self.is_running = False
            reasons = several(fields.get("reason"))  # two watchpoints may be met at once
            reason = "exited" if what == "gdb-ended" else str(reasons[0] if reasons else "")
            rest = {name: fields[name] for name in fields if name != "reason"}
            stop = NativeStop(reason, str(fields.get("thread-id", "")), rest)
            if stop.has_ended and self.has_ended:
                return
            self.has_ended = self.has_ended or stop.has_ended
            if self._waiter is not None and not self._waiter.done():
                self._waiter.set_result(stop)
            else:
                self._on_stop(stop)

    async def _read_libraries(self, is_interrupted: bool) -> None:
        """For all others the program runs meanwhile. is_interrupted: an interrupt has reached it,
        and stops it as it goes on; one that gdb is given while it has stopped it does nothing."""
        try:
            await self._libraries.read_new_ones(self.gdb)
            if self._interrupt is None or is_interrupted:
                await self.go_on()
            else:
                await self._interrupt
                self._hear("stopped", {"reason": "signal-received", "signal-name": "SIGINT"})
        except GdbError:
            pass  # it was ended meanwhile, which is told

    async def read_libraries(self, paths: Iterable[str]) -> None:
        """Those that gdb is to unwind through. Raises GdbError."""
        await self._libraries.read_for(self.gdb, paths)

    async def read_all_libraries(self) -> None:
        """A function of any of them may be meant. Raises GdbError."""
        await self._libraries.read_all(self.gdb)

    # What is there while it is stopped

    async def threads(self) -> dict[str, int]:
        """gdb's number of each thread → its tid."""
        answer = await self.gdb.command("-thread-info")
        found = {}
        for one in answer.get("threads", ()):
            match = _LWP.search(str(one.get("target-id", "")))
            if match is not None and one.get("state") == "stopped":
                found[str(one["id"])] = int(match[1] or match[2])
        return found

    async def registers(self, threads: Mapping[str, int]) -> list[StoppedThread]:
        """The general registers of each thread."""
        if not self._register_numbers:
            answer = await self.gdb.command("-data-list-register-names")
            names = list(answer["register-names"])
            self._register_numbers = [names.index(name) for name in REGISTERS]
        wanted = " ".join(map(str, self._register_numbers))
        found = []
        for number, tid in threads.items():
            try:
                answer = await self.gdb.command(
                    f"-data-list-register-values --thread {number} --frame 0 x {wanted}"
                )
            except GdbError:
                continue  # a thread that has just ended
            values = {int(one["number"]): one["value"] for one in answer["register-values"]}
            words = [_word(values.get(at, "")) for at in self._register_numbers]
            found.append(StoppedThread(tid, USER_REGS.pack(*words), "t"))
        return found

    async def siginfo(self) -> bytes:
        """The siginfo_t of the signal that the program was stopped for; b"" where gdb has none."""
        try:
            fields = "si_signo", "si_errno", "si_code", "_sifields._sigfault.si_addr"
            numbers = [int(await self.gdb.evaluate(f"(long)$_siginfo.{one}")) for one in fields]
        except (GdbError, ValueError):
            return b""
        head = _SIGINFO.pack(*numbers[:3], numbers[3] & 0xFFFF_FFFF_FFFF_FFFF)
        return head.ljust(SIGINFO_BYTES, b"\0")

    async def evaluate(self, expression: str, thread: str) -> str:
        """In the innermost frame of a thread. Raises GdbError."""
        where = f"--thread {thread} --frame 0"
        answer = await self.gdb.command(f"-data-evaluate-expression {where} {quoted(expression)}")
        return str(answer.get("value", ""))

    async def exception(self, thread: str) -> tuple[int, int]:
        """Where the object and the std::type_info of the C++ exception lie that a thread has
        stopped for (libstdc++'s probes: libsupc++/eh_throw.cc, eh_catch.cc). Raises GdbError."""
        found = [await self.evaluate(f"$_probe_arg{at}", thread) for at in (0, 1)]
        return _word(found[0]), _word(found[1])

    async def frames(self, thread: str) -> list[GdbFrame]:
        """The frames that gdb sees of a thread, innermost first."""
        answer = await self.gdb.command(f"-stack-list-frames --thread {thread} 0 {MAX_LEVELS}")
        return [
            GdbFrame(int(one["level"]), _word(str(one.get("addr", "0"))))
            for one in answer.get("stack", ())
        ]

    # Breakpoints; these work while it runs, too

    async def insert(
        self,
        place: str,
        *,
        condition: str = "",
        ignored: int = 0,
        once: bool = False,
        thread: str = "",
    ) -> Record:
        """A breakpoint at "file:line", a function or "*0xADDRESS" → gdb's record of it. thread:
        for that one alone. Raises GdbError."""
        options = ["-f"]
        options += ["-t"] if once else []
        options += ["-i", str(ignored)] if ignored else []
        options += ["-c", quoted(condition)] if condition else []
        options += ["-p", thread] if thread else []
        answer = await self.gdb.command(f"-break-insert {' '.join(options)} {quoted(place)}")
        return dict(next(iter(several(answer.get("bkpt"))), {}))

    async def restrict(self, number: str, *, condition: str = "", ignored: int = 0) -> None:
        """Have a breakpoint stop only where a condition holds, and not the first times. Raises
        GdbError."""
        if condition:
            await self.gdb.command(f"-break-condition {number} {condition}")
        if ignored:
            await self.gdb.command(f"-break-after {number} {ignored}")

    async def catch(self, what: str) -> str:
        """Have the program stop where C++ exceptions are "throw"n, caught ("catch") or "rethrow"n →
        gdb's number of it. Raises GdbError."""
        answer = await self.gdb.command(f"-catch-{what}")
        return str(answer.get("bkpt", {}).get("number", ""))

    async def delete(self, numbers: Sequence[str]) -> None:
        if numbers:
            await self.gdb.command(f"-break-delete {' '.join(numbers)}")

    async def insert_behind_prologue(self, address: int) -> str:
        """A breakpoint for one stop where a function that begins at `address` has its arguments →
        its number; "" for code without source lines. Raises GdbError."""
        told = _LINE.match(await self.gdb.console(f"info line *{address:#x}"))
        if told is None:
            return ""
        try:
            # gdb steps over a prologue only where it is asked for a function by its name.
            record = await self.insert(f"{told['file']}:{told['function']}", once=True)
            if 0 <= _word(str(record.get("addr"))) - address < MAX_PROLOGUE:
                return str(record["number"])
            await self.delete([str(record["number"])])  # of another one of the same name
        except GdbError:
            pass
        return str((await self.insert(f"*{address:#x}", once=True))["number"])


def several(field: Any) -> list[Any]:
    """A field of a record: it may be there several times."""
    if field is None:
        return []
    return field if isinstance(field, list) else [field]


def _word(value: str) -> int:
    try:
        return int(value, 0) & 0xFFFF_FFFF_FFFF_FFFF
    except ValueError:
        return 0

"""A core, as an editor's requests look at it: read only, by our own readers, without gdb and
without running anything.

What a running program would be needed for is answered by a sentence (`REFUSED`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

from atfault.analyze.process import report_on, source_of, written
from atfault.dap import memory
from atfault.dap.connection import Handler, Message, RequestFailed, number_of
from atfault.dap.core_memory import CoreMemory
from atfault.dap.frames import locals_scope, location_of, page_of, page_of_frames, told_frame
from atfault.dap.sight import exception_info, is_plumbing, locals_of, shown
from atfault.dap.values import Numbers, PythonValues, as_result
from atfault.decode.state import decode
from atfault.errors import UsageError
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import is_fault
from atfault.model.process import Module
from atfault.model.report import Report
from atfault.model.stacks import ThreadFrame, ThreadState
from atfault.model.values import Variable
from atfault.options import Options
from atfault.snapshot.core import CoreSnapshot, open_core
from atfault.source import SourceReader

REFUSED = "a core can be looked at; nothing in it runs"
NOT_STORED = (
    "of a core, the variables of a frame and those parts of them that are shown can be read, and "
    "nothing be called"
)
UNABLE = (
    *("supportsFunctionBreakpoints", "supportsConditionalBreakpoints", "supportsLogPoints"),
    *("supportsHitConditionalBreakpoints", "supportsSetVariable", "supportsSetExpression"),
    *("supportsCompletionsRequest", "supportsGotoTargetsRequest", "supportsSteppingGranularity"),
    *("supportsStepInTargetsRequest", "supportsExceptionOptions", "supportsClipboardContext"),
    *("supportsWriteMemoryRequest", "supportsInstructionBreakpoints"),
    *("supportsDataBreakpoints", "supportsDataBreakpointBytes"),
)
"""Capabilities of a session with a running program alone."""


class CoreFile(NamedTuple):
    """Which core, and where its files are, as `atfault core` has them."""

    path: str
    executable: str | None = None
    sysroot: str | None = None

    @classmethod
    def of(cls, arguments: Mapping[str, object]) -> CoreFile | None:
        """What an attach request names: `core`, `program`, `sysroot`. Raises UsageError."""
        found = [arguments.get(name) or None for name in ("core", "program", "sysroot")]
        if found[0] is None:
            return None
        texts = [one for one in found if isinstance(one, str)]
        if len(texts) < len([one for one in found if one is not None]):
            raise UsageError("debug: core, program and sysroot are paths")
        if found[0] == "-":
            raise UsageError("debug: standard input is the editor's: name a file as the core")
        return cls(texts[0], *(one if isinstance(one, str) else None for one in found[1:]))


class Postmortem:
    """One core. `handlers` answer requests, each as those of a session do."""

    def __init__(
        self,
        report: Report,
        threads: tuple[ThreadState, ...],
        modules: tuple[Module, ...],
        source: SourceReader,
        core: CoreFile,
        snapshot: CoreSnapshot,
    ) -> None:
        """source: has read the files of all frames; it is not asked for others. snapshot: closed
        with this."""
        self._snapshot = snapshot
        stored = CoreMemory(snapshot)
        self.report = report
        self.name = report.process.executable or core.path
        self._threads = {one.thread.tid: one for one in threads}
        self._modules = modules
        self._source = source
        self._has_sysroot = core.sysroot is not None
        self._numbers = Numbers()
        self._values = PythonValues(self._numbers)
        self._frames: dict[int, ThreadFrame] = {}
        self._listed: dict[int, list[Message]] = {}
        self._texts: dict[int, str] = {}
        """Our numbers of sources → the target's names of their files."""
        self.handlers: Mapping[str, Handler] = {
            "threads": self._list_threads,
            "stackTrace": self._stack_trace,
            "scopes": self._scopes,
            "variables": self._variables,
            "evaluate": self._evaluate,
            "exceptionInfo": self._exception_info,
            "source": self._text,
            "modules": self._list_modules,
            "readMemory": partial(memory.read, stored),
            "disassemble": partial(memory.disassemble, stored),
            "setBreakpoints": partial(self._no_breakpoints, "breakpoints"),
            "setFunctionBreakpoints": partial(self._no_breakpoints, "breakpoints"),
            "setExceptionBreakpoints": partial(self._no_breakpoints, "filters"),
        }

    @classmethod
    def read(cls, core: CoreFile, options: Options) -> Postmortem:
        """Raises InputError, NoProcessState, UsageError."""
        if core.sysroot is not None and not os.path.isdir(core.sysroot):
            raise UsageError(f"sysroot {core.sysroot}: no such folder")
        options = options._replace(sysroot=core.sysroot)
        with ExitStack() as stack:
            snapshot = stack.enter_context(open_core(core.path, core.executable, core.sysroot))
            state = decode(snapshot, options)
            source = source_of(state, snapshot.files, options, taken=written(core.path))
            report = report_on(Case(state), source, mask_secrets=options.mask_secrets)
            for frame in (frame for one in state.threads for frame in shown(one)):
                if (place := location_of(frame)) is not None:
                    source.why(place.file, place.line or 1)
            dead = cls(report, state.threads, state.layout.modules, source, core, snapshot)
            stack.pop_all()
            return dead

    def close(self) -> None:
        self._snapshot.close()

    def stopped(self) -> Message:
        """The event that shows where it stands, and why."""
        first = self.report.diagnosis[0]
        is_failure = self.report.kind in ("crash", "killed") or is_fault(first.cause)
        blamed = next((one.tid for one in first.blame if one.tid in self._threads), None)
        crashed = next((tid for tid, one in self._threads.items() if one.crashed), None)
        tid = crashed or blamed or next(iter(self._threads), 0)
        return {
            "reason": "exception" if is_failure else "pause",
            "description": self.report.headline,
            "text": f"{first.cause} ({first.confidence}): {first.summary}",
            "threadId": tid,
            "allThreadsStopped": True,
        }

    # Requests

    async def _list_threads(self, arguments: Message) -> Message:
        return {
            "threads": [
                {"id": tid, "name": one.name or str(tid)} for tid, one in self._threads.items()
            ]
        }

    async def _stack_trace(self, arguments: Message) -> Message:
        tid = number_of(arguments, "threadId")
        thread = self._threads.get(tid)
        if thread is None:
            raise RequestFailed("the core has no such thread")
        if tid not in self._listed:
            self._listed[tid] = self._list(thread)
        return page_of_frames(self._listed[tid], arguments)

    def _list(self, thread: ThreadState) -> list[Message]:
        told = [self._told(frame) for frame in shown(thread)]
        if thread.stack.stop_reason:
            told.append(self._numbers.label(f"the stack ends here: {thread.stack.stop_reason}"))
        return told

    def _told(self, frame: ThreadFrame) -> Message:
        number = self._numbers.new()
        self._frames[number] = frame
        told = told_frame(frame, number)
        place = location_of(frame)
        if place is not None:
            told["source"] = self._source_of(place.file, place.line or 1)
            if "origin" not in told["source"] and not is_plumbing(frame):
                told.pop("presentationHint", None)
        if frame.native is not None and frame.native.module is not None:
            told["moduleId"] = frame.native.module.path
        return told

    def _source_of(self, file: str, line: int) -> Message:
        """DAP's Source: with its path where the editor can open that, else by a number of ours;
        where its lines are not what ran, with the reason alone."""
        named: Message = {"name": os.path.basename(file)}
        why = self._source.why(file, line)
        if why:
            return {**named, "origin": why, "presentationHint": "deemphasize"}
        if not self._has_sysroot and os.path.isabs(file) and os.path.isfile(file):
            return {**named, "path": file}
        number = next((one for one, known in self._texts.items() if known == file), 0)
        if not number:
            number = self._numbers.new()
            self._texts[number] = file
        return {**named, "path": file, "sourceReference": number}

    def _frame(self, arguments: Message) -> ThreadFrame:
        frame = self._frames.get(number_of(arguments, "frameId"))
        if frame is None:
            raise RequestFailed("there is no such frame")
        return frame

    async def _scopes(self, arguments: Message) -> Message:
        number = number_of(arguments, "frameId")
        if number not in self._frames and self._numbers.is_ours(number):
            return {"scopes": []}  # of a line among the frames that is none
        frame = self._frame(arguments)
        variables = _variables_of(frame)
        python = frame.python
        if not variables and python is None:
            return {"scopes": []}
        scope = locals_scope(self._values.opener(variables))
        if python is not None and isinstance(python.locals, Absent):
            scope["name"] = f"Locals: {python.locals.reason}"
        return {"scopes": [scope]}

    async def _variables(self, arguments: Message) -> Message:
        opener = self._numbers.get(number_of(arguments, "variablesReference"))
        if opener is None:
            raise RequestFailed("there is nothing behind that number")
        return {"variables": await opener()}

    async def _evaluate(self, arguments: Message) -> Message:
        expression = str(arguments.get("expression") or "").strip()
        found = self._values.find(_variables_of(self._frame(arguments)), expression)
        if found is None:
            raise RequestFailed(NOT_STORED)
        return as_result(found)

    async def _exception_info(self, arguments: Message) -> Message:
        return exception_info(self.report.diagnosis[0], self.report.headline)

    async def _text(self, arguments: Message) -> Message:
        source = arguments.get("source")
        told = source if isinstance(source, dict) else {}
        number = number_of(arguments, "sourceReference") or number_of(told, "sourceReference")
        file = self._texts.get(number) or str(told.get("path") or "")
        known = {place.file for one in self._frames.values() if (place := location_of(one))}
        text = self._source.text(file) if file in known else None
        if text is None:
            raise RequestFailed("there is no text of that in what the core names")
        return {"content": text}

    async def _list_modules(self, arguments: Message) -> Message:
        modules = [
            {
                "id": one.path,
                "name": one.name,
                "path": one.path,
                "addressRange": f"{one.start:#x}-{one.end:#x}",
                "symbolStatus": one.problem or ("found" if one.file else "no such file here"),
            }
            for one in self._modules
        ]
        page = page_of(modules, arguments, "startModule", "moduleCount")
        return {"modules": page, "totalModules": len(modules)}

    async def _no_breakpoints(self, wanted: str, arguments: Message) -> Message:
        asked = arguments.get(wanted)
        count = len(asked) if isinstance(asked, list) else 0
        return {"breakpoints": [{"verified": False, "message": REFUSED} for _ in range(count)]}


def _variables_of(frame: ThreadFrame) -> tuple[Variable, ...]:
    """Of a native frame, those that were read through its debug information."""
    return locals_of(frame) or (frame.native.args if frame.native is not None else ())

"""One debugging session: the requests of an editor, and their answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from atfault.contained import contained
from atfault.dap import memory
from atfault.dap.breakpoints import CATCHES
from atfault.dap.children import Child, Children, Relay
from atfault.dap.connection import (
    Connection,
    Handler,
    Message,
    RequestFailed,
    arguments_of,
    number_of,
)
from atfault.dap.control import STEPS, Control, State
from atfault.dap.frames import page_of_frames
from atfault.dap.gdb_mi import GdbError
from atfault.dap.joining import enter
from atfault.dap.launch import Launch
from atfault.dap.postmortem import REFUSED, UNABLE, Postmortem
from atfault.dap.program import debugpy_folder, gdb_on_path
from atfault.dap.sight import MAIN, exception_info
from atfault.errors import AtfaultError

THREADS_SECONDS = 1.0
"""In which Python is to say what threads it has; else they are told as they were."""
OF_PYTHON = ("gotoTargets", "goto", "source", "modules", "stepInTargets")
"""Requests that debugpy alone answers, where it can."""
CAPABILITIES = {
    "supportsConfigurationDoneRequest": True,
    "supportsFunctionBreakpoints": True,
    "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True,
    "supportsLogPoints": True,
    "supportsEvaluateForHovers": True,
    "supportsExceptionInfoRequest": True,
    "supportsSetVariable": True,
    "supportsSetExpression": True,
    "supportsCompletionsRequest": True,
    "supportsGotoTargetsRequest": True,
    "supportsModulesRequest": True,
    "supportsStepInTargetsRequest": True,
    "supportsExceptionOptions": True,
    "supportsClipboardContext": True,
    "supportsTerminateRequest": True,
    "supportTerminateDebuggee": True,
    "supportsDelayedStackTraceLoading": True,
    "supportsSteppingGranularity": True,
    "supportsReadMemoryRequest": True,
    "supportsWriteMemoryRequest": True,
    "supportsDisassembleRequest": True,
    "supportsInstructionBreakpoints": True,
    "supportsDataBreakpoints": True,
    "supportsDataBreakpointBytes": True,
    "exceptionBreakpointFilters": [
        {"filter": "raised", "label": "Raised Exceptions", "default": False},
        {"filter": "uncaught", "label": "Uncaught Exceptions", "default": True},
        {"filter": "userUnhandled", "label": "User Uncaught Exceptions", "default": False},
        {"filter": "cppThrown", "label": "C++: Thrown", "default": False},
        {"filter": "cppRethrown", "label": "C++: Thrown Again", "default": False},
        {"filter": "cppCaught", "label": "C++: Caught", "default": False},
    ],
}
NOT_FOLLOWED = "atfault debug: children are not followed: "
NO_SESSIONS = "the editor begins no sessions for them (startDebugging)\n"
JOINED = "the program ran before\n"
AtMemory = Callable[[memory.GdbMemory, Message], Awaitable[Message]]
CONSOLE = "-exec "
"""Before a command of gdb's own, in the debug console."""


class Session:
    """Serves one editor, and ends its program with it."""

    def __init__(
        self,
        client: Connection,
        launch: Launch,
        hello: Message | None = None,
        start: Message | None = None,
        child: Child | None = None,
    ) -> None:
        """hello: the arguments of its initialize request where that has been answered already.
        start: its launch or attach request where that has been read already. child: of another
        session's program, which this one is for."""
        self._client = client
        self._start_request = start
        self._launch = launch
        self._control = Control(self._tell, launch.options, child)
        self._child = child
        self.children = Children(
            client,
            lambda text: self._control.say(f"{text}\n", "important"),
            self._serve_child,
        )
        self._relay: Relay | None = None
        """This editor is a child's, of another session."""
        self._is_let_go = False
        self._held: list[tuple[str, Message]] | None = None
        """Events that come behind the answer to terminate."""
        self._hello = hello
        self._configuration: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._threads: list[Message] = []
        """As they were told last."""
        self._handlers: Mapping[str, Handler] = {
            "initialize": self._initialize,
            "launch": self._start,
            "attach": self._start,
            "setBreakpoints": self._set_breakpoints,
            "setFunctionBreakpoints": self._set_function_breakpoints,
            "setInstructionBreakpoints": self._set_instruction_breakpoints,
            "setDataBreakpoints": self._set_data_breakpoints,
            "dataBreakpointInfo": self._data_breakpoint_info,
            "setExceptionBreakpoints": self._set_exception_breakpoints,
            "readMemory": partial(self._at_memory, memory.read),
            "writeMemory": partial(self._at_memory, memory.write),
            "disassemble": partial(self._at_memory, memory.disassemble),
            "configurationDone": self._configured,
            "threads": self._list_threads,
            "stackTrace": self._stack_trace,
            "scopes": self._scopes,
            "variables": self._variables,
            "evaluate": self._evaluate,
            "setVariable": self._set_variable,
            "setExpression": self._set_expression,
            "exceptionInfo": self._exception_info,
            "completions": self._complete,
            "continue": self._continue,
            "pause": self._pause,
            "terminate": self._terminate,
            **{name: partial(self._step, name) for name in STEPS},
            **{name: partial(self._ask_python, name) for name in OF_PYTHON},
        }

    async def serve(self) -> None:
        """Until the editor goes away or disconnects. Raises FormatError."""
        try:
            if self._start_request is not None:
                self._control.begin(self._answer(self._start_request))
            async for message in self._client.messages():
                if message.get("type") != "request":
                    continue
                if self._relay is not None:
                    if not await self._relay.take(message):
                        return
                elif await self._is_a_childs(message):
                    continue
                elif message["command"] == "disconnect":
                    await self._disconnect(message)
                    return
                elif message["command"] == "terminate" and self._held is None:
                    self._control.begin(self._answer_first(message))
                else:
                    self._control.begin(self._answer(message))
        finally:
            await self._close()

    async def _close(self) -> None:
        """The program, its children and all that was made for them; once more, it is nothing."""
        await self._control.close()
        await self.children.close(is_over=not self._is_let_go)
        if self._relay is not None:
            self._relay.close()
        self._launch.close()

    async def _is_a_childs(self, message: Message) -> bool:
        """Whether an attach request is for a child of another session, which has it from here."""
        door = self._launch.child(arguments_of(message)) if message["command"] == "attach" else ""
        if not door or self._control.native.pid:
            return False
        try:
            self._relay = await Relay.begin(door, self._client, self._hello or {}, message)
        except AtfaultError as error:
            self._client.refuse(message, str(error))
            self._client.event("terminated")
        return True

    async def _answer(self, request: Message) -> None:
        """One request: an error becomes its answer."""
        command, losses = request["command"], list[str]()
        handler = self._handlers.get(command)
        with contained(f"answering {command}", losses):
            try:
                if handler is None:
                    raise RequestFailed(f"{command} is not known here")
                answer = await handler(arguments_of(request))
                self._client.respond(request, answer)
                return
            except (RequestFailed, GdbError, AtfaultError, OSError) as error:
                losses.append(str(error))
        self._client.refuse(request, losses[-1])
        if handler == self._start and self._control.state is not State.ENDED:
            self._client.event("terminated")

    async def _answer_first(self, request: Message) -> None:
        """terminate: an editor that hears "terminated" waits for no answer any more (nvim-dap, that
        begins the next session behind it, or seconds later)."""
        self._held = []
        await self._answer(request)
        held, self._held = self._held, None
        for event, body in held:
            self._client.event(event, body)

    def _tell(self, event: str, body: Message) -> None:
        if event == "exited":
            self._launch.drain()  # what it wrote comes before its end
        if self._held is None:
            self._client.event(event, body)
        else:
            self._held.append((event, body))

    # Beginning and end

    async def _initialize(self, arguments: Message) -> Message:
        if self._hello is not None:
            raise RequestFailed("initialize comes once")
        self._hello = arguments
        return dict(CAPABILITIES)

    async def _start(self, arguments: Message) -> None:
        """launch and attach: they are answered when the program begins, after the breakpoints."""
        native, python = self._control.native, self._control.python
        if python.is_there or (native.pid and self._child is None):
            raise RequestFailed("the program has been started already")
        if self._child is not None:
            self._control.adopt()
            await self._begin("attach", arguments)
            return
        if unknown := self._launch.unknown(arguments):
            self._control.say(unknown, "important")
        dead = await asyncio.to_thread(self._launch.postmortem, arguments)
        if dead is not None:
            self._look_at(dead)
            return
        pid = await asyncio.to_thread(self._launch.process, arguments)
        if pid:
            await self._join(pid, arguments)
            return
        children = await self._followed(arguments)
        program = self._launch.program(arguments, children)
        self._launch.on_output = lambda kind, text: self._control.say(text, kind)
        if program.left_out:
            left_out = ", ".join(program.left_out)
            self._control.say(
                f"atfault debug: {left_out}: only where the editor starts atfault (--stdio)\n",
                "important",
            )
        self.children.begin(self._launch.name, arguments, self._launch.settings(arguments))
        await native.start(program)
        await native.run()
        self._launch.started()
        await python.accept(program.door.listener, self._is_program, lambda: native.has_ended)
        await self._begin("launch", arguments)

    async def _followed(self, arguments: Message) -> str:
        """The socket for the program's children, where they are to be followed and can be."""
        if not self._launch.follows(arguments):
            return ""
        if (self._hello or {}).get("supportsStartDebuggingRequest") is not True:
            self._control.say(NOT_FOLLOWED + NO_SESSIONS, "important")
            return ""
        return await self.children.listen()

    async def _serve_child(
        self,
        client: Connection,
        child: Child,
        settings: Mapping[str, Any],
        hello: Message,
        start: Message,
    ) -> None:
        launch = Launch(options=self._launch.options, settings=settings, of_editor=False)
        launch.name = child.name
        await Session(client, launch, hello, start, child).serve()

    async def _join(self, pid: int, arguments: Message) -> None:
        """As `_start`, where the program runs already."""
        if self._launch.follows(arguments):
            self._control.say(NOT_FOLLOWED + JOINED, "important")
        native, python = self._control.native, self._control.python
        folder = debugpy_folder()
        door = self._launch.door()
        await native.join(gdb_on_path(), pid)
        await enter(native, folder, door.path)
        await python.accept(door.listener, self._is_program, lambda: native.has_ended, joined=True)
        await self._begin("attach", arguments)

    async def _begin(self, how: str, arguments: Message) -> None:
        """Both sides are there."""
        process = {"name": self._launch.name, "systemProcessId": self._control.native.pid}
        self._client.event("process", {**process, "isLocalProcess": True, "startMethod": how})
        settings = self._launch.settings(arguments)
        await self._control.python.attach(self._hello or {}, settings)
        await self._configuration

    def _look_at(self, dead: Postmortem) -> None:
        """A core takes the program's place from here on."""

        async def refuse(arguments: Message) -> None:
            raise RequestFailed(REFUSED)

        async def begin(arguments: Message) -> None:
            for warning in dead.report.warnings:
                self._control.say(f"{warning}\n")
            self._client.event("stopped", dead.stopped())

        async def end(arguments: Message) -> None:
            if self._control.state is not State.ENDED:  # dape asks again at each "terminated"
                self._control.state = State.ENDED
                self._tell("terminated", {})

        own = {"configurationDone": begin, "terminate": end, "initialize": self._initialize}
        refused = dict.fromkeys(self._handlers, refuse)
        self._handlers = {**refused, **dead.handlers, **own}
        unable = {**dict.fromkeys(UNABLE, False), "supportsModulesRequest": True}
        self._client.event("capabilities", {"capabilities": unable})
        process = {"name": dead.name, "isLocalProcess": True, "startMethod": "attach"}
        self._client.event("process", process)
        self._client.event("initialized")

    def _is_program(self, pid: int) -> bool:
        return pid == self._control.native.pid

    async def _configured(self, arguments: Message) -> None:
        if self._configuration.done() or not self._control.python.is_there:
            raise RequestFailed("no program waits for that")
        if self._control.waits:
            self._control.state = State.RUNNING
        await self._control.python.configured()
        if self._control.state is State.STARTING:
            self._control.state = State.RUNNING
        self._configuration.set_result(None)

    async def _terminate(self, arguments: Message) -> None:
        """Nothing is left behind when it is answered: dape kills us then (SIGKILL)."""
        await self._control.end()
        await self.children.close(is_over=True)
        self._launch.remove()

    async def _disconnect(self, request: Message) -> None:
        """terminateDebuggee: whether the program is to end; left out, one that the session has
        begun does, and one that ran before goes on."""
        wanted = arguments_of(request).get("terminateDebuggee")
        is_ours = self._control.is_ours
        self._held = []  # nothing is told any more
        try:
            if wanted is False or (not is_ours and wanted is not True):
                await self._control.let_go()
                self._is_let_go = True
            elif not is_ours:
                await self._control.end()
        except (RequestFailed, GdbError):
            pass
        await self._close()  # before the answer, as in `_terminate`
        self._client.respond(request)
        await self._client.close()

    # Breakpoints, and going on

    async def _set_breakpoints(self, arguments: Message) -> Message:
        return {"breakpoints": await self._control.breakpoints.set_lines(arguments)}

    async def _set_function_breakpoints(self, arguments: Message) -> Message:
        return {"breakpoints": await self._control.breakpoints.set_functions(arguments)}

    async def _set_instruction_breakpoints(self, arguments: Message) -> Message:
        return {"breakpoints": await self._control.breakpoints.set_instructions(arguments)}

    async def _set_data_breakpoints(self, arguments: Message) -> Message:
        breakpoints = self._control.breakpoints
        told = await self._control.while_stopped(partial(breakpoints.set_data, arguments))
        return {"breakpoints": told}

    async def _data_breakpoint_info(self, arguments: Message) -> Message:
        frames = self._control.frames
        return await self._control.while_stopped(partial(frames.watchable, arguments))

    async def _set_exception_breakpoints(self, arguments: Message) -> Message | None:
        filters = [str(one) for one in arguments.get("filters") or ()]
        await self._control.breakpoints.set_catches(filters)
        python = [one for one in filters if one not in CATCHES]
        asked = self._control.python.request(
            "setExceptionBreakpoints", {**arguments, "filters": python}
        )
        return None if self._control.state is State.IN_NATIVE else await asked

    async def _continue(self, arguments: Message) -> Message:
        await self._control.go_on()
        return {"allThreadsContinued": True}

    async def _step(self, how: str, arguments: Message) -> None:
        await self._control.step(how, number_of(arguments, "threadId"), arguments)

    async def _pause(self, arguments: Message) -> None:
        await self._control.pause(number_of(arguments, "threadId"))

    # Looking

    async def _list_threads(self, arguments: Message) -> Message:
        if self._control.state is State.IN_NATIVE:
            return {"threads": self._control.frames.threads()}
        try:
            told = asyncio.ensure_future(self._threads_of_python())
            self._threads = await asyncio.wait_for(told, THREADS_SECONDS)
        except (RequestFailed, asyncio.TimeoutError):
            pass  # native code keeps the GIL: they are as they were
        pid = self._control.native.pid
        main = [{"id": pid, "name": MAIN}] if pid else []  # an editor pauses threads, not programs
        return {"threads": self._threads or main}

    async def _threads_of_python(self) -> list[Message]:
        python = self._control.python
        told = await python.request("threads")
        found = []
        for one in told.get("threads", ()):
            number = int(one["id"])
            found.append({"id": await python.tid(number) or number, "name": str(one.get("name"))})
        return found

    async def _stack_trace(self, arguments: Message) -> Message:
        self._control.must_stand()
        frames = await self._control.frames.of(number_of(arguments, "threadId"))
        return page_of_frames(frames, arguments)

    async def _scopes(self, arguments: Message) -> Message:
        self._control.must_stand()
        found = self._control.frames.scopes(number_of(arguments, "frameId"))
        return found or await self._ask_python("scopes", arguments)

    async def _variables(self, arguments: Message) -> Message:
        self._control.must_stand()
        number = number_of(arguments, "variablesReference")
        found = await self._control.frames.variables(number)
        if found is not None:
            return {"variables": found}
        return await self._ask_python("variables", arguments)

    async def _evaluate(self, arguments: Message) -> Message:
        expression = str(arguments.get("expression") or "")
        if expression.startswith(CONSOLE) and arguments.get("context") == "repl":
            told = await self._control.console(expression.removeprefix(CONSOLE).strip())
            return {"result": told, "variablesReference": 0}
        found = await self._control.frames.evaluate(expression, number_of(arguments, "frameId"))
        return found or await self._ask_python("evaluate", arguments)

    async def _complete(self, arguments: Message) -> Message:
        """Nothing where Python cannot be asked: editors ask as one types, and show each refusal."""
        if self._control.state is State.IN_NATIVE:
            return {"targets": []}
        return await self._ask_python("completions", arguments)

    async def _set_variable(self, arguments: Message) -> Message:
        self._control.must_stand()
        number = number_of(arguments, "variablesReference")
        name, value = (str(arguments.get(one) or "") for one in ("name", "value"))
        found = await self._control.frames.set_variable(number, name, value)
        return found or await self._ask_python("setVariable", arguments)

    async def _set_expression(self, arguments: Message) -> Message:
        self._control.must_stand()
        expression, value = (str(arguments.get(one) or "") for one in ("expression", "value"))
        number = number_of(arguments, "frameId")
        found = await self._control.frames.set_expression(expression, value, number)
        return found or await self._ask_python("setExpression", arguments)

    async def _at_memory(self, work: AtMemory, arguments: Message) -> Message:
        control = self._control
        control.must_stand()
        at = memory.GdbMemory(control.native)
        return await control.while_stopped(partial(work, at, arguments))

    async def _exception_info(self, arguments: Message) -> Message:
        if self._control.state is not State.IN_NATIVE:
            return await self._ask_python("exceptionInfo", arguments)
        if self._control.caught is not None:
            return self._control.caught
        sight = self._control.sight
        if not sight.findings:
            raise RequestFailed("no signal has stopped the program")
        return exception_info(sight.findings[0], sight.headline)

    async def _ask_python(self, command: str, arguments: Message) -> Message:
        """Ask debugpy, by its own number of a thread. Raises RequestFailed."""
        if self._control.state is State.IN_NATIVE:
            raise RequestFailed("the program stands still in native code: Python cannot answer")
        if "threadId" in arguments:
            tid = number_of(arguments, "threadId")
            arguments = {**arguments, "threadId": self._control.python.number(tid) or tid}
        return await self._control.python.request(command, arguments)

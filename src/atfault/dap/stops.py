"""What the user is told of a stop of gdb's: its reason, the change of what is watched, a C++
exception, the text of a logpoint."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from atfault.dap.breakpoints import Breakpoint
from atfault.dap.connection import Message
from atfault.dap.gdb_mi import GdbError
from atfault.dap.native_side import STOPS, NativeSide, NativeStop, several
from atfault.dap.sight import Sight, cpp_exception_at
from atfault.errors import AtfaultError
from atfault.model.absent import Absent

WATCHED = ("watchpoint-trigger", "read-watchpoint-trigger", "access-watchpoint-trigger")
"""gdb's reasons to stop at a watchpoint."""
IN_LOG = re.compile(r"\{([^{}]+)\}")
"""An expression in the text of a logpoint."""
CAUGHT = {"throw": "thrown", "rethrow": "thrown again", "catch": "caught"}
MAX_TOLD = 400
"""Characters of a C++ exception's value."""


def described(
    stop: NativeStop,
    reason: str,
    met: Sequence[Breakpoint],
    sight: Sight,
    caught: Message | None,
) -> Message:
    """The body of DAP's stopped event, but for the thread.

    reason: DAP's, where it is known already. met: the breakpoints that it is of. caught: what
    exceptionInfo answers of a C++ exception that it is of.
    """
    if stop.signal in STOPS:
        text = "; ".join(
            f"{one.cause} ({one.confidence}): {one.summary}" for one in sight.findings[:1]
        )
        words = sight.headline or stop.signal
        return {"reason": "exception", "description": words, "text": text}
    if reason or not met:
        return {"reason": reason or "step"}
    hit = {"hitBreakpointIds": [one.number for one in met]}
    if stop.reason in WATCHED:
        return {"reason": "data breakpoint", "text": _change(stop), **hit}
    if caught is not None:
        details = caught["details"]
        text = details["message"] or details["typeName"]
        return {
            "reason": "exception",
            "description": caught["description"],
            "text": text,
            **hit,
        }
    return {"reason": "breakpoint", **hit}


def _change(stop: NativeStop) -> str:
    """What a watched region was, and is."""
    told = [one for one in several(stop.fields.get("value")) if isinstance(one, dict)]
    value = told[0] if told else {}
    old, new = value.get("old"), value.get("new", value.get("value"))
    return f"{old} → {new}" if old is not None else f"{new}"


async def exception_met(native: NativeSide, what: str, thread: str) -> Message:
    """What exceptionInfo answers where a C++ exception is thrown or caught. what: a `catches`."""
    kind, value = "C++ exception", ""
    try:
        thrown, type_info = await native.exception(thread)
        found = await asyncio.to_thread(cpp_exception_at, native.pid, thrown, type_info)
        if not isinstance(found, Absent):
            kind, value = found.type, found.what
    except (GdbError, AtfaultError):
        pass  # a runtime without probes: it is one, and no more is known
    return {
        "exceptionId": kind,
        "description": f"{kind} is {CAUGHT[what]}",
        "breakMode": "always",
        "details": {"message": value[:MAX_TOLD], "typeName": kind},
    }


async def logged(native: NativeSide, text: str, thread: str) -> str:
    """The text of a logpoint, with the values of what is in braces."""
    parts = IN_LOG.split(text)
    for at in range(1, len(parts), 2):
        try:
            parts[at] = await native.evaluate(parts[at], thread)
        except GdbError as error:
            parts[at] = f"<{error}>"
    return "".join(parts)

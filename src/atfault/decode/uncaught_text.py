"""What a program printed when it ended → `HandOver`, where the probe was off (-S, -I, -E, or a
launcher that clears the environment).

No values come of it, and no facts of the interpreter; the traceback must be the last thing printed,
or it may be of an exception that the program dealt with.
"""

from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.exception import RaisedException, UncaughtException
from atfault.model.hand_over import HandOver
from atfault.model.secrets import mask_text
from atfault.options import Options
from atfault.text.tracebacks import tracebacks

UNKNOWN = Absent("no more is known than the text")


def read_printed(text: str, options: Options) -> HandOver | None:
    """The exception that ended the program which printed `text` (the end of its standard error);
    None where that does not end with a traceback of the interpreter's."""
    found = tracebacks(text)
    if not found or not found[-1].is_last or found[-1].origin not in ("", "process"):
        return None
    exceptions = tuple(_masked(one, options) for one in found[-1].exceptions)
    thread = "MainThread" if found[-1].origin == "" else found[-1].name
    return HandOver(UncaughtException("text", exceptions, thread=thread), UNKNOWN)


def read_told(text: str, options: Options) -> HandOver | None:
    """The last exception of which `text` has the traceback, wherever it stands; None for none."""
    found = tracebacks(text)
    if not found:
        return None
    last = next((one for one in reversed(found) if one.origin in ("", "process")), found[-1])
    exceptions = tuple(_masked(one, options) for one in last.exceptions)
    return HandOver(UncaughtException("text", exceptions, thread=last.name), UNKNOWN)


def _masked(error: RaisedException, options: Options) -> RaisedException:
    if not options.mask_secrets:
        return error
    message = error.message if isinstance(error.message, Absent) else mask_text(error.message)
    return error._replace(message=message, notes=tuple(map(mask_text, error.notes)))

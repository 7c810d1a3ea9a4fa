"""What a program printed when it ended → `HandOver`, where the probe was off (-S, -I, -E, or a
launcher that clears the environment).

No values come of it, and no facts of the interpreter; the traceback must be the last thing printed,
or it may be of an exception that the program dealt with.
"""

from __future__ import annotations

from atfault.decode.imports.loader_messages import numpy_warning
from atfault.model.absent import Absent
from atfault.model.exception import RaisedException, UncaughtException
from atfault.model.hand_over import HandOver
from atfault.model.numba import NumbaFailure
from atfault.model.secret_texts import mask_text
from atfault.options import Options
from atfault.text.ends import consequence_kind
from atfault.text.numba_errors import Told, numba_error_in
from atfault.text.tracebacks import tracebacks

UNKNOWN = Absent("no more is known than the text")


def read_printed(text: str, options: Options) -> HandOver | None:
    """The exception that ended the program which printed `text` (the end of its standard error);
    None where that does not end with a traceback of the interpreter's."""
    found = tracebacks(text)
    if not found or not found[-1].is_last or found[-1].origin not in ("", "process"):
        return None
    exceptions = _read(found[-1].exceptions, text, numba_error_in(text), options)
    thread = "MainThread" if found[-1].origin == "" else found[-1].name
    return HandOver(UncaughtException("text", exceptions, thread=thread), UNKNOWN)


def read_told(text: str, numba: Told | None, options: Options) -> HandOver | None:
    """The last exception of which `text` has the traceback, wherever it stands, and which does not
    only pass on that another process failed; where all do, the first that no launcher raised. None
    for none.
    numba: the last message of Numba's in it."""
    found = tracebacks(text)
    if not found:
        return None
    ended = [one for one in found if one.origin in ("", "process")] or list(found)
    kinds = [_passed_on(one.error) for one in ended]
    reasons = [one for one, kind in zip(ended, kinds) if not kind]
    passing = [one for one, kind in zip(ended, kinds) if kind != "launcher"]
    last = reasons[-1] if reasons else (passing or ended[-1:])[0]
    exceptions = _read(_from_first(last.exceptions), text, numba, options)
    return HandOver(UncaughtException("text", exceptions, thread=last.name), UNKNOWN)


def _from_first(exceptions: tuple[RaisedException, ...]) -> tuple[RaisedException, ...]:
    """The same with what failed first as the error: the first part of a group, and what was being
    handled when the handler itself met a failure that it did not raise."""
    at, seen = 0, 0
    while seen < len(exceptions):
        error, seen = exceptions[at], seen + 1
        origin = None if error.context is None else exceptions[error.context]
        if error.group:
            at = error.group[0]
        elif error.context is not None and origin is not None and _in_handler(error, origin):
            at = error.context
        else:
            break
    if not at:
        return exceptions
    swapped = {0: at, at: 0}

    def moved(place: int | None) -> int | None:
        return None if place is None else swapped.get(place, place)

    order = [exceptions[swapped.get(n, n)] for n in range(len(exceptions))]
    return tuple(
        one._replace(
            cause=moved(one.cause),
            context=moved(one.context),
            group=tuple(swapped.get(part, part) for part in one.group),
        )
        for one in order
    )


def _in_handler(error: RaisedException, handled: RaisedException) -> bool:
    """Whether `error` is a mishap of the handler of `handled`: in the function that handles it
    another line ran, and no `raise` there, nor where it came from, which would say it in other
    words. Of the same type it may be what was tried instead."""
    if error.type == handled.type or not (error.frames and handled.frames):
        return False
    functions = {(one.location.file, one.function): one.location.line for one in handled.frames}
    shared = next(
        (one for one in error.frames if (one.location.file, one.function) in functions), None
    )
    if shared is None or not shared.code:
        return False
    again = functions[shared.location.file, shared.function] == shared.location.line
    raising = (error.frames[0].code, shared.code)
    return not again and not any(one.lstrip().startswith("raise") for one in raising)


def passes_on(handed: HandOver) -> bool:
    """Whether all that is known is that another process has failed."""
    return bool(_passed_on(handed.exception.error))


def _passed_on(error: RaisedException) -> str:
    """How it says that another process has failed (`text/ends.CONSEQUENCES`); "" where it says
    more."""
    message = "" if isinstance(error.message, Absent) else error.message
    below = consequence_kind("", "\n".join(error.notes))
    # What tells others to end stands behind a message, and is no part of it.
    return consequence_kind(error.type, message) or ("" if below == "told-to-end" else below)


def read_numba(told: Told, options: Options) -> HandOver:
    """The exception that a message of Numba's stands for, where no traceback is round it."""
    error = _with_numba(RaisedException(told.error, told.message, bases=(told.error,)), told)
    return HandOver(UncaughtException("text", (_masked(error, options),)), UNKNOWN)


def _read(
    exceptions: tuple[RaisedException, ...], text: str, numba: Told | None, options: Options
) -> tuple[RaisedException, ...]:
    if numba is not None:
        exceptions = tuple(_with_numba(one, numba) for one in exceptions)
    if warning := numpy_warning(text):
        exceptions = tuple(one._replace(notes=(*one.notes, warning)) for one in exceptions)
    return tuple(_masked(one, options) for one in exceptions)


def _with_numba(error: RaisedException, told: Told) -> RaisedException:
    """The exception, with what the message below its first line says where it is Numba's."""
    if (error.type, error.message) != (told.error, told.message):
        return error
    failure = _with_whole_paths(told.failure, error)
    # No rule knows it: then at least what says something, and not "Failed in nopython mode …".
    innermost = failure
    while innermost.inner:
        innermost = innermost.inner[0]
    message = innermost.value if innermost.what == "other" else error.message
    return error._replace(numba=failure, message=message)


def _with_whole_paths(failure: NumbaFailure, error: RaisedException) -> NumbaFailure:
    """Numba's excerpts name a file from the working folder; the traceback may have it whole."""
    place = failure.location
    inner = tuple(_with_whole_paths(one, error) for one in failure.inner)
    if place is None or place.file.startswith("/"):
        return failure._replace(inner=inner)
    ending = "/" + place.file.replace("../", "")
    whole = next((f.location.file for f in error.frames if f.location.file.endswith(ending)), None)
    if whole is None:
        return failure._replace(inner=inner)
    return failure._replace(
        location=place._replace(file=whole),
        function=failure.function._replace(file=whole),
        inner=inner,
    )


def _masked(error: RaisedException, options: Options) -> RaisedException:
    if not options.mask_secrets:
        return error
    message = error.message if isinstance(error.message, Absent) else mask_text(error.message)
    return error._replace(message=message, notes=tuple(map(mask_text, error.notes)))

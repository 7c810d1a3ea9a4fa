"""An argument whose value Numba asks for while it compiles (`literally`), and which is of a type
that has no literals: the call fails, and where it was asked is in what that error was raised for.
"""

from atfault_probe.numba import calls
from atfault_probe.numba.operands import MAX_OPERANDS
from atfault_probe.numba.phases import call_at
from atfault_probe.numba.places import Code, line_of
from atfault_probe.numba.types import get

_MAX_CONTEXTS = 8


def of_error(error, frames):
    """The record of numba.facts, "call"; None where it is no such error.

    frames: numba.facts.frames_of the traceback.
    """
    if type(error).__name__ != "LiteralTypingError":
        return None
    asked, state = _asked(error)
    held = [frame.f_locals.get("self") for _, name, frame in frames if name == "_compile_for_args"]
    line = line_of(asked)
    if state is None or line is None or not held or not calls.is_dispatcher(held[-1]):
        return None
    code = Code(get(state, "func_id"), get(state, "func_ir"))
    if code.code is not get(held[-1], "py_func").__code__:
        return None
    names = list(get(code.func_id, "arg_names") or ())[:MAX_OPERANDS]
    wanted = get(asked, "requested_args") or ()
    told = calls.refusal(error, code.told(), "literal", call_at(code, line))
    told["name"] = ", ".join(name for at, name in enumerate(names) if at in wanted)
    return told


def _asked(error):
    """(Numba's request for the values of arguments that an error was raised for, the state of the
    compiler that made it); (None, None) for none."""
    for _ in range(_MAX_CONTEXTS):
        error = None if error is None else error.__context__
        traceback = None if type(error).__name__ != "ForceLiteralArg" else error.__traceback__
        while traceback is not None:
            state = traceback.tb_frame.f_locals.get("internal_state")
            if state is not None:
                return error, state
            traceback = traceback.tb_next
    return None, None

"""What compiled code raised in an implementation of Numba's that does nothing else: for the types
that it was chosen for there is no code (np.average with an axis). Only its own line stands in the
traceback; the call of it is looked for in the program's compiled functions."""

import os
import sys

from atfault_probe.numba import calls
from atfault_probe.numba import globals as numba_globals
from atfault_probe.numba.lowered import Lowered
from atfault_probe.numba.operands import MAX_OPERANDS
from atfault_probe.numba.places import Code, instructions
from atfault_probe.numba.types import get
from atfault_probe.plain.types import mro, namespace, type_name

MAX_SEEN = 200


def of_frames(error, frames):
    """The record of numba.refused; None where it is no such error.

    frames: numba.facts.frames_of the traceback.
    """
    if len(frames) < 2 or frames[-1][0] or not _is_numbas(frames[-1][2].f_code.co_filename):
        return None
    raised = frames[-1][2].f_code
    seen = []
    for _, one in calls.dispatchers_of(frames[-2][2]):
        for dispatcher in numba_globals.reached(one):
            if not any(dispatcher is other for other in seen) and len(seen) < MAX_SEEN:
                seen.append(dispatcher)
                told = _of_function(error, dispatcher, raised)
                if told is not None:
                    return told
    return None


def _is_numbas(file):
    numba = sys.modules.get("numba")
    path = getattr(numba, "__file__", None)
    return type(path) is str and file.startswith(os.path.dirname(path) + os.sep)


def _of_function(error, dispatcher, raised):
    function = get(dispatcher, "py_func")
    for compiled in list((get(dispatcher, "overloads") or {}).values()):
        annotation = get(compiled, "type_annotation")
        types = get(annotation, "typemap")
        if not types or not get(annotation, "blocks"):
            continue  # it came out of a cache
        code = Code(None, annotation)
        code.code = function.__code__
        for statement in code.statements():
            call = get(statement, "value")
            kind = dict.get(types, get(get(call, "func"), "name"))
            if get(call, "op") == "call" and _only_raises(kind, raised):
                return _told(error, function, code, statement, types)
    return None


def _only_raises(kind, raised):
    """Whether a function's type was given that implementation, which never returns."""
    for template in get(kind, "templates") or ():
        for space in [namespace(cls) for cls in mro(template)[:2]]:
            for entry in list((space.get("_impl_cache") or {}).values()):
                chosen = entry[0] if type(entry) is tuple and entry else None
                own = getattr(get(chosen, "py_func"), "__code__", None)
                if own is not None and _is_of(own, raised) and not _returns(own):
                    return True
    return False


def _is_of(code, raised):
    return (code.co_filename, code.co_name) == (raised.co_filename, raised.co_name)


def _returns(code):
    found = list(instructions(code))
    return not found or any(one.opname.startswith("RETURN") for one in found)


def _told(error, function, code, statement, types):
    operands = Lowered(code, types)
    arguments = get(get(statement, "value"), "args") or ()
    names = [get(one, "name") for one in arguments][:MAX_OPERANDS]
    return {
        "stage": "",
        "error": type_name(type(error)),
        "function": calls.told_function(function),
        "arguments": [],
        "what": "refused",
        "callee": "implementation",
        "place": code.of_statement(statement),
        "operands": [operands.operand("argument", one) for one in names],
        "inner": [],
        "near": [],
    }

"""What compiled code raised in an implementation of Numba's: only its own line stands in the
traceback, and the call of it is looked for in the program's compiled functions. One that does
nothing else has no code for the types that it was chosen for (np.average with an axis): "refused".
One of a method that Numba has in its registry of builtins raises for what an array is like
(a.view(…)): "raised", where one call alone comes to it.
"""

import os
import sys

from atfault_probe.numba import calls
from atfault_probe.numba import globals as numba_globals
from atfault_probe.numba.lowered import Lowered
from atfault_probe.numba.operands import MAX_OPERANDS
from atfault_probe.numba.places import Code, instructions
from atfault_probe.numba.types import get
from atfault_probe.plain.types import module_dict, mro, namespace

MAX_SEEN = 200
_FUNCTION = type(lambda: 0)


def of_frames(error, frames):
    """The record of numba.refused; None where it is no such error.

    frames: numba.facts.frames_of the traceback.
    """
    if len(frames) < 2 or frames[-1][0] or not _is_numbas(frames[-1][2].f_code.co_filename):
        return None
    raised = frames[-1][2].f_code
    seen, methods = [], []
    for _, one in calls.dispatchers_of(frames[-2][2]):
        for dispatcher in numba_globals.reached(one):
            if not any(dispatcher is other for other in seen) and len(seen) < MAX_SEEN:
                seen.append(dispatcher)
                told = _of_function(error, dispatcher, raised)
                if told is not None:
                    return told
    keys = _implemented_by(raised)
    for dispatcher in seen if keys else ():
        methods += _methods(error, dispatcher, keys)
    return methods[0] if len(methods) == 1 else None


def _is_numbas(file):
    numba = sys.modules.get("numba")
    path = getattr(numba, "__file__", None)
    return type(path) is str and file.startswith(os.path.dirname(path) + os.sep)


def _of_function(error, dispatcher, raised):
    for code, statement, types, kind in _calls_in(dispatcher):
        if _only_raises(kind, raised):
            return _told(error, get(dispatcher, "py_func"), code, statement, types)
    return None


def _calls_in(dispatcher):
    """(Code, statement, types by name, type of what is called) of each call."""
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
            if get(call, "op") == "call":
                yield code, statement, types, dict.get(types, get(get(call, "func"), "name"))


def _methods(error, dispatcher, keys):
    """Records of calls of methods that are known by one of those keys; of each line once."""
    found = {}
    for code, statement, types, kind in _calls_in(dispatcher):
        key = get(kind, "typing_key")
        if type(key) is str and key in keys:
            told = _told(error, get(dispatcher, "py_func"), code, statement, types)
            method = get(get(get(statement, "value"), "func"), "name")
            called = Lowered(code, types).operand("function", method)
            told.update(what="raised", callee=key, called=called)
            found[tuple(told["place"])] = told
    return list(found.values())


def _implemented_by(raised):
    """The names ("array.view") under which Numba has an implementation that comes to a code of its
    own: it lies in it, or in what overloads a function that it names."""
    numba = os.path.dirname(sys.modules["numba"].__file__)
    path = os.path.relpath(raised.co_filename, os.path.dirname(numba))
    space = module_dict(path[: -len(".py")].replace(os.sep, ".")) or {}
    around = [one for one in list(space.values()) if _is_around(one, raised)]
    named = {one.__name__ for one in around}
    for value, kind in _registered("numba.core.typing.templates", "globals"):
        for template in get(kind, "templates") or ():
            if any(_own(template, "_overload_func") is one for one in around):
                named.add(getattr(value, "__name__", ""))
    return {
        key
        for made, key, _ in _registered("numba.core.imputils", "functions")
        if type(key) is str and type(made) is _FUNCTION and _names(made.__code__) & named
    }


def _registered(module, of):
    registry = (module_dict(module) or {}).get("builtin_registry")
    return list(getattr(registry, of, ()))


def _own(template, name):
    found = [space[name] for space in map(namespace, mro(template)[:2]) if name in space]
    one = found[0] if found else None
    return one.__func__ if type(one) is staticmethod else one


def _is_around(one, raised):
    if type(one) is not _FUNCTION or one.__code__.co_filename != raised.co_filename:
        return False
    starts = module_dict("dis").get("findlinestarts")  # which Numba has imported
    lines = [one.__code__.co_firstlineno]
    lines += [line for _, line in starts(one.__code__) if line] if starts is not None else []
    return lines[0] <= raised.co_firstlineno <= max(lines)


def _names(code):
    """Those that a code uses, and those in it."""
    found = {code.co_name, *code.co_names, *code.co_freevars}
    for one in code.co_consts:
        if type(one) is type(code):
            found |= _names(one)
    return found


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
    place = code.of_statement(statement)
    told = calls.refusal(error, calls.told_function(function), "implementation", place)
    told["operands"] = [operands.operand("argument", one) for one in names]
    return told

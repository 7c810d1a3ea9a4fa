"""A call of a compiled function that failed before anything of the function ran: what takes the
arguments over is C, and compiled code, of which no frame is left. Each argument is asked for
itself.
"""

from atfault_probe.numba import calls
from atfault_probe.numba.places import instructions, lasti_of, place_at, told_code
from atfault_probe.numba.types import get, is_programs_module, plain_type
from atfault_probe.plain.types import module_dict

MAX_DEPTH = 4
MAX_DIGITS = 60
_CONTAINERS = (list, set)


def of_frames(error, frames):
    """The record, as of numba.refused; None where no argument is known to be at fault.

    frames: numba.facts.frames_of the traceback. callee: "empty", name: what the program calls a
    container without elements, value: "list" or "set"; "large", name, value: a whole number beyond
    64 bits; "unbox", name: the argument whose type has no code that takes it over, operands: that
    type.
    """
    if type(error) not in (TypeError, ValueError, OverflowError) or not frames:
        return None
    module, _, frame = frames[-1]
    if not is_programs_module(module):
        return None
    place = place_at(frame.f_code, lasti_of(error, frame), frame.f_lineno)
    used = _names_at(frame.f_code, place)
    named = [one for one in calls.named(frame) if one[0].rpartition(".")[2] in used]
    dispatchers = [value for _, value in named if calls.is_dispatcher(value)]
    if not dispatchers:
        return None
    if type(error) is OverflowError:
        told = _too_large(frame, named)
    else:
        held = [*named, *_defaults(dispatchers)]
        told = _empty(error, held) if type(error) is ValueError else _unboxed(dispatchers)
    if told is None:
        return None
    refused = calls.refusal(error, told_code(frame.f_code), told["callee"], place)
    return dict(refused, **told)


def _names_at(code, place):
    """What an expression names; of the line, or of all where no more is known."""
    positions = list(code.co_positions()) if hasattr(code, "co_positions") else []
    found = set()
    for one in instructions(code):
        at = positions[one.offset // 2] if one.offset // 2 < len(positions) else (None,) * 4
        is_within = None in at or None in place or (
            (place[0], place[2]) <= (at[0], at[2]) and (at[1], at[3]) <= (place[1], place[3])
        )  # fmt: skip
        if is_within and one.opname.startswith("LOAD_") and type(one.argval) is str:
            found.add(one.argval)
    return found


def _empty(error, named):
    """Of a container without elements, which Numba refuses by itself with the same words."""
    asked = module_dict("numba._dispatcher").get("compute_fingerprint")
    for name, value in named if asked is not None else ():
        inner = _without_elements(value, 0)
        if inner is None:
            continue
        try:
            asked(inner)
        except ValueError as refused:
            if refused.args == error.args:
                return {"callee": "empty", "name": name, "value": type(inner).__name__}
    return None


def _defaults(dispatchers):
    """(name, value) of what arguments are where a call leaves them out."""
    for one in dispatchers:
        function = get(one, "py_func")
        values = function.__defaults__ or ()
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        yield from zip(names[len(names) - len(values) :], values)


def _too_large(frame, named):
    """Of a whole number that no type of Numba's has room for."""
    constants = [(str(one), one) for one in frame.f_code.co_consts if type(one) is int]
    held = [one for one in named if type(one[1]) is int] or constants
    for name, value in held:
        if not -(1 << 63) <= value < 1 << 64:
            return {"callee": "large", "name": name, "value": str(value)[:MAX_DIGITS]}
    return None


def _without_elements(value, depth):
    """The empty list or set that a value is, or that a tuple holds."""
    if type(value) in _CONTAINERS and not value:
        return value
    if type(value) is tuple and depth < MAX_DEPTH:
        found = [_without_elements(one, depth + 1) for one in value]
        return next((one for one in found if one is not None), None)
    return None


def _unboxed(dispatchers):
    """Of an argument of a type that has no unboxing code. None where several have none."""
    registry = module_dict("numba.core.pythonapi").get("_unboxers")
    lookup = get(registry, "lookup")
    found = {}
    for dispatcher in dispatchers if lookup is not None else ():
        function = get(dispatcher, "py_func")
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        for types in list(get(dispatcher, "overloads") or ()):
            for name, kind in zip(names, types):
                if lookup(type(kind)) is None:
                    found[function.__name__, name] = plain_type(kind)
    if len(found) != 1:
        return None
    ((function, name), kind), *_ = found.items()
    operand = {"role": "argument", "name": name, "type": kind, "place": None, "origins": []}
    return {"callee": "unbox", "name": function, "operands": [operand]}


def without_code(state):
    """{name, type} of the one argument that a function is compiled for which has a type, and no
    representation in compiled code (float16); None where there is none, or several.

    state: of Numba's compiler.
    """
    models = get(get(state, "targetctx"), "data_model_manager")
    names = get(get(state, "func_id"), "arg_names") or ()
    found = []
    for name, kind in zip(names, get(state, "args") or ()):
        try:
            models.lookup(kind)
        except Exception:
            found.append((name, kind))
    if models is None or len(found) != 1:
        return None
    return {"name": found[0][0], "type": plain_type(found[0][1])}

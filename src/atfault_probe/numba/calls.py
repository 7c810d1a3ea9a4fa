"""Calls of functions compiled by Numba that its dispatcher, which is written in C, refused: a
TypeError whose traceback ends in the line of the call, or in `_explain_matching_error`.
"""

import itertools

from atfault_probe.numba.places import told_code
from atfault_probe.numba.types import get, plain_type
from atfault_probe.plain.types import ModuleType, instance_dict, mro, namespace, type_name

MAX_NAMES = 200
MAX_DISPATCHERS = 24
MAX_SIGNATURES = 16
MAX_ITEMS = 1000
MAX_PARTS = 32
_EXPLAINING = ("_explain_matching_error", "_explain_ambiguous")
"""Methods that the dispatcher's C code calls, to raise an error."""
_VARARGS, _VARKEYWORDS = 4, 8  # CO_VARARGS, CO_VARKEYWORDS


def is_dispatcher(thing):
    return any(type_name(cls) == "numba.core.dispatcher.Dispatcher" for cls in mro(type(thing)))


def of_frame(frame):
    """What `told_dispatcher` gives of each that the frame's code names."""
    return [told_dispatcher(*one) for one in dispatchers_of(frame)]


def dispatchers_of(frame):
    """[(what the frame's code calls it, dispatcher)]"""
    found = [one for one in named(frame) if is_dispatcher(one[1])]
    return found[:MAX_DISPATCHERS]


def named(frame):
    """(what the frame's code calls it, value) of its names, and of attributes of these by a name
    of the code."""
    code = frame.f_code
    names = (code.co_names + code.co_varnames + code.co_cellvars + code.co_freevars)[:MAX_NAMES]
    for name in names:
        value = value_of(frame.f_locals, name)
        if value is None:
            value = value_of(frame.f_globals, name)
        if value is None:
            continue
        yield name, value
        if not is_dispatcher(value):
            yield from _inside(name, value, names)


def value_of(space, name):
    """None for no such name, and where the variables are in no dict or, from 3.13 on, in the
    interpreter's own view of them."""
    if type(space) is not dict and type_name(type(space)) != "FrameLocalsProxy":
        return None
    try:
        return space[name]
    except KeyError:
        return None


def containers_of(frame):
    """[[what the frame's code calls it, "list" or "set", [types of its elements]]] of the lists and
    sets, those in tuples too, that hold several types, or lists."""
    found = []
    for name, value in named(frame):
        parts = [(name, value)]
        if type(value) is tuple:
            parts += [("%s[%d]" % (name, at), one) for at, one in enumerate(value[:MAX_PARTS])]
        for expression, one in parts:
            kinds = []
            for item in itertools.islice(one, MAX_ITEMS) if type(one) in (list, set) else ():
                kind = type_name(type(item))
                if kind not in kinds:
                    kinds.append(kind)
            if len(kinds) > 1 or kinds == ["list"]:
                found.append([expression, type(one).__name__, kinds[:8]])
    return found[:MAX_DISPATCHERS]


def _inside(name, value, names):
    """Those that are attributes of a module, a class or an instance."""
    if type(value) is ModuleType:
        spaces = [object.__getattribute__(value, "__dict__")]
    else:
        cls = value if isinstance(value, type) and type(value) is type else type(value)
        spaces = [instance_dict(value) or {}] + [namespace(one) for one in mro(cls)[:8]]
    for attribute in names:
        held = [space[attribute] for space in spaces if attribute in space]
        if held:
            one = held[0].__func__ if type(held[0]) is staticmethod else held[0]
            yield "%s.%s" % (name, attribute), one


def told_dispatcher(expression, dispatcher):
    """expression: what the code calls it."""
    function = get(dispatcher, "py_func")
    code = function.__code__
    return {
        "expression": expression[:300],
        "function": told_function(function),
        "arguments": list(code.co_varnames[: code.co_argcount])[:32],
        "defaults": len(function.__defaults__ or ()),
        "vararg": bool(code.co_flags & _VARARGS),
        "varkw": bool(code.co_flags & _VARKEYWORDS),
    }


def fits(dispatcher, given):
    """{given, signatures, convertible} of a function with signatures of its own; {} of another.

    given: the types of the arguments.
    """
    if get(dispatcher, "_can_compile") is not False:
        return {}
    signatures = [get(one, "args") or () for one in get(dispatcher, "nopython_signatures") or ()]
    signatures = [list(one)[:32] for one in signatures[:MAX_SIGNATURES]]
    context = get(dispatcher, "typingctx")
    return {
        "given": [plain_type(one) for one in given],
        "signatures": [[plain_type(one) for one in wanted] for wanted in signatures],
        "convertible": [
            [context.can_convert(a, b) is not None for a, b in zip(given, wanted)]
            for wanted in signatures
        ],
    }


def told_function(function):
    return told_code(function.__code__)


def refusal(error, function, callee, place):
    """The head of a record as of numba.refused. function: as told_function has it."""
    return {
        "stage": "",
        "error": type_name(type(error)),
        "function": function,
        "arguments": [],
        "what": "refused",
        "callee": callee,
        "place": place,
        "operands": [],
        "inner": [],
        "near": [],
    }


def refused_signature(frames):
    """The record of a call that fits none of the signatures that a function was compiled for, or
    several of them equally well.

    frames: numba.facts.frames_of the traceback.
    """
    explaining = [frame for _, name, frame in frames if name in _EXPLAINING]
    values = explaining[-1].f_locals if explaining else {}
    dispatcher, given = values.get("self"), values.get("args")
    if not is_dispatcher(dispatcher) or type(given) not in (list, tuple):
        return None
    function = get(dispatcher, "py_func")
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    told = {
        "stage": "",
        "error": "TypeError",
        "function": told_function(function),
        "arguments": [[name, plain_type(one), ""] for name, one in zip(names, given)],
        "what": "signature",
        "place": [function.__code__.co_firstlineno, None, None, None],
        "operands": [],
        "inner": [],
    }
    told.update(fits(dispatcher, given))
    return told

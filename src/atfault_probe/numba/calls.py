"""Calls of functions compiled by Numba that its dispatcher, which is written in C, refused: a
TypeError whose traceback ends in the line of the call, or in `_explain_matching_error`.
"""

from atfault_probe.numba.places import told_code
from atfault_probe.numba.types import get, plain_type
from atfault_probe.plain.types import ModuleType, instance_dict, mro, namespace, type_name

MAX_NAMES = 200
MAX_DISPATCHERS = 24
MAX_SIGNATURES = 16
MAX_ITEMS = 1000
_VARARGS, _VARKEYWORDS = 4, 8  # CO_VARARGS, CO_VARKEYWORDS


def is_dispatcher(thing):
    return any(type_name(cls) == "numba.core.dispatcher.Dispatcher" for cls in mro(type(thing)))


def of_frame(frame):
    """What `told_dispatcher` gives of each that the frame's code names."""
    return [told_dispatcher(*one) for one in dispatchers_of(frame)]


def dispatchers_of(frame):
    """[(what the frame's code calls it, dispatcher)]"""
    found = []
    code = frame.f_code
    names = (code.co_names + code.co_varnames + code.co_cellvars + code.co_freevars)[:MAX_NAMES]
    own, shared = frame.f_locals, frame.f_globals
    for name in names:
        value = value_of(own, name)
        if value is None:
            value = value_of(shared, name)
        if value is None:
            continue
        if is_dispatcher(value):
            found.append((name, value))
        else:
            found += _inside(name, value, names)
        if len(found) >= MAX_DISPATCHERS:
            break
    return found


def value_of(space, name):
    """None for no such name, and where the variables are in no dict or, from 3.13 on, in the
    interpreter's own view of them."""
    if type(space) is not dict and type_name(type(space)) != "FrameLocalsProxy":
        return None
    try:
        return space[name]
    except KeyError:
        return None


def lists_of(frame):
    """[[name, [types of its elements]]] of the frame's lists that hold several types, or lists."""
    found = []
    code = frame.f_code
    names = (code.co_varnames + code.co_cellvars + code.co_freevars + code.co_names)[:MAX_NAMES]
    for space in (frame.f_locals, frame.f_globals):
        for name in names:
            value = value_of(space, name)
            if type(value) is list:
                kinds = []
                for item in value[:MAX_ITEMS]:
                    kind = type_name(type(item))
                    if kind not in kinds:
                        kinds.append(kind)
                if len(kinds) > 1 or kinds == ["list"]:
                    found.append([name, kinds[:8]])
    return found[:MAX_DISPATCHERS]


def _inside(name, value, names):
    """Those that are attributes of a module, a class or an instance, by a name of the code."""
    if type(value) is ModuleType:
        spaces = [object.__getattribute__(value, "__dict__")]
    else:
        cls = value if isinstance(value, type) and type(value) is type else type(value)
        spaces = [instance_dict(value) or {}] + [namespace(one) for one in mro(cls)[:8]]
    found = []
    for attribute in names:
        for space in spaces:
            one = space.get(attribute)
            if type(one) is staticmethod:
                one = one.__func__
            if one is not None and is_dispatcher(one):
                found.append(("%s.%s" % (name, attribute), one))
                break
    return found


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


def refused_signature(frames):
    """The record of a call that fits none of the signatures that a function was compiled for.

    frames: numba.facts.frames_of the traceback.
    """
    if not frames or frames[-1][1] != "_explain_matching_error":
        return None
    values = frames[-1][2].f_locals
    dispatcher, given = values.get("self"), values.get("args")
    if not is_dispatcher(dispatcher) or type(given) is not list:
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

"""What a compiled function takes from outside: globals, variables of the functions round it, and
attributes of modules. Numba takes their values once, when it compiles the function."""

import gc

from atfault_probe.numba import calls
from atfault_probe.numba.places import instructions
from atfault_probe.numba.types import get
from atfault_probe.plain.types import ModuleType, is_static, module_dict, mro, namespace
from atfault_probe.plain.values import is_one

MAX_NAMES = 200
MAX_REACHED = 200
MAX_HASHED = 1 << 20
"""Bytes of an array whose contents are remembered."""
MAX_ITEMS = 100
_CODE = type((lambda: 0).__code__)
_FUNCTION = type(lambda: 0)
_SCALARS = (type(None), bool, int, float, complex, str, bytes)
MAX_STORES = 4
_STORES = ("STORE_DEREF", "STORE_GLOBAL")
_LOADS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_ATTR", "LOAD_METHOD")


def named(function):
    """[(name, value)] of what the function's code names from outside; "module.name" of what it
    takes out of modules."""
    found = []
    names = []
    for code in _codes(function.__code__, 0):
        names += [name for name in code.co_names if name not in names]
    space = function.__globals__ if type(function.__globals__) is dict else {}
    cells = function.__closure__ or ()
    pairs = [(name, _contents(cell)) for name, cell in zip(function.__code__.co_freevars, cells)]
    pairs += [(name, space[name]) for name in names[:MAX_NAMES] if name in space]
    for name, value in pairs:
        found.append((name, value))
        if type(value) is ModuleType:
            inside = object.__getattribute__(value, "__dict__")
            found += [
                ("%s.%s" % (name, one), inside[one]) for one in names[:MAX_NAMES] if one in inside
            ]
    return found


def _codes(code, depth):
    yield code
    if depth < 4:
        for one in code.co_consts:
            if type(one) is _CODE:
                yield from _codes(one, depth + 1)


def _contents(cell):
    try:
        return cell.cell_contents
    except ValueError:
        return None


def reached(dispatcher):
    """The dispatcher, and those that its function calls, and so on."""
    found = [dispatcher]
    for one in found:
        function = get(one, "py_func")
        for _, value in named(function) if function is not None else ():
            if calls.is_dispatcher(value) and not any(value is other for other in found):
                found.append(value)
        if len(found) >= MAX_REACHED:
            break
    return found


def tokens(function):
    """{name: [what stands for its value, the value as text]} of what can be compared later."""
    found = {}
    for name, value in named(function):
        token = _token(value)
        if token is not None:
            found[name] = token
    return found


def _token(value):
    cls = type(value)
    if is_one(cls, _SCALARS):
        return [repr((cls.__name__, value))[:4096], repr(value)[:80]]
    if cls is tuple and len(value) <= MAX_ITEMS:
        parts = [_token(part) for part in value]
        if None not in parts:
            return [repr([part[0] for part in parts]), repr(value)[:80]]
        return None
    names = module_dict("numpy")
    ndarray, generic = names.get("ndarray"), names.get("generic")
    if cls is ndarray and not value.dtype.hasobject and value.nbytes <= MAX_HASHED:
        return [
            repr((value.dtype.str, value.shape, hash(value.tobytes()))),
            "an array of shape %r" % (value.shape,),
        ]
    if calls.is_dispatcher(value) and type(get(value, "py_func")) is _FUNCTION:
        code = get(value, "py_func").__code__
        told = (code.co_filename, code.co_firstlineno, code.co_name, hash(code.co_code))
        return [repr(told), "the compiled function " + code.co_name]
    if generic is not None and is_static(cls) and is_one(generic, mro(cls)):
        return _token(namespace(generic)["item"](value))
    return None


def changed(function, then):
    """[{name, then, now, place}] of what `tokens` gave, and is not so any more."""
    found = []
    now = tokens(function)
    for name, (token, text) in then.items():
        if name in now and now[name][0] != token:
            found.append(
                {
                    "name": name[:300],
                    "then": text,
                    "now": now[name][1],
                    "place": place_of_name(function, name.rpartition(".")[2]),
                }
            )
    return found


def place_of_name(function, name):
    """[line, end line, column, end column] where its code first takes the value of a name."""
    code = function.__code__
    places = list(code.co_positions()) if hasattr(code, "co_positions") else []
    line = code.co_firstlineno
    for one in instructions(code):
        started = getattr(one, "starts_line", None)
        line = started if type(started) is int and started is not True else line
        if one.opname in _LOADS and one.argval == name:
            at = one.offset // 2
            if at < len(places) and type(places[at][0]) is int:
                return list(places[at])
            return [getattr(one, "line_number", None) or line, None, None, None]
    return [code.co_firstlineno, None, None, None]


def assigned_at(function, name, frames):
    """[code of the program's, place] where a variable of the functions round one is given another
    value by those that share it, or a global by one of the functions that led to its call.

    frames: of the call, the innermost first.
    """
    found, first = [], function.__code__.co_firstlineno
    for code in _codes_that_share(function, name, frames):
        places = list(code.co_positions()) if hasattr(code, "co_positions") else []
        for one in instructions(code):
            at = one.offset // 2
            place = list(places[at]) if at < len(places) else [None]
            if one.argval != name or one.opname not in _STORES or type(place[0]) is not int:
                continue
            if name not in code.co_cellvars or place[0] > first:  # else it is what was compiled in
                found.append([code, place])
    return found[:MAX_STORES]


def _codes_that_share(function, name, frames):
    """The codes of functions that have the same variable."""
    codes = [frame.f_code for frame in frames]
    if name not in function.__code__.co_freevars:
        spaces = [frame.f_globals for frame in frames]
        return [code for code, space in zip(codes, spaces) if space is function.__globals__]
    cell = function.__closure__[function.__code__.co_freevars.index(name)]
    for closure in gc.get_referrers(cell):
        for one in gc.get_referrers(closure) if type(closure) is tuple else ():
            if type(one) is _FUNCTION and one.__code__ not in codes:
                codes.append(one.__code__)
    return [code for code in codes if name in code.co_freevars + code.co_cellvars]

"""What leaves a `with objmode(y='float64[:]')`, held against what its head says: Numba takes the
object's memory for that type, and checks neither the type of the elements (where they are as
large), nor dimensions, nor layout.

    {how, variable, declared, came, place, made}

place: of the `with`. made: of the one assignment to the variable in the block; null where there are
several. how:

    dtype    elements are of another type
    ndim     another number of dimensions
    layout   declared as contiguous, and it is not
    kind     no text, where text is declared
    lossy    a number with a fraction, where a whole one is declared
    number   no number, where one is declared: the call raises what C says of it
    left     a return within the block left it; place: of the return, where there is one

How often a block in a loop, or in a function that compiled code calls in one, ran: `ran`.
"""

import sys

from atfault_probe.numba import calls
from atfault_probe.numba import globals as numba_globals
from atfault_probe.numba.places import Code, in_loop, instructions, own_name
from atfault_probe.numba.types import get
from atfault_probe.plain.types import mro, namespace, type_name

MAX_CHECKED = 1000
"""Results of one block that are looked at."""
MAX_TEXT = 80
MAX_DEPTH = 4
MAX_BLOCKS = 200
_WITH = ("BEFORE_WITH", "SETUP_WITH", "LOAD_SPECIAL")
_BLOCK = "ObjModeLiftedWith"
_NO_EXCEPTION = " returned NULL without setting an exception"
_NUMBERS = ("Float", "Integer", "Complex")
_READ_AS_NUMBERS = ("__float__", "__int__", "__index__", "__complex__", "__trunc__")
_FROM_C = ("bad argument type for built-in operation", "bad argument to internal function")
"""What C says of what it was given; the second behind a place in its source."""
_ran = []
"""Of each block [code of the function, place of the `with`, times, whether it is in its loop]."""


def install(note):
    """note: is given the code of the function, and what was found. Raises what may come."""
    cls = sys.modules["numba.core.dispatcher"].ObjModeLiftedWith
    compiling = cls.compile
    kept = {}

    def compile(self, sig):
        entry = compiling(self, sig)
        if id(entry) not in kept:  # Numba's code holds what it is given by its address
            kept[id(entry)] = (entry, _checked(self, entry, note))
        return kept[id(entry)][1]

    compile.__doc__ = compiling.__doc__
    cls.compile = compile


def ran(code, functions):
    """[{place, times}] of the blocks of a function which stand in one of its loops, or which
    compiled functions come to in one of theirs. functions: all that are compiled."""
    return [
        {"place": place, "times": times}
        for of, place, times, is_in_loop in _ran
        if of is code and (is_in_loop or _is_called_in_loop(code, functions, set()))
    ]


def _is_called_in_loop(code, functions, seen):
    """Whether one of the functions calls it in a loop, or calls one that does so."""
    seen.add(code)
    for function in functions:
        caller = function.__code__
        for name, value in numba_globals.named(function) if caller not in seen else ():
            if not calls.is_dispatcher(value) or get(value, "py_func").__code__ is not code:
                continue
            taken = [one for one in instructions(caller) if one.argval == name.rpartition(".")[2]]
            if any(in_loop(caller, one.offset) for one in taken):
                return True
            if _is_called_in_loop(caller, functions, seen):
                return True
    return False


def _counter(block):
    """What counts how often a block ran."""
    representation = get(block, "func_ir")
    code = Code(get(representation, "func_id"), representation)
    line = get(get(representation, "loc"), "line")
    if len(_ran) >= MAX_BLOCKS or code.code is None:
        return [None, None, 0]
    _ran.append([code.code, _place(code), 0, _is_in_loop(code, line)])
    return _ran[-1]


def _is_in_loop(code, line):
    heads = (one.offset for one in instructions(code.code) if one.opname in _WITH)
    starts = [at for at in heads if (code.at(at) or [None])[0] == line]
    return any(in_loop(code.code, at) for at in starts)


def _place(code):
    line = get(get(code._ir, "loc"), "line")
    return code.before(_WITH, line) or [line, None, None, None]


def _checked(block, entry, note):
    left = [MAX_CHECKED]
    try:
        counter = _counter(block)
    except Exception:
        counter = [None, None, 0]

    def checked(*args):
        counter[2] += 1
        result = entry(*args)
        if left[0] > 0:
            left[0] -= 1
            try:
                if _look(block, result, note):
                    left[0] = 0
            except Exception:
                pass  # the program comes first
        return result

    return checked


def _look(block, result, note):
    """Whether anything was found."""
    declared = list(get(get(block, "output_types"), "types") or ())
    representation = get(block, "func_ir")
    code = Code(get(representation, "func_id"), representation)
    found = type(result) is not tuple
    if found:
        note(code.code, _left(code, declared, result))
        return found
    for at, (one, value) in enumerate(zip(declared, result)):
        told = misfit(one, value)
        if told is not None:
            found = True
            note(code.code, _record(code, at, one, told))
    return found


def _record(code, at, declared, told):
    name = ""
    for statement in code.statements():
        items = get(get(statement, "value"), "items")
        if get(get(statement, "value"), "op") == "build_tuple" and len(items) > at:
            name = get(items[at], "name")  # the last of them is returned
    made = [code.of_statement(one) for one in code.assigned(name)]
    return {
        "how": told[0],
        "variable": own_name(name),
        "declared": str(get(declared, "name"))[:MAX_TEXT],
        "came": told[1][:MAX_TEXT],
        "place": _place(code),
        "made": made[0] if len(made) == 1 else None,
    }


def _left(code, declared, result):
    """Of a block that a return left: its value is taken for the tuple of all that leaves it."""
    places = returns_within(code)
    return {
        "how": "left",
        "variable": "",
        "declared": ", ".join(str(get(one, "name")) for one in declared)[:MAX_TEXT],
        "came": type_name(type(result))[:MAX_TEXT],
        "place": places[0] if len(places) == 1 else _place(code),
        "made": None,
    }


def returns_within(code):
    """Places of the block's return statements. code: numba.places.Code of the block."""
    found = []
    for statement in code.statements():
        if type(statement).__name__ == "Return":
            name = get(get(statement, "value"), "name")
            values = [get(one, "value") for one in code.assigned(name)]
            values += [
                get(each, "value")
                for one in values
                if get(one, "op") == "cast"
                for each in code.assigned(get(get(one, "value"), "name"))
            ]
            if not any(get(one, "op") == "build_tuple" for one in values):
                found.append([get(get(statement, "loc"), "line"), None, None, None])
    return found


def misfit(declared, value, depth=0):
    """(how, what came instead) of a value that Numba takes for what it is not; None for others."""
    kind = type(declared).__name__
    if kind == "Array" and type_name(type(value)) == "numpy.ndarray":
        return _of_array(declared, value)
    if kind == "UnicodeType" and not isinstance(value, str):
        return "kind", type(value).__name__
    if kind == "Integer" and isinstance(value, float) and not value.is_integer():
        return "lossy", repr(float(value))
    if kind in _NUMBERS and not _is_read_as_number(value):
        return "number", "None" if value is None else type_name(type(value))
    if kind in ("Tuple", "UniTuple") and type(value) is tuple and depth < MAX_DEPTH:
        for one, part in zip(get(declared, "types") or (), value):
            found = misfit(one, part, depth + 1)
            if found is not None:
                return found
    return None


def _is_read_as_number(value):
    if type(value) in (str, bytes, bytearray):
        return True  # where they are digits
    return any(name in namespace(cls) for cls in mro(type(value)) for name in _READ_AS_NUMBERS)


def _of_array(declared, value):
    dtype = sys.modules["numba.np.numpy_support"].as_dtype(get(declared, "dtype"))
    came = "%s, %d dimension%s" % (value.dtype, value.ndim, "" if value.ndim == 1 else "s")
    if value.ndim != get(declared, "ndim"):
        return "ndim", came
    if value.dtype.names is None and value.dtype != dtype:
        # Of another size, Numba refuses it.
        return ("dtype", came) if value.dtype.itemsize == dtype.itemsize else None
    flags, layout = value.flags, get(declared, "layout")
    if (layout == "C" and not flags.c_contiguous) or (layout == "F" and not flags.f_contiguous):
        return "layout", came + ", strides %r" % (value.strides,)
    return None


def of_frames(error, frames):
    """The record, as of numba.refused, of a call that ended with no exception at all, or with what
    C says of what it was given: what left the one objmode block that it comes to could not be taken
    over. None of others.

    frames: numba.facts.frames_of the traceback.
    """
    said = error.args[0] if error.args and type(error.args[0]) is str else ""
    ends = (_NO_EXCEPTION, *_FROM_C)
    if type(error) not in (SystemError, TypeError) or not frames or not said.endswith(ends):
        return None
    found = {}
    for _, named in calls.dispatchers_of(frames[-1][2]):
        for one in numba_globals.reached(named):
            for compiled in list((get(one, "overloads") or {}).values()):
                for block in get(compiled, "lifted") or ():
                    line = get(get(get(block, "func_ir"), "loc"), "line")
                    if type(block).__name__ == _BLOCK and type(line) is int:
                        found[get(one, "py_func").__code__, line] = one, block
    if len(found) != 1:
        return None
    ((_, line), (dispatcher, block)), *_ = found.items()
    code = Code(get(get(block, "func_ir"), "func_id"), get(block, "func_ir"))
    left = returns_within(code) if said.endswith(_FROM_C[1]) else []
    place = left[0] if left else code.before(_WITH, line) or [line, None, None, None]
    function = calls.told_function(get(dispatcher, "py_func"))
    return calls.refusal(error, function, "left" if left else "block", place)

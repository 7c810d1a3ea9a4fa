"""What a compiled function writes to an array that several of its calls, at once, have in common:
the rows of a ufunc for all cores, or calls by several threads of a function without the GIL.

A write is told where it comes to the same place in each call: at an index that is a constant, or
that an inner loop goes over from one end that all calls share. What is written at an index out of
arguments that differ, or of data, may be each call's own.
"""

import sys

from atfault_probe.numba.arrays import is_array
from atfault_probe.numba.bodies import Body, deciding
from atfault_probe.numba.effects import Callee
from atfault_probe.numba.races import record
from atfault_probe.numba.sources import given, root_of
from atfault_probe.numba.types import get

MAX_TOLD = 4
MAX_FRAMES = 200
MAX_CALLS = 64
_ENTRY = "_compile_for_args"
_NUMBERS = (int, float, bool)
_SAME = {"inner", "shared"}
"""Sources of an index that is of no call's own."""


def written(code, compiled):
    """Numbers of the arguments that a function writes to. compiled: Numba's result."""
    callee = _callee(code, compiled)
    return {root_of(one.root)[0] for one in callee.effects()[0]} if callee is not None else set()


def _callee(code, compiled):
    """None of one whose representation is not kept."""
    annotation = get(compiled, "type_annotation")
    blocks, types = get(annotation, "blocks"), get(annotation, "typemap")
    return Callee(code, types, blocks, {}, 0) if blocks and types else None


def _is_picked(callee, effect):
    """Whether a condition that holds for some calls alone decides whether it is come to."""
    blocks = Body(callee.blocks).blocks
    for label, body in blocks.items():
        if any(one is effect.site for _, one, _ in body):
            is_direct = type(effect.site).__name__ != "Assign"
            conditions = [one[1] for one in deciding(blocks, label)]
            picks = any(callee.is_picking(one) for one in conditions)
            return picks or (effect.is_picked and not is_direct)
    return effect.is_picked


def calls_of(dispatcher):
    """Arguments of the calls of a function, by several threads, that wait for it to be compiled:
    none of them has begun, and all will run at once."""
    found = []
    for frame in list(sys._current_frames().values())[:MAX_CALLS]:
        for _ in range(MAX_FRAMES):
            if frame is None or frame.f_code.co_name == _ENTRY:
                break
            frame = frame.f_back
        if frame is not None and frame.f_code.co_name == _ENTRY:
            values = frame.f_locals
            if values.get("self") is dispatcher and not values.get("kws"):
                found.append(values.get("args") or ())
    return found


def in_common(many):
    """{number of an array that is the same in each call: numbers of all arguments that are}."""
    count = min(map(len, many), default=0)
    keys = [[_key(one[at]) for one in many] for at in range(count)]
    same = {at for at, each in enumerate(keys) if None not in each and len(set(each)) == 1}
    return {at: same for at in same if is_array(many[0][at])} if len(many) > 1 else {}


def _key(value):
    """Of an array its place; None of what is not looked into."""
    if is_array(value):
        return value.__array_interface__["data"][0], value.shape, value.strides
    return (type(value), value) if type(value) in _NUMBERS else None


def races(code, compiled, numbers, how):
    """Records, as of numba.races, of writes to arguments that calls have in common.

    numbers: {number of such an argument: numbers of all arguments that are the same in the calls,
    None where the sizes of all arrays are, and no value}.
    """
    count, callee = code.co_argcount, _callee(code, compiled) if numbers else None
    found = []
    for one in callee.effects()[0] if callee is not None else ():
        number, fields = root_of(one.root)
        if number not in numbers or fields or one.method or _is_picked(callee, one):
            continue
        same = numbers[number]
        values = [set() if same and at in same else {"loop"} for at in range(count)]
        values[number] = set()
        lengths = [set() if same is None or at in same else {"loop"} for at in range(count)]
        sources = set().union(*[given(part.sources, values, lengths) for part in one.parts])
        value = given(one.value, values, lengths) - {"inner"}
        if not sources <= _SAME or not (value or one.is_updated):
            continue
        name = code.co_varnames[number]
        place = callee.place_of(one.site)
        told = record(how, name, place, code.co_firstlineno, guarded=one.is_guarded)
        if told not in found:
            found.append(told)
    return found[:MAX_TOLD]

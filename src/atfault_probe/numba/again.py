"""Which of the program's lines makes Numba compile a function once more.

    [[file, line, end line, column, end column, function], …]

The first is where what is compiled anew comes about: the innermost call whose arguments are not
handed through from the parameters of the function that it stands in. The second, where that is
another one, is the innermost line in a loop.
"""

from atfault_probe.numba.places import in_loop, instructions, place_at
from atfault_probe.numba.types import is_programs_module

MAX_BACK = 64
MAX_FRAMES = 8
_CALLS = ("CALL", "CALL_FUNCTION", "CALL_METHOD", "CALL_KW")
_HANDS_ON = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_CONST", "LOAD_FAST", "LOAD_DEREF", "PUSH_NULL",
             "PRECALL", "KW_NAMES", "LOAD_SMALL_INT", "COPY_FREE_VARS", "CACHE")  # fmt: skip
"""Instructions of a call that computes nothing of its own; LOAD_FAST in all its forms."""


def places(frame, made=()):
    """Of the frames of the program below `frame`, which is Numba's; [] where none is known. made:
    names of what a function that is decorated here takes from the one that it stands in."""
    found = []
    for _ in range(MAX_BACK):
        if frame is None or len(found) >= MAX_FRAMES:
            break
        space = frame.f_globals
        if type(space) is dict and is_programs_module(space.get("__name__")):
            found.append((frame.f_code, frame.f_lasti, frame.f_lineno))
        frame = frame.f_back
    if made and found and set(made) <= _parameters(found[0][0]) and len(found) > 1:
        own = found[1:]  # what it is made of comes from the call
    else:
        own = found
    chosen = [one for one in own if not _hands_on(*one)][:1] or found[-1:]
    chosen += [one for one in found if in_loop(one[0], one[1])][:1]
    return [_told(*one) for one in dict.fromkeys(chosen)]


def _told(code, lasti, line):
    return [code.co_filename, *place_at(code, lasti, line), code.co_name]


def _hands_on(code, lasti, line):
    """Whether all arguments of a call are parameters of the function that it is in, as they came,
    and constants."""
    line, end, column, last = place_at(code, lasti, line)
    if column is None:
        return False
    parameters = _parameters(code)
    positions = list(code.co_positions())
    handed, called = 0, 0
    for one in instructions(code):
        place = positions[one.offset // 2]
        if None in place or not (line, column) <= (place[0], place[2]) <= (end, last):
            continue
        if (place[1], place[3]) > (end, last):
            continue
        is_callee = (place[0], place[2]) == (line, column)
        if one.opname in _CALLS:
            called += 1
        elif one.opname.startswith("LOAD_FAST"):
            names = one.argval if type(one.argval) is tuple else (one.argval,)
            if not is_callee and not set(names) <= parameters:
                return False
            handed += not is_callee
        elif not is_callee and one.opname not in _HANDS_ON:
            return False
    return handed > 0 and called == 1


def _parameters(code):
    """Those that are never given another value."""
    stores = ("STORE_FAST", "STORE_DEREF")
    stored = {one.argval for one in instructions(code) if one.opname.startswith(stores)}
    return set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) - stored

"""A seed that the program sets for numpy's or random's generator just before it calls a compiled
function which draws numbers: compiled code has generators of its own, and hears nothing of it.

    {module, file, place, function, call}     module: "numpy.random" or "random"; call: see
    numba.compare.place_of; the others are of the call of seed(), as far as it is known

Both generators are Mersenne Twisters. One that was just seeded has drawn nothing yet: it stands at
the end of its words, and those are not what they were at first.
"""

import sys

from atfault_probe.numba import globals as numba_globals
from atfault_probe.numba.calls import value_of
from atfault_probe.numba.places import instructions
from atfault_probe.numba.types import get
from atfault_probe.plain.types import ModuleType, module_dict

WORDS = 624
MAX_FRAMES = 20
_MODULES = ("numpy.random", "random")


class Seeds:
    """Of the program's generators, against what they were at first."""

    def __init__(self):
        self._first = _states()
        self._is_heard = False
        """Compiled code of the program's has set a seed by itself."""

    def just_set(self, dispatcher, caller):
        """{module: {file, place, function}} of those that were seeded, and not drawn from since;
        {} where compiled code sets a seed by itself."""
        fresh = []
        for name, state in _states().items():
            first = self._first[name]
            if first is None:
                self._first[name] = state
            elif state is not None and state[0] == WORDS and state[1] != first[1]:
                fresh.append(name)
        reached = [] if self._is_heard else numba_globals.reached(dispatcher)
        codes = [get(one, "py_func").__code__ for one in reached]
        self._is_heard = self._is_heard or any("seed" in code.co_names for code in codes)
        if self._is_heard:
            return {}
        return {name: _place_of_seed(name, caller) for name in fresh}


def unheard(call, states):
    """The record of a call that has drawn numbers; None for others. states: of compiled code, after
    it."""
    if call.random is None or states is None:
        return None
    for name, before, after in zip(_MODULES, call.random, states):
        if before != after and name in call.seeded:
            compare = sys.modules["atfault_probe.numba.compare"]
            return dict(call.seeded[name], module=name, call=compare.place_of(call.caller))
    return None


def _states():
    """{module: (position, its words)}; None for one that is not imported."""
    numpy_random, own = module_dict("numpy.random"), module_dict("random")
    found = dict.fromkeys(_MODULES)
    if "get_state" in numpy_random:
        state = numpy_random["get_state"]()
        if state[0] == "MT19937":
            found["numpy.random"] = (state[2], state[1].tobytes())
    if "getstate" in own:
        words = own["getstate"]()[1]
        found["random"] = (words[-1], words[:-1])
    return found


def _place_of_seed(module, frame):
    """The last call of seed() before the call, in the functions that led there: {file, place,
    function}; {} where there is none."""
    for _ in range(MAX_FRAMES):
        if frame is None:
            break
        code = frame.f_code
        found = [at for at in _seeds_in(frame, module) if at < frame.f_lasti]
        places = list(code.co_positions()) if hasattr(code, "co_positions") else []
        if found and found[-1] // 2 < len(places) and type(places[found[-1] // 2][0]) is int:
            place = list(places[found[-1] // 2])
            return {"file": code.co_filename, "place": place, "function": code.co_name}
        frame = frame.f_back
    return {}


def _seeds_in(frame, module):
    """The offset of each use of the module's function seed."""
    last, wanted = None, module_dict(module).get("seed")
    for one in instructions(frame.f_code):
        if one.argval == "seed" and "LOAD" in one.opname:
            if "GLOBAL" in one.opname or "NAME" in one.opname:
                own = value_of(frame.f_globals, "seed")
                is_it = own is not None and own == wanted
            else:
                is_it = _is_module(frame, last, module)
            if is_it:
                yield one.offset
        if one.opname != "CACHE":
            last = one.argval


def _is_module(frame, name, module):
    """Whether a name, of a variable or of an attribute of numpy, stands for a module."""
    value = value_of(frame.f_globals, name) if type(name) is str else None
    value = value_of(frame.f_locals, name) if value is None and type(name) is str else value
    if type(value) is ModuleType:
        return value.__name__ == module
    return module == "numpy.random" and name == "random"

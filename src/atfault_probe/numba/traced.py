"""Iterations of a prange, followed on the arguments of the call that it is compiled for: which
elements each of them reads and writes.

The representation is interpreted statement by statement, for some iterations, or all where there
are few: numbers are computed, elements of arrays are read where nothing in the function writes to
them, and everything else is UNKNOWN. Nothing of the program's is called and nothing is written. Two
iterations that come to the same element prove what they do to each other. A branch by what is
UNKNOWN is taken both ways, and what depends on one is no proof.

An element is the address that it has in an argument, or the array's name and its index.
"""

import copy
import math
import sys

from atfault_probe.numba.arrays import MAX_WIDTH, UNKNOWN, Array, View, arrays_in, ends_of, is_array
from atfault_probe.numba.bodies import deciding, expression, nest_ends
from atfault_probe.numba.sources import name_of
from atfault_probe.numba.types import get

PASSES = (((4, 400), 6_000), ((12, 1_500), 14_000))
"""Rounds of an inner loop, the first ones, and statements of an iteration; statements of all
iterations."""
MAX_RUNS = 3
MAX_SPENT = 60_000
"""Statements of all loops, after which no other one is begun."""
_spent = [0]
MAX_ITERATIONS = 2_000
CHECKED = (4, 32, 256)
"""Iterations after which no more are followed where all that writes has met."""
MAX_BETWEEN = 4
"""Rounds that are followed beside the first and the last ones."""
MAX_DEPTH = 4
MAX_NAMES = 60
"""That a value from outside of the loop is followed through."""
MAX_WAYS = 2
"""Through one iteration, by branches that nothing is known of."""
_NUMBERS = (int, float, bool)
_BUILTINS = (len, min, max, abs, int, float, bool, round)
WRITING = ("sort", "fill", "partition")


class _Cut(Exception):
    """An iteration takes too long."""


class _Each:
    """What an inner loop goes over, and how far it is. values: None where they are not known.
    rounds: the numbers of those that are followed."""

    def __init__(self, values, rounds=()):
        self.values, self.rounds, self.done = values, rounds, 0


class Access:
    """Of one statement of the loop to one element, by one iteration."""

    __slots__ = ("element", "field", "is_sure", "is_write", "site", "value", "view")

    def __init__(self, site, view, element, is_write, value, field, is_sure):
        self.site, self.view, self.element = site, view, element
        self.is_write, self.value, self.field, self.is_sure = is_write, value, field, is_sure


class Met:
    """Two iterations at one element, which one of them writes."""

    def __init__(self, written, other, iterations, position, is_sure):
        self.site, self.variable = written.site, written.view.array.name
        self.other, self.is_read = other, not other.is_write
        self.iterations, self.position, self.is_sure = iterations, position, is_sure
        self.is_one_memory = other.is_write and _place(written) != _place(other)


class Trace:
    """Of one loop.

    loop: a races._Loop. arguments: values by number. The results: `met`, one Met for each
    statement that writes; `tried`: of each that writes, by id, how many iterations were followed to
    it, and `blind`, those of which an index was not known; `is_whole`: all iterations were.
    """

    def __init__(self, loop, arguments):
        self._loop, self._arguments = loop, arguments
        self._outside, self._finding = {}, set()
        self.met, self.tried, self.blind, self.is_whole = [], {}, set(), False
        self._guards, self._stack, self._visits = {}, [], {}
        self._most, self._is_partial, self._written = PASSES[0][0], False, set()
        self._between, self._firsts = [], {}
        views = [self._found(name) for name in loop.written_outside()]
        self._written = {one.array.key for one in views if type(one) is View}
        self._outside.clear()
        held = [(self._found(name), holds) for name, holds in loop.conditions()]
        known = [(value, holds) for value, holds in held if type(value) in _NUMBERS]
        if any(bool(value) is not holds for value, holds in known):
            return  # this call does not come to it
        self._is_certain = len(known) == len(held)
        if _spent[0] > MAX_SPENT:
            return
        self._follow()

    def _follow(self):
        """A few rounds of inner loops at first, and many iterations."""
        for self._most, limit in PASSES:
            for _ in range(MAX_RUNS):
                seen = set(self._written)
                self._run(limit)
                if self._written == seen:
                    break
            else:
                self.met, self.tried = [], {}  # a number was read that the loop writes
                return
            if self.is_whole or self._have_all_met():
                return
            self._between = _between(self._firsts)

    def _have_all_met(self):
        sure = {id(one.site) for one in self.met if one.is_sure}
        return bool(sure) and sure >= set(self.tried)

    # -- iterations ----------------------------------------------------------------------------

    def _run(self, limit):
        self._limit, self._steps, self.tried, self.blind, self.is_whole = limit, 0, {}, set(), False
        self._firsts = {}
        self._is_partial = False
        self._outside.clear()
        bounds = self._bounds()
        if bounds is None:
            return
        name, values = bounds
        chosen, by_element = _spread(len(values)), {}
        done = 0
        for at in chosen:
            ways = self._ways(name, values[at])
            if ways is None:
                break
            done += 1
            self._take_in(values[at], ways, by_element)
            if done in CHECKED:
                self.met = self._conflicts(by_element)
                if self._have_all_met():
                    break
        self.is_whole = done == len(values) and not self._is_partial
        _spent[0] += self._steps
        self.met = self._conflicts(by_element)

    def _bounds(self):
        """(name of the index, its values)."""
        nests = self._loop.nests
        if len(nests) != 1:
            return None
        ends = [self._read(one, {}, self._loop.body) for one in nest_ends(nests[0])]
        if any(type(one) is not int for one in ends) or not ends[2]:
            return None
        return name_of(get(nests[0], "index_variable")), range(*ends)

    def _ways(self, name, value):
        """The accesses of each way through an iteration; None where there is no time left."""
        found = []
        for way in range(MAX_WAYS):
            self._way, self._visits, self._stack = way, {}, []
            self._accesses, self._left = [], self._most[1]
            if self._steps > self._limit:
                return None
            try:
                self._blocks(self._loop.body.blocks, {name: value}, self._loop.body, 0)
            except _Cut:
                self._is_partial = True
            found.append(self._accesses)
            if not self._visits:
                break
        return found

    def _take_in(self, iteration, ways, by_element):
        for one in [one for way in ways for one in way]:
            if one.element is None:
                self.blind.add(id(one.site))
                continue
            known = by_element.setdefault((one.element, one.field), {})
            key = (iteration, id(one.site), one.is_write)
            if key not in known or one.is_sure:
                known[key] = one
        written = {}
        for one in [one for way in ways for one in way if one.is_write]:
            written.setdefault(id(one.site), []).append(one.element)
        for site, elements in written.items():
            self.tried[site] = self.tried.get(site, 0) + 1
            first = [one[1:] if type(one) is tuple else (one,) for one in elements[:2]]
            if len(first) == 2 and None not in elements[:2]:
                self._firsts.setdefault(site, []).append(first)

    def _conflicts(self, by_element):
        """The first of each statement that writes; the surest."""
        found, stored = {}, {}
        for accesses in by_element.values():
            for one in accesses.values():
                if one.is_write:
                    stored.setdefault(one.view.array.key, set()).add(one.value)
        for accesses in by_element.values():
            together = [(key[0], one) for key, one in list(accesses.items())[: 2 * MAX_WIDTH]]
            for first, one in together if len(together) > 1 else ():
                if not one.is_write:
                    continue
                values = stored[one.view.array.key]
                for second, other in together:
                    if first == second or _agree(one, other, values):
                        continue
                    is_sure = one.is_sure and other.is_sure and self._is_certain
                    rank = (is_sure, other.is_write)
                    if id(one.site) not in found or rank > found[id(one.site)][0]:
                        met = Met(one, other, (first, second), _position(one), is_sure)
                        found[id(one.site)] = (rank, met)
        return [met for _, met in found.values()]

    # -- statements ----------------------------------------------------------------------------

    def _blocks(self, blocks, values, scope, depth, site=None):
        """What a function returns."""
        label = min(blocks) if blocks else None
        self._stack.append([blocks, label])
        while label in blocks:
            self._stack[-1][1] = label
            following = None
            for kind, statement, parts in blocks[label]:
                self._steps += 1
                self._left -= 1
                if self._left < 0:
                    raise _Cut()
                if kind == "Assign":
                    value = self._value(parts, values, scope, depth, site or statement)
                    values[parts[0]] = value
                elif kind == "Return":
                    self._stack.pop()
                    return self._read(parts[0], values, scope)
                elif kind == "Jump":
                    following = parts[0]
                elif kind == "Branch":
                    following = self._branch(statement, parts, values, scope)
                elif kind == "Parfor":
                    self._parfor(parts, values, scope, depth, site)
                elif kind in ("SetItem", "SetAttr"):
                    self._set(kind, parts, values, scope, site or statement)
            label = following
        self._stack.pop()
        return UNKNOWN

    def _branch(self, statement, parts, values, scope):
        """By what is unknown: true at first in one way, false in the other, and in turns."""
        held = self._read(parts[0], values, scope)
        if type(held) not in _NUMBERS:
            times = self._visits.get(id(statement), 0)
            self._visits[id(statement)] = times + 1
            held = (times + self._way) % 2 == 0
        return parts[1] if held else parts[2]

    def _is_sure(self):
        """Whether no branch that nothing is known of decides whether the statement is come to."""
        if not self._visits:
            return True
        for blocks, label in self._stack:
            key = (id(blocks), label)
            if key not in self._guards:
                self._guards[key] = deciding(blocks, label)
            if any(one in self._visits for one, _, _ in self._guards[key]):
                return False
        return True

    def _set(self, kind, parts, values, scope, site):
        view, value = (self._read(parts[at], values, scope) for at in (0, 2))
        if type(view) is not View:
            return
        if type(value) not in _NUMBERS:
            is_fixed = scope is self._loop.body and self._loop.is_fixed(parts[2])
            value = ("fixed", parts[2]) if is_fixed else UNKNOWN
        if kind == "SetItem":
            self._note(view, self._index(parts[1], values, scope), site, True, value)
        else:
            self._note(view, (), site, True, value, parts[1])

    def _parfor(self, parts, values, scope, depth, site):
        """One inside of the loop, which is an ordinary one."""
        before, nests, body = parts
        self._blocks(before, values, scope, depth, site)
        rounds = [{}]
        for name, *ends in nests:
            ends = [self._read(one, values, scope) for one in ends]
            some, every = [UNKNOWN], ()
            if all(type(one) is int for one in ends) and ends[2]:
                every = range(*ends)
                some = [every[at] for at in ends_of(len(every), self._most[0], self._between)]
            rounds = [dict(one, **{name: at}) for one in rounds for at in some]
            is_whole = len(every) == len(some) and len(rounds) <= MAX_WIDTH
            self._is_partial = self._is_partial or not is_whole
            del rounds[MAX_WIDTH:]
        for one in rounds:
            values.update(one)
            self._blocks(body, values, scope, depth, site)

    def _note(self, view, indices, site, is_write, value, field=""):
        part = None if indices is None else view.at(indices)
        if part is None:
            self._accesses.append(Access(site, view, None, is_write, value, field, False))
            return
        self._is_partial = self._is_partial or part.is_long()
        is_sure = self._is_sure()
        for element in part.elements(self._between):
            one = Access(site, part, element, is_write, value, field, is_sure)
            self._accesses.append(one)
        if is_write and view.array.data is not None:
            self._written.add(view.array.key)

    # -- values --------------------------------------------------------------------------------

    def _read(self, part, values, scope):
        if type(part) is not str:
            return part
        if part in values:
            return values[part]
        return self._found(part) if scope is self._loop.body else UNKNOWN

    def _found(self, name):
        """Of a variable from outside of the loop."""
        if name not in self._outside:
            if name in self._finding or len(self._finding) > MAX_NAMES:
                return UNKNOWN
            self._finding.add(name)
            made, value = self._loop.made_outside(name), UNKNOWN
            if len(made) == 1 and not self._loop.is_reduced(name):
                parts = (name, *expression(get(made[0], "value")))
                value = self._value(parts, {}, self._loop.body, MAX_DEPTH, None)
            self._finding.discard(name)
            dimensions, shown = self._loop.dimensions(name), self._loop.shown(name)
            if value is UNKNOWN and dimensions and not self._loop.is_reduced(name):
                value = View.of(Array(shown or name, name, None, dimensions))
            elif type(value) is View and shown and value.array.name != shown:
                array = copy.copy(value.array)
                array.name = shown
                value = View(array, value.axes, value.order)
            self._outside[name] = value
        return self._outside[name]

    def _value(self, parts, values, scope, depth, site):
        kind = parts[1]
        if kind == "copy":
            return self._read(parts[2], values, scope)
        if kind == "constant":
            return parts[2]
        if kind == "item":
            held = self._read(parts[2], values, scope)
            return self._item(held, self._index(parts[3], values, scope), site)
        if kind == "operator":
            return self._operated(parts, values, scope, site)
        if kind == "call":
            return self._called(parts, values, scope, depth, site)
        if kind == "tuple":
            return tuple([self._read(one, values, scope) for one in parts[2]])
        if kind == "attribute":
            return self._attribute(self._read(parts[2], values, scope), parts[3], site)
        if kind == "argument":
            return self._argument(parts, values, scope)
        if kind == "unknown":
            return UNKNOWN
        held = self._read(parts[2], values, scope)
        if kind == "getiter":
            known = held if type(held) in (range, tuple) else ()
            rounds = ends_of(len(known), self._most[0], self._between)
            return _Each(None if known is not held else held, rounds)
        if kind == "iternext":
            return self._next(held, values, scope)
        if type(held) is tuple and len(held) == 2:
            return held[kind == "pair_second"]
        return UNKNOWN

    def _argument(self, parts, values, scope):
        if scope is not self._loop.body:
            return values.get(parts[2], UNKNOWN)
        given = self._arguments.get(parts[2], UNKNOWN)
        if type(given) in _NUMBERS:
            return given
        held = [
            View.of(Array(parts[3], "", one, one.ndim, at))
            for at, one in enumerate(arrays_in(given))
        ]
        if is_array(given):
            return held[0]
        return tuple(held) if held and len(held) == len(given) else UNKNOWN

    def _next(self, each, values, scope):
        """(the next value, whether there is one) of an inner loop: of a long one some."""
        if type(each) is not _Each:
            return UNKNOWN
        each.done += 1
        if each.values is None:
            self._is_partial = True
            self._forget(values, scope)
            return (UNKNOWN, UNKNOWN if each.done == 1 else False)
        if each.done > len(each.rounds):
            return (UNKNOWN, False)
        at = each.rounds[each.done - 1]
        if each.done > 1 and at != each.rounds[each.done - 2] + 1:
            self._is_partial = True
            self._forget(values, scope)
        return (each.values[at], True)

    def _forget(self, values, scope):
        """What rounds that are left out would have changed."""
        for name in list(values):
            if type(name) is str and scope.is_carried(name):
                values[name] = UNKNOWN

    def _operated(self, parts, values, scope, site):
        _, _, function, given, is_in_place = parts
        given = [self._read(one, values, scope) for one in given]
        if is_in_place and type(given[0]) is View:
            self._note(given[0], (), site, False, UNKNOWN)
            self._note(given[0], (), site, True, UNKNOWN)
            return given[0]
        if all(type(one) in _NUMBERS for one in given):
            return computed(function, given)
        self._note_views(given, site)
        return UNKNOWN

    def _note_views(self, given, site):
        """What is read as a whole."""
        for one in given:
            if type(one) is View and site is not None:
                self._note(one, (), site, False, UNKNOWN)

    def _index(self, part, values, scope):
        """A tuple of numbers and slices."""
        found = self._read(part, values, scope)
        return found if type(found) is tuple else (found,)

    def _item(self, held, index, site):
        if type(held) is tuple:
            (at,) = index if len(index) == 1 else (None,)
            return held[at] if type(at) is int and -len(held) <= at < len(held) else UNKNOWN
        if type(held) is not View:
            return UNKNOWN
        part = held.at(index)
        if part is None and site is not None:
            self._note(held, None, site, False, UNKNOWN)
        if part is None or part.order:
            return UNKNOWN if part is None else part
        data = part.array.data
        if data is not None and data.dtype.kind == "V":
            return part  # a record, whose fields are read
        if site is not None:
            self._note(part, (), site, False, UNKNOWN)
        is_known = data is not None and part.array.key not in self._written
        return part.value() if is_known else UNKNOWN

    def _attribute(self, held, attribute, site):
        if type(held) is View:
            lengths = [held.axes[axis][2] for axis in held.order]
            if attribute in ("shape", "size", "ndim"):
                return _sized(attribute, lengths)
            if attribute == "T":
                return held.turned()
            if not held.order and site is not None:  # of a record
                self._note(held, (), site, False, UNKNOWN, attribute)
                return UNKNOWN
            return (held, attribute) if attribute in WRITING else UNKNOWN
        known = held is sys.modules.get("numpy") or held is math
        return getattr(math, attribute, UNKNOWN) if known and type(attribute) is str else UNKNOWN

    def _called(self, parts, values, scope, depth, site):
        function = self._read(parts[2], values, scope)
        given = [self._read(one, values, scope) for one in parts[3]]
        if type(function) is tuple and len(function) == 2 and type(function[0]) is View:
            if site is not None:
                self._note(function[0], (), site, True, UNKNOWN)
            return UNKNOWN
        if not parts[4]:
            return UNKNOWN
        if function is slice:
            return slice(*given) if 0 < len(given) <= 3 else UNKNOWN
        if function is len and len(given) == 1 and type(given[0]) is tuple:
            return len(given[0])
        if function is len and len(given) == 1 and type(given[0]) is View:
            lengths = [given[0].axes[axis][2] for axis in given[0].order]
            return lengths[0] if lengths and lengths[0] is not None else UNKNOWN
        if is_wrapping(function) and given:
            return given[0] if type(given[0]) is int and given[0] >= 0 else UNKNOWN
        if function is range:
            is_known = given and all(type(one) is int for one in given)
            return range(*given) if is_known and (len(given) < 3 or given[2]) else UNKNOWN
        is_plain = all(type(one) in _NUMBERS for one in given)
        if is_pure(function):
            return computed(function, given) if is_plain else UNKNOWN
        body = self._loop.body_of(function) if depth < MAX_DEPTH else None
        if body is not None and site is not None:
            return self._blocks(body.blocks, dict(enumerate(given)), body, depth + 1, site)
        self._note_views(given, site)
        return UNKNOWN


def is_wrapping(function):
    """Numba's own, which takes an index from the end for one from the start."""
    return type(function).__name__ == "_Intrinsic" and get(function, "_name") == "wrap_index"


def is_pure(function):
    """Of numbers a number, and no code of the program's."""
    if any(function is one for one in _BUILTINS):
        return True
    return type(function) is type(math.floor) and function.__module__ == "math"


def computed(function, given):
    """What a function makes of numbers; UNKNOWN where it is none of 64 bits, or raises."""
    if not callable(function):
        return UNKNOWN
    name = getattr(function, "__name__", "")
    if name in ("lshift", "ilshift", "pow", "ipow") and not 0 <= given[-1] < 64:
        return UNKNOWN
    try:
        found = function(*given)
    except (ArithmeticError, TypeError, ValueError):
        return UNKNOWN
    is_known = type(found) in _NUMBERS and (type(found) is not int or abs(found) < 1 << 63)
    return found if is_known else UNKNOWN


def _sized(attribute, lengths):
    if attribute == "ndim":
        return len(lengths)
    if any(one is None for one in lengths):
        return tuple(UNKNOWN if one is None else one for one in lengths) if (
            attribute == "shape") else UNKNOWN  # fmt: skip
    found = 1
    for one in lengths:
        found *= one
    return found if attribute == "size" else tuple(lengths)


def _spread(count):
    """Numbers of iterations: neighbours from the start, from the end, and between."""
    if count <= MAX_ITERATIONS:
        both = [one for pair in zip(range(count), reversed(range(count))) for one in pair]
        return list(dict.fromkeys(both))
    third = MAX_ITERATIONS // 3
    step = count // third
    groups = (range(third), range(count - 1, count - 1 - third, -1), range(0, count, step))
    return list(dict.fromkeys(one for group in zip(*groups) for one in group))


def _between(firsts):
    """Rounds of an inner loop in which an iteration may come to where another one begins: whole
    numbers of its own steps. firsts: of each statement that writes, the first two elements of each
    iteration."""
    found = set()
    for pairs in firsts.values():
        begun = sorted({pair[0] for pair in pairs})
        ways = {_way(*begun[at : at + 2]) for at in range(len(begun) - 1)}
        steps = {_way(*pair) for pair in pairs}
        found |= {_times(way, step) for way in ways for step in steps}
    return sorted(found - {0})[:MAX_BETWEEN]


def _way(first, second):
    return tuple([b - a for a, b in zip(first, second)])


def _times(way, step):
    """How many steps a way is; 0 where it is no whole number of them."""
    at = next((at for at, one in enumerate(step) if one), None)
    times = 0 if at is None or len(way) != len(step) else way[at] // step[at]
    return abs(times) if all(one * times == by for one, by in zip(step, way)) else 0


def _agree(written, other, stored):
    """Whether nothing comes of two iterations at an element: both write the same value, or the one
    reads what the loop sets to one value alone, a flag."""
    if other.is_write:
        return written.value is not UNKNOWN and written.value == other.value
    return len(stored) == 1 and UNKNOWN not in stored


def _place(access):
    """What the program writes for an element: that may be one memory with another."""
    return access.view.array.number, list(_position(access))


def _position(access):
    """The index of an element, as the program has it."""
    view = access.view
    for position in view.positions():
        if view.array.element(position) == access.element:
            return position
    return []

"""What iterations of a prange do to the same memory, from the representation that Numba is about to
lower: its loops, its reductions and its types; and from the arguments of the call that it is
compiled for.

    [{how, variable, place, loop, index, method, guarded, met, tried, why}]

loop: line of the prange. index: the program's name for what the index comes from. guarded: it
happens under a condition. met: [iteration, other iteration, element as text] where two were found
that come to one element with the arguments of this call (numba.traced), else []. tried: how many
iterations were followed to it, without that; negative where these were not all.
why: of what is unproven: "data" or "lossy" (sources of the index), "read" (other elements are read)
or "other". how:

    carried     a variable that an iteration takes over from the one before, and that Numba does
                not reduce: each thread has its own
    counted     the index is itself a reduction: each thread counts by itself
    same        each iteration writes to the same place: elements, or a field of an object
    collides    two iterations write to one element: they were found, or it is read and written at
                an index out of data
    memory      two iterations write to places of their own, which are one memory: rows that
                overlap, a list of one array
    earlier     an element is written that another iteration reads: out[i] = out[i - 1]
    container   a list, set or dict is changed by several threads
    generator   numbers are drawn from one generator by several threads
    unproven    no known race: nothing tells that what is written is each iteration's own
    unseen      a function that is called, or the rest of a long loop, was not looked into

A write is proven to be an iteration's own by its index (`forms.is_apart`), and then only what other
iterations read can be a race. Where an index comes from: `sources`.
"""

from atfault_probe.numba import forms, traced
from atfault_probe.numba.arrays import do_overlap
from atfault_probe.numba.bodies import deciding
from atfault_probe.numba.effects import GENERATOR, Effects
from atfault_probe.numba.sources import Field, name_of
from atfault_probe.numba.types import get

MAX_TOLD = 16
MIN_SAMPLE = 8
MIN_TRIED = 32
"""Iterations that must have been followed before that no two met counts against a rule."""
MAX_VIEWS = 20
PASS = "native_parfor_lowering"
"""The pass before which it is looked at."""

_LAST = {"unproven": 1, "unseen": 2}


def of_state(state, code, arguments=None):
    """Of the function that is being compiled; [] where nothing is found.

    state: of Numba's compiler. code: numba.places.Code of it. arguments: of the call that it is
    compiled for, by their numbers.
    """
    types = get(state, "typemap")
    found = []
    for statement in code.statements():
        if type(statement).__name__ == "Parfor" and _is_prange(statement):
            loop = _Loop(statement, code, types if isinstance(types, dict) else {})
            found += loop.races(arguments or {})
    return sorted(found, key=lambda one: _LAST.get(one["how"], 0))[:MAX_TOLD]


def unseen(code):
    """Of a function whose loops could not be looked at. code: Python's."""
    return record("unseen", "", [code.co_firstlineno, None, None, None], code.co_firstlineno)


def record(how, variable, place, loop, index="", method="", guarded=False, why=""):
    return {
        "how": how,
        "variable": variable,
        "place": place,
        "index": index,
        "method": method,
        "loop": loop,
        "guarded": guarded,
        "met": [],
        "tried": 0,
        "why": why,
    }


def _is_prange(parfor):
    return any(
        type(one) is tuple and one[:2] == ("prange", "user")
        for one in get(parfor, "patterns") or ()
    )


class _Loop(Effects):
    """One prange."""

    def __init__(self, parfor, code, types):
        super().__init__(parfor, get(parfor, "loop_body"), code, types)
        self._own_elements = []
        self._elements_read, self._elements_written = [], []
        self._is_doubtful = False

    def races(self, arguments):
        """Where an iteration writes to its own element and to that of another, the other first."""
        found = list(self._carried())
        self._elements_read = list(self._reads())
        self._elements_written = list(self._writes())
        for statement in self._statements():
            kind = type(statement).__name__
            if kind in ("SetItem", "StaticSetItem"):
                found.append(self._write(statement))
            elif kind == "SetAttr":
                found.append(self._field(statement))
            elif kind == "Assign":
                found += [self._change(statement), self._in_place(statement)]
                found += [self._method(statement), *self._called(statement)]
        if self._is_cut():
            found.append(self._told("unseen", "", [self._line(), None, None, None]))
        told = []
        for one in self._tried([one for one in found if one is not None], arguments):
            if one not in told:
                told.append(one)
        order = [(one["place"] in self._own_elements, one["place"][0] or 0) for one in told]
        return [told[at] for at in sorted(range(len(told)), key=order.__getitem__)]

    def _tried(self, found, arguments):
        """What was found, and what comes of it with the arguments of this call."""
        if not arguments or self._is_settled(found) or not self._is_open(found, arguments):
            return found
        try:
            trace = traced.Trace(self, arguments)
        except Exception:
            return found  # what is known without it stands
        by_place = {}
        for one in trace.met:
            place = self.place_of(one.site)
            by_place[tuple(place)] = one, place
        for one in found:
            is_seen = one["how"] != "unseen"
            known = by_place.pop(tuple(one["place"]), None) if is_seen else None
            if known is not None:
                _met(one, known[0])
            elif one["how"] in ("unproven", "collides", "earlier"):
                self._count(one, trace)
        for one, place in by_place.values():
            told = self._told("collides", one.variable, place)
            found.append(_met(told, one))
        return found

    def _is_settled(self, found):
        return any(one["how"] in ("container", "generator", "counted") for one in found)

    def _is_open(self, found, arguments):
        """Whether there is more to find out than is proven: of a write, of arrays that share
        memory, or of functions that are given an array that the loop writes to."""
        if found or self._is_doubtful or do_overlap(arguments.values()):
            return True
        written, given = set(), set()
        for statement in self._statements():
            if type(statement).__name__ in ("SetItem", "StaticSetItem", "SetAttr"):
                written.add(self._element(get(statement, "target"), 0)[0])
            value = get(statement, "value")
            for one in get(value, "args") or () if get(value, "op") == "call" else ():
                given.add(self._element(one, 0)[0])
        return bool(written & given - {None})

    def _count(self, one, trace):
        """How many iterations were followed to a write without any that met."""
        sites = [
            id(statement)
            for statement in self._statements()
            if list(self.place_of(statement)) == list(one["place"])
        ]
        tried = max([trace.tried.get(site, 0) for site in sites], default=0)
        is_enough = trace.is_whole or tried >= MIN_SAMPLE
        if not tried or not is_enough or any(site in trace.blind for site in sites):
            return
        one["tried"] = tried if trace.is_whole else -tried
        if trace.is_whole and tried >= MIN_TRIED:
            one["how"] = "unproven"

    def _told(self, how, variable, place, index="", method="", guarded=False, why=""):
        guarded = guarded or bool(self._conditions)
        return record(how, variable, place, self._line(), index, method, guarded, why)

    def _line(self):
        line = get(get(self._parfor, "loc"), "line")
        return line if type(line) is int else 0

    # -- variables -----------------------------------------------------------------------------

    def _carried(self):
        """Variables that are read before they are assigned, and are no reduction."""
        seen = set()
        for name in self._assigned:
            shown = self._shown(name)
            if not shown or shown in seen | self._counts or not self._is_exposed(name):
                continue
            seen.add(shown)
            line = self._line_of_update(shown)
            if line is not None:
                place = self._code.of_instruction(("STORE_FAST",), line)
                yield self._told("carried", shown, place or [line, None, None, None])

    def _line_of_update(self, shown):
        """Of the first statement that gives it a value which is not its own."""
        for statement in self._statements():
            if type(statement).__name__ != "Assign":
                continue
            if self._shown(name_of(get(statement, "target"))) == shown:
                value = get(statement, "value")
                if type(value).__name__ != "Var" or self._shown(name_of(value)) != shown:
                    line = get(get(statement, "loc"), "line")
                    return line if type(line) is int else None
        return None

    def _is_exposed(self, name, path=()):
        """Whether there is a way from the start of an iteration to a use without an assignment.
        path: of the parallel loop inside of this one whose iteration it is."""
        keys = [key for key in self._blocks if key[:-1] == path and key[-1] != -1]
        waiting, seen = [min(keys)] if keys else [], set()
        while waiting:
            key = waiting.pop()
            if key in seen or key not in self._blocks:
                continue
            seen.add(key)
            met = self._is_used_first(name, key)
            if met:
                return True
            last = self._blocks[key][-1] if met is None and self._blocks[key] else None
            targets = [get(last, one) for one in ("target", "truebr", "falsebr")]
            waiting += [(*path, one) for one in targets if type(one) is int]
        return False

    def _is_used_first(self, name, key):
        """Of a block: whether it uses a variable before it assigns it; None where it does neither.
        What goes before a parallel loop inside of it always runs, its body perhaps not once."""
        for at, one in enumerate(self._blocks.get(key, ())):
            if type(one).__name__ == "Parfor":
                before = self._is_used_first(name, (*key, at, -1))
                if before is not None:
                    return before
                if self._is_exposed(name, (*key, at)):
                    return True
            elif name in self._used(one):
                return True
            elif type(one).__name__ == "Assign" and name_of(get(one, "target")) == name:
                return False
        return None

    def _used(self, statement):
        kind = type(statement).__name__
        if kind == "Assign":
            statement = get(statement, "value")
            if type(statement).__name__ == "Var":
                return [name_of(statement)]
        elif kind not in ("SetItem", "StaticSetItem", "Branch"):
            return []
        listed = get(statement, "list_vars")
        return [name_of(one) for one in listed()] if listed is not None else []

    # -- elements ------------------------------------------------------------------------------

    def _write(self, statement):
        effect = self._element_effect(statement)
        if effect is None or self._is_in_place(get(statement, "value")):
            return None
        if not self._shown(effect.root):
            return None
        place = self.place_of(statement)
        index = self._index_name(self._index_of(statement))
        if self._kind(effect.root) != "DictType" and self._is_own_part(effect.parts):
            return self._earlier(effect.root, effect.parts, place, index)
        if self._is_single(statement):
            self._is_doubtful = True
            return None
        return self._judged(effect, place, index) or self._unproven(effect, place, index)

    def _is_own_part(self, parts):
        """Whether a part of an index is proven to be an iteration's own."""
        things = [one.thing for one in parts if one.thing is not None]
        return (
            any(map(self._is_own, things))
            or any(self._is_apart_by(one.stretches) for one in parts if one.thing is None)
            or self._are_digits(things)
        )

    def _is_single(self, statement):
        """Whether one iteration alone comes to it: where the loop's index is some number."""
        for label, body in self.body.blocks.items():
            if any(one is statement for _, one, _ in body):
                conditions = deciding(self.body.blocks, label)
                return any(self._is_equality(*one[1:]) for one in conditions)
        return False

    def _is_equality(self, condition, holds):
        value = self._only(condition)
        if get(value, "op") == "call":  # bool() of it
            value = self._only((list(get(value, "args") or ()) or [None])[0])
        sides = [get(value, "lhs"), get(value, "rhs")]
        name = getattr(get(value, "fn"), "__name__", "")
        if name != ("eq" if holds else "ne") or None in sides:
            return False
        return any(self._is_own(a) and not self._sources(b) for a, b in (sides, sides[::-1]))

    def _judged(self, effect, place, index=""):
        """Of a write to an element."""
        variable = self._shown(effect.root)
        sources = self._together([one.sources for one in effect.parts])
        if not variable or "other" in sources:
            return None
        if self._kind(effect.root) == "DictType":
            return self._told("container", variable, place, index)
        guarded = effect.is_guarded or bool(self._conditions)
        if self._kind(effect.root) == GENERATOR:
            return self._told("generator", variable, place, guarded=guarded)
        if "count" in sources:
            return self._told("counted", variable, place, index)
        if self._picks or effect.is_picked or "loop" in sources:
            return None
        if sources & {"data", "lossy"} or ("shared" in sources and (effect.is_updated or guarded)):
            is_known = effect.is_updated
            return self._told("collides", variable, place, index) if is_known else None
        if effect.is_updated or effect.value - {"inner"}:
            return self._told("same", variable, place, index, guarded=guarded)
        return None

    def _in_place(self, statement):
        """Of an operator that changes an array: a[begin:end] += b."""
        effect = self._in_place_effect(statement)
        if effect is None or self._is_own_part(effect.parts):
            return None
        place = self.place_of(statement)
        told = self._judged(effect, place)
        return told or self._unproven(effect._replace(value={"data"}), place)

    def _method(self, statement):
        """Of a method that changes an array: a[begin:end].sort()."""
        effect = self._method_effect(statement)
        if effect is None or self._kind(effect.root) != "Array" or self._is_own_part(effect.parts):
            return None
        place = self._code.of_statement(statement)
        return self._judged(effect, place) or self._unproven(effect, place)

    def _unproven(self, effect, place, index=""):
        """Of a write that is no known race: where nothing tells that it is none."""
        sources = self._together([one.sources for one in effect.parts])
        root = effect.root
        if not self._shown(root) or "thread" in sources:
            return None
        is_read = root in [one for one, _ in self._elements_read]
        if not effect.value - {"inner"} and not effect.is_updated and not is_read:
            return None  # each iteration writes the same: a flag
        why = next((one for one in ("data", "lossy") if one in sources), "other")
        return self._told("unproven", self._shown(root), place, index, why=why)

    def _is_in_place(self, variable):
        """Whether an operator that has changed its operand gave it: it is written there again."""
        made = self._assigned.get(name_of(variable)) or []
        value = get(made[0], "value") if len(made) == 1 else None
        if get(value, "op") == "getitem":  # an element of it, in the loop that writes it
            return self._is_in_place(get(value, "value"))
        return len(made) == 1 and self._in_place_effect(made[0]) is not None

    def _field(self, statement):
        """Of a write to a field of an object."""
        effect = self._field_effect(statement)
        if effect is None or self._is_own_part(effect.parts):
            return None
        line = get(get(statement, "loc"), "line")
        place = self._code.of_instruction(("STORE_ATTR",), line) or [line, None, None, None]
        return self._judged(effect, place) or self._unproven(effect, place)

    def _called(self, statement):
        """What a compiled function of the program's writes to what it is given here."""
        effects, reads, is_whole = self._passed_on(get(statement, "value"))
        place = self._code.of_statement(statement)
        for one in effects:
            if one.method:
                yield self._changed(one, place)
            elif self._kind(one.root) != "DictType" and self._is_own_part(one.parts):
                yield self._earlier(one.root, one.parts, place, "", reads)
            else:
                yield self._judged(one, place) or self._unproven(one, place)
        if not is_whole:
            yield self._told("unseen", "", place)

    def _writes(self):
        """(array, parts) of each element that is written, by functions that are called, too."""
        for statement in self._statements():
            if type(statement).__name__ in ("SetItem", "StaticSetItem"):
                found = [self._element_effect(statement)]
            else:
                found = self._passed_on(get(statement, "value"))[0]
            yield from [(one.root, one.parts) for one in found if one is not None]

    def _earlier(self, root, parts, place, index, reads=()):
        """Of a write to an iteration's own element: where the loop, or the function that writes,
        comes to the same array at an index that other iterations write to. reads: of that function.
        """
        doubtful = None
        if any(one.form == forms.named(forms.LOOP) for one in parts):
            self._own_elements += [place]
        origin = self._origin(root)
        met = [("earlier", *one) for one in (*self._elements_read, *reads)]
        met += [("collides", *one) for one in self._elements_written if one[0] == root]
        for how, other, known in met:
            if other != root and self._origin(other) == origin:
                doubtful = self._told("unproven", self._shown(root), place, index, why="read")
                continue
            pairs = list(zip(parts, known)) if other == root else []
            is_same = len(parts) == len(known) and all(self._is_at(*pair) for pair in pairs)
            if not pairs or is_same or _never_meet(pairs):
                continue
            if any(self._is_apart(*pair) for pair in pairs):
                continue
            apart = [forms.distance(a.form, b.form) if a.form and b.form else None
                     for a, b in pairs]  # fmt: skip
            if None in apart or not any(apart) or self._picks or self._is_chosen(parts):
                doubtful = self._told("unproven", self._shown(root), place, index, why="read")
                continue
            return self._told(how, self._shown(root), place, index)
        return doubtful

    def _origin(self, name):
        """The array that one is a view of: heights of `here = heights[1:-1].T`; else itself."""
        for _ in range(MAX_VIEWS):
            made = [] if type(name) is Field else self._code.assigned(name)
            value = get(made[0], "value") if len(made) == 1 else None
            if get(value, "op") not in ("getitem", "static_getitem", "getattr", "cast"):
                following = name_of(value) if type(value).__name__ == "Var" else None
            else:
                following = name_of(get(value, "value"))
            if following is None or self._kind(following) != "Array":
                break
            name = following
        return name

    def _is_chosen(self, parts):
        """Whether an inner loop goes over others in other iterations."""
        return any(one.sources - {"inner"} for one in parts if not self._is_of_loop(one.form))

    def _is_of_loop(self, form):
        return form is not None and any(forms.LOOP in one for one in form)

    def _is_at(self, one, other):
        """Whether two parts of an index are one number in each iteration."""
        names = name_of(one.thing), name_of(other.thing)
        if None not in names and self._is_same(*names, 0):
            return True
        is_known = one.form is not None and other.form is not None
        return is_known and forms.distance(one.form, other.form) == 0

    def _is_apart(self, one, other):
        """Of one part of an index that is written and one that is read: whether other iterations
        write to none that is read: it is the same, and each iteration's own, or never is."""
        if self._is_at(one, other):
            return self._is_own_part([one])
        if one.form is None or other.form is None:
            return False
        apart = forms.distance(one.form, other.form)
        by, _ = forms.split(one.form)
        factor = forms.constant(by or {})
        return apart is not None and (not by or (bool(factor) and apart % factor != 0))

    def _index_name(self, index):
        name = name_of(index)
        return "" if name in self._indices else self._shown(name)

    # -- containers and conditions -------------------------------------------------------------

    def _change(self, statement):
        """Of a call of a method that changes a container from outside of the loop."""
        effect = self._method_effect(statement)
        if effect is None or self._kind(effect.root) == "Array":
            return None
        return self._changed(effect, self._code.of_statement(statement))

    def _changed(self, effect, place):
        sources = self._together([one.sources for one in effect.parts])
        variable = self._shown(effect.root)
        if not variable or sources & {"loop", "other"}:
            return None
        how = "container" if effect.method else "generator"
        return self._told(how, variable, place, "", effect.method)


def _met(one, known):
    """Of a race that two iterations prove."""
    first, second = known.iterations
    one["met"] = [first, second, ", ".join(map(str, known.position))]
    one["guarded"] = not known.is_sure
    if known.is_read:
        one["how"] = "earlier"
    elif known.is_one_memory:
        one["how"] = "memory"
    elif one["how"] == "unproven":
        one["how"] = "collides"
    return one


def _never_meet(pairs):
    """Whether the parts of a written and of a read index are the same number for different
    iterations alone, each part for others: table[i, k - i] and table[i - 1, k - i - 1]."""
    steps = set()
    for one, other in pairs:
        is_known = one.form and other.form
        by = forms.constant(forms.split(one.form)[0] or {}) if is_known else None
        apart = forms.distance(one.form, other.form) if by else None
        if apart is not None:
            steps.add(apart / by)
    return len(steps) > 1

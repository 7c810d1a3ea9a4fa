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
    earlier     an element is written that another iteration reads: out[i] = out[i - 1]
    container   a list, set or dict is changed by several threads
    generator   numbers are drawn from one generator by several threads
    unproven    no known race: nothing tells that what is written is each iteration's own

A write is proven to be an iteration's own by its index (`forms.is_apart`), and then only what other
iterations read can be a race. Where an index comes from: `sources`.
"""

from atfault_probe.numba import calls, forms, traced
from atfault_probe.numba.arrays import do_overlap
from atfault_probe.numba.bodies import deciding
from atfault_probe.numba.followed import Followed
from atfault_probe.numba.places import Code
from atfault_probe.numba.sources import given, name_of, parts_of
from atfault_probe.numba.types import get

MAX_TOLD = 16
MIN_SAMPLE = 8
MIN_TRIED = 32
"""Iterations that must have been followed before that no two met counts against a rule."""
MAX_CALLS = 4
MAX_VIEWS = 20
"""How deep functions that the loop calls are looked into."""
PASS = "native_parfor_lowering"
"""The pass before which it is looked at."""
_CHANGING = {
    "List": ("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"),
    "ListType": ("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"),
    "Set": ("add", "remove", "discard", "pop", "clear", "update"),
    "DictType": ("pop", "popitem", "clear", "update", "setdefault"),
}
_GENERATOR = "NumPyRandomGeneratorType"
_PICKING = ("eq", "ne", "mod", "and_")
"""Operators of conditions that hold for some iterations alone (i == 0, i % 2)."""
_TELLING = {"loop", "lossy", "shared", "other"}
"""Sources of a condition that are others for other iterations."""


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
    return sorted(found, key=lambda one: one["how"] == "unproven")[:MAX_TOLD]


def _is_prange(parfor):
    return any(
        type(one) is tuple and one[:2] == ("prange", "user")
        for one in get(parfor, "patterns") or ()
    )


class _Loop(Followed):
    """One prange."""

    def __init__(self, parfor, code, types, blocks=None, known=None):
        """blocks: where it is no parfor. known: effects of functions by their code."""
        body = get(parfor, "loop_body") if blocks is None else blocks
        super().__init__(parfor, body, code, types)
        self._known = {} if known is None else known
        self._own_elements = []
        self._elements_read = []
        self._is_doubtful = False
        conditions = [
            get(get(one, "cond"), "name")
            for one in self._statements()
            if type(one).__name__ == "Branch"
        ]
        self._conditions = [one for one in conditions if not self._is_of_for(one)]
        self._picks = any(self._is_picking(one, set()) for one in self._conditions)

    def races(self, arguments):
        """Where an iteration writes to its own element and to that of another, the other first."""
        found = list(self._carried())
        self._elements_read = list(self._reads())
        for statement in self._statements():
            kind = type(statement).__name__
            if kind in ("SetItem", "StaticSetItem"):
                found.append(self._write(statement))
            elif kind == "SetAttr":
                found.append(self._field(statement))
            elif kind == "Assign":
                found += [self._change(statement), self._in_place(statement)]
                found += self._called(statement)
        told = []
        for one in self._tried([one for one in found if one is not None], arguments):
            if one not in told:
                told.append(one)
        return sorted(told, key=lambda one: one["place"] in self._own_elements)

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
            kind = type(one.site).__name__
            place = self._place_of(kind, one.site)
            by_place[tuple(place)] = one, place
        for one in found:
            known = by_place.pop(tuple(one["place"]), None)
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
            if list(self._place_of(type(statement).__name__, statement)) == list(one["place"])
        ]
        tried = max([trace.tried.get(site, 0) for site in sites], default=0)
        is_enough = trace.is_whole or tried >= MIN_SAMPLE
        if not tried or not is_enough or any(site in trace.blind for site in sites):
            return
        one["tried"] = tried if trace.is_whole else -tried
        if trace.is_whole and tried >= MIN_TRIED:
            one["how"] = "unproven"

    def _place_of(self, kind, statement):
        line = get(get(statement, "loc"), "line")
        names = {"SetAttr": ("STORE_ATTR",)}.get(kind, ("STORE_SUBSCR",))
        if kind in ("SetItem", "StaticSetItem", "SetAttr"):
            return self._code.of_instruction(names, line) or [line, None, None, None]
        return self._code.of_statement(statement) or [line, None, None, None]

    def _told(self, how, variable, place, index="", method="", guarded=False, why=""):
        line = get(get(self._parfor, "loc"), "line")
        return {
            "how": how,
            "variable": variable,
            "place": place,
            "index": index,
            "method": method,
            "loop": line if type(line) is int else 0,
            "guarded": guarded or bool(self._conditions),
            "met": [],
            "tried": 0,
            "why": why,
        }

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
        root, parts, value, is_updated = self._effect(statement)
        if root is None or self._is_in_place(get(statement, "value")) or not self._shown(root):
            return None
        own = self._index_of(statement)
        place, index = self._place_of("SetItem", statement), self._index_name(own)
        _, indices = self._element(get(statement, "target"), 0)
        indices = list(self._flat([*indices, own]))
        if self._kind(root) != "DictType" and any(self._is_own(one) for one in indices):
            return self._earlier(root, indices, place, index)
        if self._is_single(statement):
            self._is_doubtful = True
            return None
        told = self._judged(root, parts, value, is_updated, place, index)
        return told or self._unproven(root, parts, value, place, index)

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

    def _effect(self, statement):
        """(the variable from outside that a statement writes to, sources of each part of the index,
        sources of the value, whether it is computed of the same variable)."""
        root, indices = self._element(get(statement, "target"), 0)
        if root is None:
            return None, [], set(), False
        parts = [self._sources(one) for one in self._flat([*indices, self._index_of(statement)])]
        value = get(statement, "value")
        return root, parts, self._sources(value), self._reads_of(root, value, set())

    def _judged(self, root, parts, value, is_updated, place, index, guarded=False):
        """Of a write to an element."""
        variable, sources = self._shown(root), self._together(parts)
        if not variable or "other" in sources:
            return None
        if self._kind(root) == "DictType":
            return self._told("container", variable, place, index)
        if self._kind(root) == _GENERATOR:
            return self._told("generator", variable, place, guarded=guarded)
        if "count" in sources:
            return self._told("counted", variable, place, index)
        if self._picks or "loop" in sources:
            return None
        guarded = guarded or bool(self._conditions)
        if sources & {"data", "lossy"} or ("shared" in sources and (is_updated or guarded)):
            return self._told("collides", variable, place, index) if is_updated else None
        if is_updated or value - {"inner"}:
            return self._told("same", variable, place, index, guarded=guarded)
        return None

    def _in_place(self, statement):
        """Of an operator that changes an array: a[begin:end] += b."""
        root, parts = self._in_place_effect(statement)
        if root is None:
            return None
        _, indices = self._element(get(get(statement, "value"), "lhs"), 0)
        if any(self._is_own(one) for one in self._flat(indices)):
            return None
        place = self._place_of("Assign", statement)
        told = self._judged(root, parts, set(), True, place, "")
        return told or self._unproven(root, parts, {"data"}, place, "")

    def _unproven(self, root, parts, value, place, index):
        """Of a write that is no known race: where nothing tells that it is none."""
        sources = self._together(parts)
        if not self._shown(root) or "thread" in sources:
            return None
        if not value - {"inner"} and root not in [one for one, _ in self._elements_read]:
            return None  # each iteration writes the same: a flag
        why = next((one for one in ("data", "lossy") if one in sources), "other")
        return self._told("unproven", self._shown(root), place, index, why=why)

    def _is_in_place(self, variable):
        """Whether an operator that has changed its operand gave it: it is written there again."""
        made = self._assigned.get(name_of(variable)) or []
        value = get(made[0], "value") if len(made) == 1 else None
        if get(value, "op") == "getitem":  # an element of it, in the loop that writes it
            return self._is_in_place(get(value, "value"))
        return len(made) == 1 and self._in_place_effect(made[0])[0] is not None

    def _in_place_effect(self, statement):
        """(the array, sources of each part of the index); (None, [])."""
        value = get(statement, "value")
        held = get(value, "lhs")
        if get(value, "op") != "inplace_binop" or self._kind(name_of(held)) != "Array":
            return None, []
        root, indices = self._element(held, 0)
        return root, [self._sources(one) for one in self._flat(indices)]

    def _field(self, statement):
        """Of a write to a field of an object."""
        root, parts, value, is_updated = self._field_effect(statement)
        line = get(get(statement, "loc"), "line")
        if root is None:
            return None
        place = self._code.of_instruction(("STORE_ATTR",), line) or [line, None, None, None]
        return self._judged(root, parts, value, is_updated, place, "")

    def _field_effect(self, statement):
        """As _effect; of what is no constant: those are flags."""
        root, indices = self._element(get(statement, "target"), 0)
        made = self._assigned.get(name_of(get(statement, "value"))) or []
        if not made or type(get(made[0], "value")).__name__ == "Const":
            return None, [], set(), False
        return root, [self._sources(one) for one in self._flat(indices)], set(), True

    def _called(self, statement):
        """What a compiled function of the program's writes to what it is given here."""
        place, call = self._code.of_statement(statement), get(statement, "value")
        _, arguments = self._callee(call)
        for root, parts, written, is_updated, guarded in self._passed_on(call, 0):
            told = self._judged(root, parts, written, is_updated, place, "", guarded)
            if told is None and not self._is_own_part(root, arguments):
                told = self._unproven(root, parts, written, place, "")
            yield told

    def _is_own_part(self, root, arguments):
        """Whether what a function is given of an array is a part that other iterations do not
        have: a row of the iteration's own, or the array whole, with an index that is."""
        given = [self._element(one, 0) for one in arguments]
        parts = [list(self._flat(indices)) for one, indices in given if one == root]
        indices = arguments if not any(parts) else []
        return all(any(map(self._is_own, [*part, *indices])) for part in parts)

    def _passed_on(self, call, depth):
        """The effects of a call, with (instead of the number of the argument) what it is a part of
        here, and sources as they are here."""
        function, arguments = self._callee(call)
        effects = self._effects_of(call, function, depth)
        arguments = arguments if effects else []
        sources = [self._sources(one) for one in arguments]
        for number, parts, written, is_updated, guarded in effects:
            if number >= len(arguments):
                continue
            root, indices = self._element(arguments[number], 0)
            if root is not None:
                parts = [given(one, sources) for one in parts]
                parts += [self._sources(one) for one in self._flat(indices)]
                yield root, parts, given(written, sources), is_updated, guarded

    def _callee(self, call):
        """(the function that is called, None for none that is a global; its arguments): of a method
        of a jitclass the instance first."""
        name, given = name_of(get(call, "func")), list(get(call, "args") or ())
        if get(call, "op") != "call":
            return None, []
        made = [get(one, "value") for one in self._assigned.get(name) or ()]
        if len(made) == 1 and get(made[0], "op") == "getattr":
            held = get(made[0], "value")
            methods = get(dict.get(self._types, name_of(held)), "jit_methods") or {}
            return dict.get(methods, get(made[0], "attr")), [held, *given]
        return self._global(name), given

    def _effects_of(self, call, function, depth):
        """[(number of the argument, sources of each part of the index, of the value, whether it is
        updated, whether there are conditions)] of a call, as the function called has them."""
        plain = function is not None and calls.is_dispatcher(function) and not get(call, "vararg")
        if not plain or get(call, "kws") or depth > MAX_CALLS:
            return []
        code = get(function, "py_func").__code__
        if code not in self._known:
            self._known[code] = []  # of one that calls itself, nothing more is asked
            for compiled in list((get(function, "overloads") or {}).values())[:1]:
                annotation = get(compiled, "type_annotation")
                blocks, types = get(annotation, "blocks"), get(annotation, "typemap")
                if blocks and types:
                    callee = _Callee(code, types, blocks, self._known, depth + 1)
                    self._known[code] = callee.effects()
        return self._known[code]

    def _earlier(self, root, indices, place, index):
        """Of a write to an iteration's own element: where the loop reads the same array at an index
        that other iterations write to."""
        wanted = [self._form(one) for one in indices]
        doubtful = None
        if any(one == forms.named(forms.LOOP) for one in wanted):
            self._own_elements += [place]
        origin = self._origin(root)
        for other, parts in self._elements_read:
            if other != root and self._origin(other) == origin:
                doubtful = self._told("unproven", self._shown(root), place, index, why="read")
                continue
            parts = list(self._flat(parts)) if other == root else []
            pairs = list(zip(indices, wanted, parts, map(self._form, parts)))
            if not pairs or any(self._is_apart(*pair) for pair in pairs) or _never_meet(pairs):
                continue
            apart = [forms.distance(a, b) if a and b else None for _, a, _, b in pairs]
            if None in apart or not any(apart) or self._picks or self._is_chosen(indices):
                doubtful = self._told("unproven", self._shown(root), place, index, why="read")
                continue
            return self._told("earlier", self._shown(root), place, index)
        return doubtful

    def _origin(self, name):
        """The array that one is a view of: heights of `here = heights[1:-1].T`; else itself."""
        for _ in range(MAX_VIEWS):
            made = self._code.assigned(name)
            value = get(made[0], "value") if len(made) == 1 else None
            if get(value, "op") not in ("getitem", "static_getitem", "getattr", "cast"):
                following = name_of(value) if type(value).__name__ == "Var" else None
            else:
                following = name_of(get(value, "value"))
            if following is None or self._kind(following) != "Array":
                break
            name = following
        return name

    def _is_chosen(self, indices):
        """Whether an inner loop goes over others in other iterations."""
        return any(
            self._sources(one) - {"inner"}
            for one in indices
            if not self._is_of_loop(self._form(one))
        )

    def _is_of_loop(self, form):
        return form is not None and any(forms.LOOP in one for one in form)

    def _is_apart(self, one, wanted, other, known):
        """Of one part of an index that is written and one that is read: whether other iterations
        write to none that is read: it is the same, and each iteration's own, or never is."""
        if name_of(one) is not None and self._is_same(one, other, 0):
            return self._is_own(one)
        if wanted is None or known is None:
            return False
        apart = forms.distance(wanted, known)
        if apart == 0:
            return self._is_own(one)
        by, _ = forms.split(wanted)
        factor = forms.constant(by or {})
        return apart is not None and (not by or (bool(factor) and apart % factor != 0))

    def _reads(self):
        """(array, indices) of each element that is read of an array from outside of the loop."""
        for statement in self._statements():
            value = get(statement, "value")
            reads = get(value, "op") in ("getitem", "static_getitem")
            if reads and not self._is_view(name_of(get(statement, "target"))):
                root, indices = self._element(get(value, "value"), 0)
                if root is not None:
                    yield root, [*indices, self._index_of(value)]

    def _index_name(self, index):
        name = name_of(index)
        return "" if name in self._indices else self._shown(name)

    # -- containers and conditions -------------------------------------------------------------

    def _change(self, statement):
        """Of a call of a method that changes a container from outside of the loop."""
        held, kind, method = self._method_of(statement)
        if method not in _CHANGING.get(kind, ()) and kind != _GENERATOR:
            return None
        root, indices = self._element(held, 0)
        sources = self._together([self._sources(one) for one in self._flat(indices)])
        if root is None or not self._shown(root) or sources & {"loop", "other"}:
            return None
        place, how = self._code.of_statement(statement), "container"
        if kind == _GENERATOR:
            how = "generator"
        return self._told(how, self._shown(root), place, "", method)

    def _method_of(self, statement):
        """(what a method is called of, the class of its type, its name); (None, "", "")."""
        value = get(statement, "value")
        name = name_of(get(value, "func")) if get(value, "op") == "call" else None
        made = self._assigned.get(name) or self._code.assigned(name) if name else []
        method = get(made[0], "value") if made else None
        if get(method, "op") != "getattr":
            return None, "", ""
        kind = type(get(dict.get(self._types, name), "this")).__name__
        return get(method, "value"), kind, get(method, "attr")

    def _is_of_for(self, name):
        """Whether a condition is that of an inner loop."""
        made = self._assigned.get(name) or []
        return any(get(get(one, "value"), "op") == "pair_second" for one in made)

    def _is_picking(self, name, seen):
        """Whether a condition compares the loop's index so that it holds for some alone."""
        if name in seen:
            return False
        seen.add(name)
        for statement in self._assigned.get(name) or ():
            value = get(statement, "value")
            function = getattr(get(value, "fn"), "__name__", "")
            sources = self._of_value(value, set()) if function in _PICKING else set()
            if sources & _TELLING or any(type(one) is not str for one in sources):
                return True
            if any(self._is_picking(name_of(one), seen) for one in parts_of(value)):
                return True
        return False


def _met(one, known):
    """Of a race that two iterations prove."""
    first, second = known.iterations
    one["met"] = [first, second, ", ".join(map(str, known.position))]
    one["guarded"] = not known.is_sure
    if known.is_read:
        one["how"] = "earlier"
    elif one["how"] == "unproven":
        one["how"] = "collides"
    return one


class _Callee(_Loop):
    """A function that is called in a loop: what it writes to its arguments."""

    def __init__(self, function, types, blocks, known, depth):
        self._depth = depth
        code = Code(None, None)
        code.code = function
        super().__init__(None, code, types, blocks, known)

    def effects(self):
        if self._picks:
            return []
        found, is_guarded = [], bool(self._conditions)
        for statement in self._statements():
            kind = type(statement).__name__
            if kind in ("SetItem", "StaticSetItem"):
                found.append((*self._effect(statement), is_guarded))
            elif kind == "SetAttr":
                found.append((*self._field_effect(statement), is_guarded))
            elif kind == "Assign":
                found += self._passed_on(get(statement, "value"), self._depth)
                root, parts = self._in_place_effect(statement)
                found.append((root, parts, set(), True, is_guarded))
                held, this, _ = self._method_of(statement)
                if this == _GENERATOR:
                    found.append((self._element(held, 0)[0], [], set(), True, is_guarded))
        return [(*one, guarded or is_guarded) for *one, guarded in found if type(one[0]) is int][
            :MAX_TOLD
        ]


def _never_meet(pairs):
    """Whether the parts of a written and of a read index are the same number for different
    iterations alone, each part for others: table[i, k - i] and table[i - 1, k - i - 1]."""
    steps = set()
    for _, wanted, _, known in pairs:
        by = forms.constant(forms.split(wanted)[0] or {}) if wanted and known else None
        apart = forms.distance(wanted, known) if by else None
        if apart is not None:
            steps.add(apart / by)
    return len(steps) > 1

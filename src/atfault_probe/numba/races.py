"""What iterations of a prange do to the same memory, from the representation that Numba is about to
lower: its loops, its reductions and its types.

    [{how, variable, place, loop, index, method, guarded}]

loop: line of the prange. index: the program's name for what the index comes from. guarded: it
happens under a condition. how:

    carried     a variable that an iteration takes over from the one before, and that Numba does
                not reduce: each thread has its own
    counted     the index is itself a reduction: each thread counts by itself
    same        each iteration writes to the same place: elements, or a field of an object
    collides    an element is read and written, at an index out of data: two iterations may have one
    earlier     an element is written that another iteration reads: out[i] = out[i - 1]
    container   a list, set or dict is changed by several threads

Where an index comes from, by what it is computed of:

    loop    the index of the prange: another one for each iteration
    data    elements of arrays
    lossy   the index of the prange by //, %, >> or &: iterations may share it
    count   a reduction
    inner   an inner loop over what is the same for all iterations
    shared  an inner loop of which one end differs: where two iterations do anything in it, they
            share the other end (range(i + 1, n), range(i))
    other   a thread's number, an inner loop of which both ends or the step differ, what a function
            returns: nothing is said of it

In a function that the loop calls (_Callee) also the number of a parameter, and (kind, sources, …)
of what is decided where the argument is known (see _settled).
"""

from atfault_probe.numba import calls
from atfault_probe.numba.places import Code, own_name
from atfault_probe.numba.types import get

MAX_STATEMENTS = 5000
MAX_TOLD = 16
MAX_DEPTH = 40
MAX_ASKED = 20_000
"""Names that the values of one loop are followed through."""
MAX_CALLS = 4
"""How deep functions that the loop calls are looked into."""
MAX_NAMES = 400
"""That one value is followed through."""
PASS = "native_parfor_lowering"
"""The pass before which it is looked at."""
_CHANGING = {
    "List": ("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"),
    "ListType": ("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"),
    "Set": ("add", "remove", "discard", "pop", "clear", "update"),
    "DictType": ("pop", "popitem", "clear", "update", "setdefault"),
}
_VIEWS = ("T", "flat", "real", "imag")
_LOSSY = ("floordiv", "ifloordiv", "mod", "imod", "rshift", "irshift", "and_", "iand")
_PICKING = ("eq", "ne", "mod", "and_")
"""Operators of conditions that hold for some iterations alone (i == 0, i % 2)."""
_TELLING = {"loop", "lossy", "shared", "other"}
"""Sources of a condition that are others for other iterations."""
_OPERATORS = ("binop", "inplace_binop", "unary")
_ROUNDING = (int, range, abs, bool, round, slice)
"""What they give is taken to be another for each iteration where what they are given is."""
_CLAMPING = (min, max)


def of_state(state, code):
    """Of the function that is being compiled; [] where nothing is found.

    state: of Numba's compiler. code: numba.places.Code of it.
    """
    types = get(state, "typemap")
    found = []
    for statement in code.statements():
        if type(statement).__name__ == "Parfor" and _is_prange(statement):
            found += _Loop(statement, code, types if isinstance(types, dict) else {}).races()
    return found[:MAX_TOLD]


def _is_prange(parfor):
    return any(
        type(one) is tuple and one[:2] == ("prange", "user")
        for one in get(parfor, "patterns") or ()
    )


def _own_names(code):
    return {*code.co_varnames, *code.co_cellvars, *code.co_freevars} if code is not None else set()


def _settled(kind, *groups):
    """What comes of sources of the kinds "lossy" and "call" (one group), "range" (three: of start,
    stop and step); as it stands, while a parameter is among them."""
    together = set().union(*groups)
    if any(type(one) is not str for one in together):
        return {(kind, *[frozenset(one) for one in groups])}
    if kind == "lossy":
        return (together - {"loop"}) | {"lossy"} if "loop" in together else together
    if kind == "call":
        return {"other"} if "loop" in together else together
    start, stop, step = [group - {"inner"} for group in groups]
    if step or (start and stop) or "other" in together:
        return {"other"}
    return {"shared"} if start or stop else {"inner"}


def _given(sources, arguments):
    """Sources in a function that is called, as those of its caller. arguments: sources of each."""
    found = set()
    for one in sources:
        if type(one) is int:
            found |= arguments[one] if one < len(arguments) else {"other"}
        elif type(one) is tuple:
            found |= _settled(one[0], *[_given(group, arguments) for group in one[1:]])
        else:
            found.add(one)
    return found


def _name(variable):
    return variable if type(variable) is str else get(variable, "name")


class _Loop:
    """One prange."""

    def __init__(self, parfor, code, types, blocks=None, known=None):
        """blocks: where it is no parfor. known: effects of functions by their code."""
        self._parfor = parfor
        self._known = {} if known is None else known
        self._own_elements = []
        self._found, self._cycles, self._left = {}, 0, MAX_ASKED
        self._code = code
        self._types = types
        self._blocks = {}
        self._inner = set()
        nests = get(parfor, "loop_nests") or ()
        self._indices = {_name(get(nest, "index_variable")) for nest in nests}
        self._reduced = set(get(parfor, "redvars") or ())
        self._own = _own_names(code.code)
        self._counts = {self._shown(name) for name in self._reduced} - {""}
        self._take(get(parfor, "loop_body") if blocks is None else blocks, ())
        self._assigned = {}
        for statement in self._statements():
            if type(statement).__name__ == "Assign":
                self._assigned.setdefault(_name(get(statement, "target")), []).append(statement)
        conditions = [
            get(get(one, "cond"), "name")
            for one in self._statements()
            if type(one).__name__ == "Branch"
        ]
        self._conditions = [one for one in conditions if not self._is_of_for(one)]
        self._picks = any(self._is_picking(one, set()) for one in self._conditions)

    def _take(self, blocks, path):
        """The blocks of the body, and of parallel loops inside of it, which are ordinary ones."""
        for label, block in list((blocks or {}).items()):
            body = list(get(block, "body") or ())
            self._blocks[(*path, label)] = body
            for at, one in enumerate(body):
                if type(one).__name__ == "Parfor" and len(path) < 16:
                    for nest in get(one, "loop_nests") or ():
                        self._inner.add(_name(get(nest, "index_variable")))
                    self._take({-1: get(one, "init_block")}, (*path, label, at))
                    self._take(get(one, "loop_body"), (*path, label, at))

    def _statements(self):
        count = 0
        for key in sorted(self._blocks):
            for statement in self._blocks[key]:
                count += 1
                if count > MAX_STATEMENTS:
                    return
                yield statement

    def races(self):
        """Where an iteration writes to its own element and to that of another, the other first."""
        found = list(self._carried())
        reads = list(self._reads())
        for statement in self._statements():
            kind = type(statement).__name__
            if kind in ("SetItem", "StaticSetItem"):
                found.append(self._write(statement, reads))
            elif kind == "SetAttr":
                found.append(self._field(statement))
            elif kind == "Assign":
                found.append(self._change(statement))
                found += self._called(statement)
        told = []
        for one in found:
            if one is not None and one not in told:
                told.append(one)
        return sorted(told, key=lambda one: one["place"] in self._own_elements)

    def _told(self, how, variable, place, index="", method="", guarded=False):
        line = get(get(self._parfor, "loc"), "line")
        return {
            "how": how,
            "variable": variable,
            "place": place,
            "index": index,
            "method": method,
            "loop": line if type(line) is int else 0,
            "guarded": guarded or bool(self._conditions),
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

    def _shown(self, name):
        """The program's name for it; "" for what Numba has put in."""
        shown = own_name(name.lstrip("$")) if type(name) is str else ""
        return shown if shown in self._own else ""

    def _line_of_update(self, shown):
        """Of the first statement that gives it a value which is not its own."""
        for statement in self._statements():
            if type(statement).__name__ != "Assign":
                continue
            if self._shown(_name(get(statement, "target"))) == shown:
                value = get(statement, "value")
                if type(value).__name__ != "Var" or self._shown(_name(value)) != shown:
                    line = get(get(statement, "loc"), "line")
                    return line if type(line) is int else None
        return None

    def _is_exposed(self, name):
        """Whether there is a way from the start of an iteration to a use without an assignment."""
        keys = [key for key in self._blocks if len(key) == 1]
        waiting, seen = [min(keys)] if keys else [], set()
        while waiting:
            key = waiting.pop()
            if key in seen or key not in self._blocks:
                continue
            seen.add(key)
            last = None
            for last in self._blocks[key]:
                if name in self._used(last):
                    return True
                assigns = type(last).__name__ == "Assign"
                if assigns and _name(get(last, "target")) == name:
                    break
            else:
                targets = [get(last, one) for one in ("target", "truebr", "falsebr")]
                waiting += [(one,) for one in targets if type(one) is int]
        return False

    def _used(self, statement):
        kind = type(statement).__name__
        if kind == "Assign":
            statement = get(statement, "value")
            if type(statement).__name__ == "Var":
                return [_name(statement)]
        elif kind not in ("SetItem", "StaticSetItem", "Branch"):
            return []
        listed = get(statement, "list_vars")
        return [_name(one) for one in listed()] if listed is not None else []

    # -- elements ------------------------------------------------------------------------------

    def _write(self, statement, reads):
        root, parts, value, is_updated = self._effect(statement)
        if root is None:
            return None
        own = self._index_of(statement)
        line = get(get(statement, "loc"), "line")
        place = self._code.of_instruction(("STORE_SUBSCR",), line) or [line, None, None, None]
        index = self._index_name(own)
        sources = self._together(parts)
        if not self._shown(root) or "other" in sources:
            return None
        is_of_loop = "loop" in sources and "count" not in sources and not self._picks
        if is_of_loop and self._kind(root) != "DictType":
            _, indices = self._element(get(statement, "target"), 0)
            return self._earlier(root, [*indices, own], reads, place, index)
        return self._judged(root, parts, value, is_updated, place, index)

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

    def _field(self, statement):
        """Of a write to a field of an object, which is no constant: those are flags."""
        root, indices = self._element(get(statement, "target"), 0)
        made = self._assigned.get(_name(get(statement, "value"))) or []
        line = get(get(statement, "loc"), "line")
        if root is None or not made or type(get(made[0], "value")).__name__ == "Const":
            return None
        place = self._code.of_instruction(("STORE_ATTR",), line) or [line, None, None, None]
        parts = [self._sources(one) for one in self._flat(indices)]
        return self._judged(root, parts, set(), True, place, "")

    def _called(self, statement):
        """What a compiled function of the program's writes to what it is given here."""
        place, value = self._code.of_statement(statement), get(statement, "value")
        given = list(get(value, "args") or ())
        for number, parts, written, is_updated, guarded in self._effects_of(value, 0):
            root, indices = self._element(given[number], 0)
            if root is not None:
                arguments = [self._sources(one) for one in given]
                parts = [_given(one, arguments) for one in parts]
                parts += [self._sources(one) for one in self._flat(indices)]
                written = _given(written, arguments)
                yield self._judged(root, parts, written, is_updated, place, "", guarded)

    def _effects_of(self, call, depth):
        """[(number of the argument, sources of each part of the index, of the value, whether it is
        updated, whether there are conditions)] of a call, as the function called has them."""
        function = self._global(_name(get(call, "func"))) if get(call, "op") == "call" else None
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
        return [one for one in self._known[code] if one[0] < len(get(call, "args") or ())]

    def _earlier(self, root, indices, reads, place, index):
        """Where the loop writes at i, and reads the same array at i and a constant."""
        wanted = [self._distance(one) for one in self._flat(indices)]
        for other, parts in reads:
            known = [self._distance(one) for one in self._flat(parts)]
            if other != root or len(known) != len(wanted):
                continue
            apart = [a - b for a, b in zip(wanted, known) if a is not None and b is not None]
            same = [a is None and b is None for a, b in zip(wanted, known)]
            if any(apart) and len(apart) + sum(same) == len(wanted):
                self._own_elements += [place] if not any(wanted) else []
                return self._told("earlier", self._shown(root), place, index)
        return None

    def _reads(self):
        """(array, indices) of each element that is read of an array from outside of the loop."""
        for statement in self._statements():
            value = get(statement, "value")
            reads = get(value, "op") in ("getitem", "static_getitem")
            if reads and not self._is_view(_name(get(statement, "target"))):
                root, indices = self._element(get(value, "value"), 0)
                if root is not None:
                    yield root, [*indices, self._index_of(value)]

    def _element(self, variable, depth):
        """(the variable from outside of the loop that it is a part of, the indices that led there);
        (None, []) for what an iteration makes for itself, and where that is not known."""
        name = _name(variable)
        made = self._assigned.get(name)
        if made is None:
            return (name, []) if name not in self._reduced else (None, [])
        value = get(made[0], "value")
        if len(made) > 1 or depth > MAX_DEPTH:
            return None, []
        if type(value).__name__ == "Arg":
            return get(value, "index"), []
        if type(value).__name__ == "Var":
            return self._element(value, depth + 1)
        op = get(value, "op")
        if op in ("getitem", "static_getitem") and self._is_view(name):
            root, indices = self._element(get(value, "value"), depth + 1)
            return root, [*indices, self._index_of(value)]
        if op == "getattr" and get(value, "attr") in _VIEWS:
            return self._element(get(value, "value"), depth + 1)
        return None, []

    def _is_view(self, name):
        return self._kind(name) in ("Array", "List", "ListType", "DictType", "Set")

    def _kind(self, name):
        return type(dict.get(self._types, name)).__name__

    def _index_of(self, thing):
        found = get(thing, "index_var")
        return found if found is not None else get(thing, "index")

    def _index_name(self, index):
        name = _name(index)
        return "" if name in self._indices else self._shown(name)

    def _flat(self, indices):
        """The parts of indices, tuples taken apart."""
        for one in indices:
            made = self._assigned.get(_name(one)) or []
            value = get(made[0], "value") if len(made) == 1 else None
            if get(value, "op") == "build_tuple":
                yield from get(value, "items") or ()
            else:
                yield one

    def _together(self, parts):
        """Of all parts of an index together; several of which each lose a part of the loop's index
        may still make another place of each (out[i // n, i % n])."""
        found = set().union(*parts)
        return found | {"other"} if sum("lossy" in one for one in parts) > 1 else found

    def _sources(self, thing, seen=None):
        """What a value is computed of. seen: names that are being followed."""
        seen = set() if seen is None else seen
        name = _name(thing)
        if name in self._indices:
            return {"loop"}
        if name in self._inner:
            return {"inner"}
        if self._shown(name) in self._counts:
            return {"count"}
        if type(name) is not str or name not in self._assigned:
            return set()
        if name in self._found:
            return self._found[name]
        if name in seen:
            self._cycles += 1
            return set()
        self._left -= 1
        if len(seen) > MAX_NAMES or self._left < 0:
            return {"other"}
        seen.add(name)
        found, cycles = set(), self._cycles
        for statement in self._assigned[name]:
            found |= self._of_value(get(statement, "value"), seen)
        seen.discard(name)
        if cycles == self._cycles:
            self._found[name] = found
        return found

    def _of_value(self, value, seen):
        kind, op = type(value).__name__, get(value, "op")
        if kind == "Var":
            return self._sources(value, seen)
        if kind == "Arg":
            return {get(value, "index")}
        if kind != "Expr":
            return set()
        if op in ("getitem", "static_getitem"):
            index = self._sources(self._index_of(value), seen)
            base = self._sources(get(value, "value"), seen)
            if self._kind(_name(get(value, "value"))) in ("UniTuple", "Tuple"):
                return base | index
            return {"data"} if index or base or self._is_made(get(value, "value")) else set()
        if op in _OPERATORS:
            found = set()
            for part in ("value", "lhs", "rhs"):
                found |= self._sources(get(value, part), seen)
            lossy = getattr(get(value, "fn"), "__name__", "") in _LOSSY
            return _settled("lossy", found) if lossy else found
        if op in ("cast", "exhaust_iter", "getattr", "pair_first", "pair_second", "iternext"):
            return self._sources(get(value, "value"), seen)
        if op == "phi":
            values = get(value, "incoming_values") or ()
            return set().union(*(self._sources(one, seen) for one in values))
        if op == "build_tuple":
            return set().union(*(self._sources(one, seen) for one in get(value, "items") or ()))
        if op == "getiter":
            return self._of_iterable(get(value, "value"), seen)
        if op == "call":
            return self._of_call(value, seen)
        return {"other"}

    def _is_made(self, variable):
        return _name(variable) in self._assigned

    def _of_iterable(self, variable, seen):
        """What an inner loop goes over."""
        name = _name(variable)
        made = self._assigned.get(name) or []
        call = get(made[0], "value") if len(made) == 1 else None
        given = list(get(call, "args") or ())
        if self._global(_name(get(call, "func"))) is not range or not 0 < len(given) <= 3:
            found = self._sources(variable, seen)
            return {"other"} if found - {"inner"} else {"inner"}
        ends = [None, *given] if len(given) == 1 else given
        start, stop, step = [self._sources(one, seen) for one in [*ends, None][:3]]
        if len(given) == 3 and start and self._constant(given[2]) not in (1, -1):
            step = {"other"}  # range(i, n, 4): each iteration has elements of its own
        return _settled("range", start, stop, step)

    def _of_call(self, value, seen):
        """What a conversion to a number gives is what it was given; of range, see getiter."""
        found = set().union(*(self._sources(one, seen) for one in get(value, "args") or ()))
        function = self._global(_name(get(value, "func")))
        if function in _ROUNDING or (function in _CLAMPING and not found):
            return found
        return _settled("call", found or {"other"})

    def _global(self, name):
        for statement in self._assigned.get(name) or self._code.assigned(name):
            value = get(statement, "value")
            if type(value).__name__ in ("Global", "FreeVar"):
                return get(value, "value")
        return None

    def _distance(self, thing, depth=0):
        """N of an index that is that of the loop and N; None of others."""
        name = _name(thing)
        if name in self._indices:
            return 0
        made = self._assigned.get(name) or []
        if len(made) != 1 or depth > MAX_DEPTH:
            return None
        value = get(made[0], "value")
        if type(value).__name__ == "Var":
            return self._distance(value, depth + 1)
        function = getattr(get(value, "fn"), "__name__", "")
        if get(value, "op") != "binop" or function not in ("add", "sub"):
            return None
        left, right = (
            self._distance(get(value, "lhs"), depth + 1),
            self._constant(get(value, "rhs")),
        )
        if left is not None and right is not None:
            return left + (right if function == "add" else -right)
        right, left = (
            self._distance(get(value, "rhs"), depth + 1),
            self._constant(get(value, "lhs")),
        )
        return right + left if function == "add" and None not in (left, right) else None

    def _constant(self, variable):
        name = _name(variable)
        made = self._assigned.get(name) or self._code.assigned(name)
        value = get(get(made[0], "value"), "value") if len(made) == 1 else None
        return value if type(value) is int else None

    def _reads_of(self, root, variable, seen):
        """Whether a value is computed of elements of the array."""
        name = _name(variable)
        if name in seen:
            return False
        seen.add(name)
        for statement in self._assigned.get(name) or ():
            value = get(statement, "value")
            if get(value, "op") in ("getitem", "static_getitem"):
                if self._element(get(value, "value"), 0)[0] == root:
                    return True
            elif any(self._reads_of(root, one, seen) for one in _parts(value)):
                return True
        return False

    # -- containers and conditions -------------------------------------------------------------

    def _change(self, statement):
        """Of a call of a method that changes a container from outside of the loop."""
        value = get(statement, "value")
        made = self._assigned.get(_name(get(value, "func"))) if get(value, "op") == "call" else None
        method = get(made[0], "value") if made else None
        if get(method, "op") != "getattr":
            return None
        held, bound = get(method, "value"), dict.get(self._types, _name(get(value, "func")))
        if get(method, "attr") not in _CHANGING.get(type(get(bound, "this")).__name__, ()):
            return None
        root, indices = self._element(held, 0)
        sources = self._together([self._sources(one) for one in self._flat(indices)])
        if root is None or not self._shown(root) or sources & {"loop", "other"}:
            return None
        place = self._code.of_statement(statement)
        return self._told("container", self._shown(root), place, "", get(method, "attr"))

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
            if any(self._is_picking(_name(one), seen) for one in _parts(value)):
                return True
        return False


class _Callee(_Loop):
    """A function that is called in a loop: what it writes to its arguments."""

    def __init__(self, function, types, blocks, known, depth):
        self._depth = depth
        code = Code(None, None)
        code.code = function
        super().__init__(None, code, types, blocks, known)

    def effects(self):
        found = []
        for statement in self._statements():
            kind = type(statement).__name__
            if kind in ("SetItem", "StaticSetItem"):
                root, *rest = self._effect(statement)
                if type(root) is int and not self._picks:
                    found.append((root, *rest, bool(self._conditions)))
            elif kind == "Assign" and not self._picks:
                found += self._of_callee(get(statement, "value"))
        return found[:MAX_TOLD]

    def _of_callee(self, call):
        given = list(get(call, "args") or ())
        for number, parts, value, is_updated, guarded in self._effects_of(call, self._depth):
            root, indices = self._element(given[number], 0)
            if type(root) is int:
                arguments = [self._sources(one) for one in given]
                parts = [_given(one, arguments) for one in parts]
                parts += [self._sources(one) for one in self._flat(indices)]
                guarded = guarded or bool(self._conditions)
                yield root, parts, _given(value, arguments), is_updated, guarded


def _parts(value):
    """The variables that an expression is made of."""
    if type(value).__name__ == "Var":
        return [value]
    parts = [get(value, part) for part in ("lhs", "rhs", "value")]
    return [one for one in (*parts, *(get(value, "args") or ())) if one is not None]

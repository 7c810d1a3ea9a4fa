"""What the values in a prange are computed of, by the representation that Numba is about to lower.

    loop    the index of the prange: another one for each iteration
    data    elements of arrays
    lossy   the index of the prange by //, %, >> or &: iterations may share it
    count   a reduction
    inner   an inner loop over what is the same for all iterations
    shared  an inner loop of which one end differs: where two iterations do anything in it, they
            share the other end (range(i + 1, n), range(i))
    thread  a thread's number, with other
    other   an inner loop of which both ends or the step differ, what a function
            returns: nothing is said of it

In a function that the loop calls also the number of a parameter, ("length", number) of how many
elements it has, and (kind, sources, …) of what is decided where the argument is known (see
`settled`).
"""

from collections import namedtuple

from atfault_probe.numba import forms
from atfault_probe.numba.places import own_name
from atfault_probe.numba.types import get
from atfault_probe.plain.types import mro

MAX_STATEMENTS = 5000
MAX_DEPTH = 40
MAX_ASKED = 20_000
"""Names that the values of one loop are followed through."""
MAX_NAMES = 400
"""That one value is followed through."""
_HOLDING = ("ClassInstanceType", "StructRef", "BaseNamedTuple", "Record")
"""Types of objects whose fields hold arrays, which all iterations share with the object."""
_CONTAINERS = ("List", "ListType", "Set", "DictType")
_SIZES = ("shape", "size", "ndim")
_VIEWS = ("T", "flat", "real", "imag")
_LOSSY = ("floordiv", "ifloordiv", "mod", "imod", "rshift", "irshift", "and_", "iand")
_DIGITS = ("floordiv", "mod")
_OPERATORS = ("binop", "inplace_binop", "unary")
_ROUNDING = (int, range, abs, bool, round)
"""What they give is taken to be another for each iteration where what they are given is."""
_THREAD = "get_thread_id"
_CLAMPING = (min, max)
_EXACT = (int,)

Field = namedtuple("Field", "held attribute kind")
"""The array or container that a field of an object holds: picker.energy. held: as the root of an
element (numba.effects). kind: the class of its type."""


def root_of(root):
    """(the variable or number of a parameter, the fields that lead from it, the first one first)"""
    fields = []
    while type(root) is Field:
        fields.insert(0, root)
        root = root.held
    return root, fields


def _own_names(code):
    return {*code.co_varnames, *code.co_cellvars, *code.co_freevars} if code is not None else set()


def settled(kind, *groups):
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


def given(sources, arguments, lengths):
    """Sources in a function that is called, as those of its caller. arguments: sources of each;
    lengths: of how many elements each has."""
    found = set()
    for one in sources:
        if type(one) is int:
            found |= arguments[one] if one < len(arguments) else {"other"}
        elif type(one) is tuple and one[0] == "length":
            found |= lengths[one[1]] if one[1] < len(lengths) else {"other"}
        elif type(one) is tuple:
            found |= settled(one[0], *[given(group, arguments, lengths) for group in one[1:]])
        else:
            found.add(one)
    return found


def name_of(variable):
    return variable if type(variable) is str else get(variable, "name")


def parts_of(value):
    """The variables that an expression is made of."""
    if type(value).__name__ == "Var":
        return [value]
    parts = [get(value, part) for part in ("lhs", "rhs", "value")]
    return [one for one in (*parts, *(get(value, "args") or ())) if one is not None]


def _next_to(form):
    return forms.add(form, forms.number(1))


class Values:
    """Of the body of a prange, or of a function that one calls."""

    def __init__(self, parfor, blocks, code, types):
        """parfor: None for a function. code: numba.places.Code. types: of names."""
        self._code = code
        self._types = types
        self._blocks = {}
        self._inner = set()
        self._found, self._cycles, self._left = {}, 0, MAX_ASKED
        self._stored = {}
        self._nests = list(get(parfor, "loop_nests") or ())
        self._indices = {name_of(get(nest, "index_variable")) for nest in self._nests}
        self._reduced = set(get(parfor, "redvars") or ())
        self._own = _own_names(code.code)
        self._counts = {self._shown(name) for name in self._reduced} - {""}
        self._take(blocks, ())
        self._assigned = {}
        for statement in self._statements():
            if type(statement).__name__ == "Assign":
                self._assigned.setdefault(name_of(get(statement, "target")), []).append(statement)

    def _take(self, blocks, path):
        """The blocks of the body, and of parallel loops inside of it, which are ordinary ones."""
        for label, block in list((blocks or {}).items()):
            body = list(get(block, "body") or ())
            self._blocks[(*path, label)] = body
            for at, one in enumerate(body):
                if type(one).__name__ == "Parfor" and len(path) < 16:
                    for nest in get(one, "loop_nests") or ():
                        self._inner.add(name_of(get(nest, "index_variable")))
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

    def _is_cut(self):
        """Whether there are more than are looked at."""
        return sum(map(len, self._blocks.values())) > MAX_STATEMENTS

    def _shown(self, name):
        """The program's name for it; "" for what Numba has put in."""
        if type(name) is Field:
            held = self._shown(name.held)
            return held and "%s.%s" % (held, name.attribute)
        shown = own_name(name.lstrip("$")) if type(name) is str else ""
        if not shown and self._kind(name) in _CONTAINERS:
            if name not in self._stored:
                made = self._code.assigned(name)
                self._stored[name] = self._code.stored_in(made[0]) if len(made) == 1 else ""
            shown = self._stored[name]
        return shown if shown in self._own else ""

    def _element(self, variable, depth):
        """(the variable from outside of the loop that it is a part of, the indices that led there);
        (None, []) for what an iteration makes for itself, and where that is not known."""
        name = name_of(variable)
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
        if op == "getattr" and self._is_view(name) and self._is_holding(get(value, "value")):
            root, indices = self._element(get(value, "value"), depth + 1)
            field = Field(root, get(value, "attr"), self._kind(name))
            return (None if root is None else field), indices
        return None, []

    def _is_holding(self, variable):
        kind = dict.get(self._types, name_of(variable))
        return any(one.__name__ in _HOLDING for one in mro(type(kind)))

    def _is_view(self, name):
        return self._kind(name) in ("Array", "Record", *_CONTAINERS)

    def _kind(self, name):
        if type(name) is Field:
            return name.kind
        return type(dict.get(self._types, name)).__name__

    def _index_of(self, thing):
        found = get(thing, "index_var")
        return found if found is not None else get(thing, "index")

    def _flat(self, indices):
        """The parts of indices, tuples taken apart."""
        for one in indices:
            made = self._assigned.get(name_of(one)) or []
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
        name = name_of(thing)
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
            if self._kind(name_of(get(value, "value"))) in ("UniTuple", "Tuple"):
                return base | index
            return {"data"} if index or base or self._is_made(get(value, "value")) else set()
        if op in _OPERATORS:
            found = set()
            for part in ("value", "lhs", "rhs"):
                found |= self._sources(get(value, part), seen)
            lossy = getattr(get(value, "fn"), "__name__", "") in _LOSSY
            return settled("lossy", found) if lossy else found
        if op == "getattr" and get(value, "attr") in _SIZES:
            return self._lengths(get(value, "value"), seen)
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

    def _lengths(self, variable, seen=None):
        """What the sizes of an array are computed of: rows of one array are of one size."""
        seen = set() if seen is None else seen
        value = self._only(variable)
        op = get(value, "op")
        if self._kind(name_of(variable)) == "Array" and len(seen) < MAX_NAMES:
            if type(value).__name__ == "Arg":
                return {("length", get(value, "index"))}
            if type(value).__name__ == "Var":
                return self._lengths(value, seen)
            if op == "getattr" and get(value, "attr") in _VIEWS:
                return self._lengths(get(value, "value"), seen)
            if op in ("getitem", "static_getitem") and self._is_of_numbers(self._index_of(value)):
                held = get(value, "value")
                return self._lengths(held, seen) if self._kind(name_of(held)) == "Array" else (
                    self._sources(variable, seen))  # fmt: skip
        return self._sources(variable, seen)

    def _is_of_numbers(self, index):
        kind = dict.get(self._types, name_of(index))
        kinds = get(kind, "types") or [get(kind, "dtype") or kind]
        return type(index) is int or all(
            type(one).__name__ in ("Integer", "IntegerLiteral") for one in kinds
        )

    def _is_made(self, variable):
        return name_of(variable) in self._assigned

    def _of_iterable(self, variable, seen):
        """What an inner loop goes over."""
        name = name_of(variable)
        made = self._assigned.get(name) or []
        call = get(made[0], "value") if len(made) == 1 else None
        given = list(get(call, "args") or ())
        if self._global(name_of(get(call, "func"))) is not range or not 0 < len(given) <= 3:
            found = self._sources(variable, seen)
            return {"other"} if found - {"inner"} else {"inner"}
        ends = [None, *given] if len(given) == 1 else given
        start, stop, step = [self._sources(one, seen) for one in [*ends, None][:3]]
        if len(given) == 3 and start and self._constant(given[2]) not in (1, -1):
            step = {"other"}  # range(i, n, 4): each iteration has elements of its own
        return settled("range", start, stop, step)

    def _of_call(self, value, seen):
        """What a conversion to a number gives is what it was given; of range, see getiter."""
        found = set().union(*(self._sources(one, seen) for one in get(value, "args") or ()))
        function = self._global(name_of(get(value, "func")))
        if self._is_thread(name_of(get(value, "func"))):
            return {"other", "thread"}
        if function is len:
            return settled("call", self._lengths(get(value, "args")[0], seen))
        if function is slice:
            return self._of_slice(list(get(value, "args") or ()), seen)
        if function in _ROUNDING or (function in _CLAMPING and not found):
            return found
        return settled("call", found or {"other"})

    def _is_thread(self, name):
        """Whether a function tells the number of the thread."""
        made = self._assigned.get(name) or self._code.assigned(name)
        values = [get(one, "value") for one in made]
        return any(_THREAD in (get(one, "name"), get(one, "attr")) for one in values)

    def _of_slice(self, ends, seen):
        """What two stretches share: those of one length are where they begin; those of which one
        end is the same for all share that one."""
        if len(ends) != 2:
            return set().union(*(self._sources(one, seen) for one in ends))
        start, stop = [self._sources(one, seen) for one in ends]
        made = self._assigned.get(name_of(ends[1])) or []
        value = get(made[0], "value") if len(made) == 1 else None
        is_sum = getattr(get(value, "fn"), "__name__", "") == "add"
        for one, other in (("lhs", "rhs"), ("rhs", "lhs")) if is_sum else ():
            length = self._sources(get(value, other), seen) - {"inner"}
            if not length and self._is_same(get(value, one), ends[0], 0):
                return start
        if not start | stop or "loop" in start & stop:
            return start | stop
        return settled("range", start, stop, set())

    def _is_same(self, one, other, depth):
        """Whether two names are of one value: copies of it, or the same element."""
        if name_of(one) == name_of(other):
            return True
        made = [self._assigned.get(name_of(each)) or [] for each in (one, other)]
        if depth > MAX_DEPTH or any(len(each) != 1 for each in made):
            return False
        first, second = [get(each[0], "value") for each in made]
        if type(first).__name__ == "Var" or type(second).__name__ == "Var":
            of = [value if type(value).__name__ == "Var" else each
                  for value, each in ((first, one), (second, other))]  # fmt: skip
            return self._is_same(*of, depth + 1)
        if get(first, "op") != "getitem" or get(second, "op") != "getitem":
            return False
        return all(
            self._is_same(get(first, part), get(second, part), depth + 1)
            for part in ("value", "index")
        )

    def _global(self, name):
        for statement in self._assigned.get(name) or self._code.assigned(name):
            value = get(statement, "value")
            if type(value).__name__ in ("Global", "FreeVar"):
                return get(value, "value")
        return None

    def _form(self, thing, depth=0):
        """See numba.forms. What cannot be taken apart is a name by itself."""
        name = name_of(thing)
        if type(thing) is int or name is None:
            return forms.number(thing) if type(thing) is int else None
        if name in self._indices:
            return forms.named(forms.LOOP)
        made = self._assigned.get(name) or self._code.assigned(name)
        value = get(made[0], "value") if len(made) == 1 and depth < MAX_DEPTH else None
        if type(value).__name__ in ("Var", "Const", "Global", "FreeVar"):
            constant = get(value, "value")
            if type(constant) is int:
                return forms.number(constant)
            return self._form(value, depth + 1) if type(value).__name__ == "Var" else None
        function = getattr(get(value, "fn"), "__name__", "")
        if get(value, "op") == "binop" and function in forms.OPERATORS:
            left, right = (self._form(get(value, part), depth + 1) for part in ("lhs", "rhs"))
            if left is not None and right is not None:
                return forms.OPERATORS[function](left, right)
        if self._global(name_of(get(value, "func"))) in _EXACT and len(get(value, "args")) == 1:
            return self._form(get(value, "args")[0], depth + 1)
        return forms.named(name)

    def _stretch(self, thing):
        """[(form of the first place, of what is behind the last)] of what a part of an index goes
        over in one iteration, one entry for each end that it has at most; [] where that is not
        known."""
        value = self._only(thing)
        if self._global(name_of(get(value, "func"))) is slice:
            return self._within(list(get(value, "args") or ()))
        form = self._form(thing)
        found = [] if form is None else [(form, _next_to(form))]
        for name in [] if form is None else [one[0] for one in form if len(one) == 1]:
            by = form[(name,)]
            inner = [] if by < 0 or name == forms.LOOP else self._range(name)
            if inner:
                found = [
                    (
                        forms.replaced(first, name, start),
                        forms.replaced(behind, name, forms.add(stop, forms.number(-1))),
                    )
                    for first, behind in found
                    for start, stop in inner
                ]
        return found

    def _range(self, name):
        """The same of the variable of an inner loop, by steps of 1."""
        ends = self._ends(name)
        return self._within([0, *ends] if len(ends) == 1 else ends)

    def _ends(self, name):
        """What the range is given that a variable of an inner loop goes over; [] of others."""
        value = self._only(name)
        for op in ("pair_first", "iternext", "getiter"):
            value = self._only(get(value, "value")) if get(value, "op") == op else None
        is_range = self._global(name_of(get(value, "func"))) is range
        return list(get(value, "args") or ()) if is_range else []

    def _within(self, ends):
        if len(ends) != 2:
            return []
        first = self._form(ends[0])
        lasts = [self._form(one) for one in self._at_most(ends[1])]
        return [(first, one) for one in lasts if first is not None and one is not None]

    def _only(self, variable):
        """The value of a variable that is assigned in one place."""
        made = self._assigned.get(name_of(variable)) or []
        return get(made[0], "value") if len(made) == 1 else None

    def _at_most(self, variable):
        """What a number is not above: of min(a, b) both."""
        value = self._only(variable)
        if self._global(name_of(get(value, "func"))) is min:
            return list(get(value, "args") or ())
        return [variable]

    def _is_own(self, index):
        """Whether it is proven that no two iterations share a place at this part of an index: it is
        the loop's by a factor and something that is the same for all, or a stretch that is no
        longer than the factor."""
        if len(self._indices) != 1:
            return False
        return self._is_stride(index) or self._is_apart_by(self._stretch(index))

    def _is_apart_by(self, stretches):
        """The same, by what an iteration goes over at most."""
        return len(self._indices) == 1 and any(
            forms.is_apart(first, behind, self._is_fixed) for first, behind in stretches
        )

    def _are_digits(self, things):
        """Whether parts of an index are what a number of the iteration's own is taken apart to, by
        one divisor that is the same for all: [k // n, k % n]."""
        found = set()
        for thing in things:
            value = self._only(thing)
            if type(value).__name__ == "Var":
                value = self._only(value)
            function = getattr(get(value, "fn"), "__name__", "")
            if get(value, "op") != "binop" or function not in _DIGITS:
                continue
            whole, by = (self._form(get(value, part)) for part in ("lhs", "rhs"))
            if whole is None or by is None or not self._is_apart_by([(whole, _next_to(whole))]):
                continue
            names = [name for product in by for name in product]
            if all(map(self._is_fixed, names)):
                of = frozenset(whole.items()), frozenset(by.items())
                if (*of, *(set(_DIGITS) - {function})) in found:
                    return True
                found.add((*of, function))
        return False

    def _is_stride(self, index):
        """Whether it goes from the loop's index on in steps as wide as there are iterations."""
        ends = self._ends(index)
        if len(ends) != 3:
            return False
        first, step = self._form(ends[0]), self._form(ends[2])
        start, stop = (self._form(get(self._nests[0], one)) for one in ("start", "stop"))
        if None in (first, step, start, stop):
            return False
        by, rest = forms.split(first)
        room = forms.constant(forms.subtract(step, forms.subtract(stop, start)))
        names = {name for form in (rest or {}, step) for one in form for name in one}
        is_fixed = by == forms.number(1) and all(map(self._is_fixed, names))
        return is_fixed and room is not None and room >= 0

    def _is_fixed(self, name):
        """Whether a number is the same for all iterations."""
        return name != forms.LOOP and not self._sources(name) and not self._is_many(name)

    def _is_many(self, name):
        """Whether it is assigned in more than one place of the iteration."""
        return len(self._assigned.get(name) or ()) > 1

    def _constant(self, variable):
        name = name_of(variable)
        made = self._assigned.get(name) or self._code.assigned(name)
        value = get(get(made[0], "value"), "value") if len(made) == 1 else None
        return value if type(value) is int else None

    def _reads_of(self, root, variable, seen):
        """Whether a value is computed of elements of the array."""
        name = name_of(variable)
        if name in seen:
            return False
        seen.add(name)
        for statement in self._assigned.get(name) or ():
            value = get(statement, "value")
            if get(value, "op") in ("getitem", "static_getitem"):
                if self._element(get(value, "value"), 0)[0] == root:
                    return True
            elif get(value, "op") == "call" and any(
                self._element(one, 0)[0] == root for one in get(value, "args") or ()
            ):
                return True  # a function that is given the array
            elif any(self._reads_of(root, one, seen) for one in parts_of(value)):
                return True
        return False

"""What the statements of a loop, and the functions that it calls, do to what outlives an iteration:
facts, of which numba.races makes races.

An Effect is one write. Its root is the variable from outside of the loop; in a function, the number
of the parameter; of what an object holds, its Field (numba.sources). Its parts are those of the
index that leads to the place, views first: a[i][2:5][k] has three. Each has its form (numba.forms)
and the stretches that it may go over, and the sources of its value (numba.sources). What a function
does is told in forms and sources of its parameters, and the caller puts those of its arguments in
their place.
"""

from collections import namedtuple

from atfault_probe.numba import calls, forms
from atfault_probe.numba.followed import Followed
from atfault_probe.numba.places import Code
from atfault_probe.numba.sources import given, name_of, parts_of, root_of
from atfault_probe.numba.types import get

MAX_CALLS = 4
"""How deep functions that the loop calls are looked into."""
MAX_EFFECTS = 64
"""Of one function."""
CHANGING = {
    "List": ("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"),
    "ListType": ("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"),
    "Set": ("add", "remove", "discard", "pop", "clear", "update"),
    "DictType": ("pop", "popitem", "clear", "update", "setdefault"),
}
"""Methods of containers that change them."""
GENERATOR = "NumPyRandomGeneratorType"
_ARRAYS = ("sort", "fill")
_PICKING = ("eq", "ne", "mod", "and_")
"""Operators of conditions that hold for some iterations alone (i == 0, i % 2)."""
_TELLING = {"loop", "lossy", "shared", "other"}
"""Sources of a condition that are others for other iterations."""
_SHARED = ("Array", "List", "ListType", "Set", "DictType", "Record", "ClassInstanceType")
"""Types of arguments that a function may change."""

Part = namedtuple("Part", "thing form stretches sources lengths")
"""thing: the variable; None of one that a function that is called has. lengths: sources of how many
elements it has."""
Effect = namedtuple("Effect", "root parts value is_updated is_guarded is_picked method site")
"""value: sources of what is written. is_updated: it is computed of the same variable. is_guarded: a
condition of the function's decides; is_picked: one that holds for some iterations alone. method: of
one that changes a container; "" of others. site: the statement, of a function that is
looked at by itself."""


class Effects(Followed):
    """Of one loop, or function."""

    def __init__(self, parfor, body, code, types, known=None, depth=0):
        """known: of functions, by their code: (effects, reads, whether all is known)."""
        super().__init__(parfor, body, code, types)
        self._known = {} if known is None else known
        self._depth = depth
        conditions = [
            get(get(one, "cond"), "name")
            for one in self._statements()
            if type(one).__name__ == "Branch"
        ]
        self._conditions = [one for one in conditions if not self._is_of_for(one)]
        self._picks = any(self._is_picking(one, set()) for one in self._conditions)

    # -- of statements -------------------------------------------------------------------------

    def _part(self, thing):
        form, sources = self._form(thing), self._sources(thing)
        return Part(thing, form, self._stretch(thing), sources, self._lengths(thing))

    def _parts(self, indices):
        return [self._part(one) for one in self._flat(indices)]

    def _wrote(self, root, indices, value, is_updated, method=""):
        """None of what an iteration has made itself."""
        if root is None:
            return None
        picks = bool(self._conditions), self._picks
        return Effect(root, self._parts(indices), value, is_updated, *picks, method, None)

    def _element_effect(self, statement):
        root, indices = self._element(get(statement, "target"), 0)
        value = get(statement, "value")
        is_updated = root is not None and self._reads_of(root, value, set())
        indices = [*indices, self._index_of(statement)]
        return self._wrote(root, indices, self._sources(value), is_updated)

    def _in_place_effect(self, statement):
        """Of an operator that changes an array: a[begin:end] += b."""
        value = get(statement, "value")
        held = get(value, "lhs")
        if get(value, "op") != "inplace_binop" or self._kind(name_of(held)) != "Array":
            return None
        return self._wrote(*self._element(held, 0), set(), True)

    def _field_effect(self, statement):
        """Of a write to a field, of what is no constant: those are flags."""
        root, indices = self._element(get(statement, "target"), 0)
        made = self._assigned.get(name_of(get(statement, "value"))) or []
        if not made or type(get(made[0], "value")).__name__ == "Const":
            return None
        return self._wrote(root, indices, set(), True)

    def _method_effect(self, statement):
        """Of a method that changes an array, a container, or a generator."""
        held, kind, method = self._method_of(statement)
        if method in CHANGING.get(kind, ()):
            return self._wrote(*self._element(held, 0), set(), True, method)
        if kind == GENERATOR:
            return self._wrote(self._element(held, 0)[0], [], set(), True)
        if kind != "Array" or method not in _ARRAYS:
            return None
        arguments = get(get(statement, "value"), "args") or ()
        value = set().union(*[self._sources(one) for one in arguments])
        return self._wrote(*self._element(held, 0), value, method == "sort")

    def _reads(self):
        """(array, parts) of each element that is read of an array from outside of the loop."""
        for statement in self._statements():
            value = get(statement, "value")
            reads = get(value, "op") in ("getitem", "static_getitem")
            if reads and not self._is_view(name_of(get(statement, "target"))):
                root, indices = self._element(get(value, "value"), 0)
                if root is not None:
                    yield root, self._parts([*indices, self._index_of(value)])

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

    def place_of(self, statement):
        """Of what is written: [line, end line, column, end column]."""
        kind = type(statement).__name__
        line = get(get(statement, "loc"), "line")
        names = {"SetAttr": ("STORE_ATTR",)}.get(kind, ("STORE_SUBSCR",))
        if kind in ("SetItem", "StaticSetItem", "SetAttr"):
            return self._code.of_instruction(names, line) or [line, None, None, None]
        return self._code.of_statement(statement) or [line, None, None, None]

    # -- of calls ------------------------------------------------------------------------------

    def _passed_on(self, call):
        """([effects], [(array, parts) that are read], whether that is all) of a call."""
        function, arguments = self._callee(call)
        effects, reads, is_whole = self._effects_of(call, function, arguments)
        if not effects and not reads:
            return [], [], is_whole
        own = [self._part(one) for one in arguments]
        written = [
            one._replace(root=root, parts=parts, value=given(one.value, *_sources_of(own)))
            for one in effects
            for root, parts in self._handed(one.root, one.parts, arguments, own)
        ]
        read = [each for root, parts in reads for each in self._handed(root, parts, arguments, own)]
        return written, read, is_whole

    def _handed(self, root, parts, arguments, own):
        """What a parameter's element is here: (variable, parts)."""
        number, fields = root_of(root)
        root, indices = (
            self._element(arguments[number], 0) if number < len(arguments) else (None, ())
        )
        if root is not None:
            for one in fields:
                root = one._replace(held=root)
            yield root, [*self._parts(indices), *[_here(one, own) for one in parts]]

    def _callee(self, call):
        """(the function that is called, None for none that is a global; its arguments): of a method
        of a jitclass the instance first."""
        name, arguments = name_of(get(call, "func")), list(get(call, "args") or ())
        if get(call, "op") != "call":
            return None, []
        made = [get(one, "value") for one in self._assigned.get(name) or ()]
        if len(made) == 1 and get(made[0], "op") == "getattr":
            held = get(made[0], "value")
            methods = get(dict.get(self._types, name_of(held)), "jit_methods") or {}
            return dict.get(methods, get(made[0], "attr")), [held, *arguments]
        function = self._global(name)
        if function is None:  # passed as an argument
            function = get(dict.get(self._types, name), "dispatcher")
        return function, arguments

    def _effects_of(self, call, function, arguments):
        """As `_passed_on`, in the words of the function that is called."""
        if function is None or not calls.is_dispatcher(function):
            return [], [], True
        plain = not get(call, "vararg") and not get(call, "kws") and self._depth < MAX_CALLS
        code = get(function, "py_func").__code__
        if plain and code not in self._known:
            self._known[code] = [], [], False  # of one that calls itself, nothing more is asked
            for compiled in list((get(function, "overloads") or {}).values())[:1]:
                annotation = get(compiled, "type_annotation")
                blocks, types = get(annotation, "blocks"), get(annotation, "typemap")
                if blocks and types:
                    callee = Callee(code, types, blocks, self._known, self._depth + 1)
                    self._known[code] = callee.effects()
        effects, reads, is_whole = self._known[code] if plain else ([], [], False)
        is_handed = any(
            self._kind(name_of(one)) in _SHARED and self._element(one, 0)[0] is not None
            for one in arguments
        )
        return effects, reads, is_whole or not is_handed

    # -- conditions ----------------------------------------------------------------------------

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


class Callee(Effects):
    """A function, called in a loop or by itself: what it does to its arguments."""

    def __init__(self, function, types, blocks, known, depth):
        code = Code(None, None)
        code.code = function
        super().__init__(None, blocks, code, types, known, depth)
        self.blocks = blocks

    def is_picking(self, condition):
        return self._is_picking(condition, set())

    def effects(self):
        """([Effect], [(number, parts)] that it reads, whether that is all)."""
        found, reads, is_whole = [], list(self._reads()), True
        for statement in self._statements():
            kind = type(statement).__name__
            here = []
            if kind in ("SetItem", "StaticSetItem"):
                here.append(self._element_effect(statement))
            elif kind == "SetAttr":
                here.append(self._field_effect(statement))
            elif kind == "Assign":
                written, read, is_known = self._passed_on(get(statement, "value"))
                picks = bool(self._conditions), self._picks
                here += [
                    one._replace(
                        is_guarded=one.is_guarded or picks[0], is_picked=one.is_picked or picks[1]
                    )
                    for one in written
                ]
                reads += read
                is_whole = is_whole and is_known
                here += [self._in_place_effect(statement), self._method_effect(statement)]
            found += [one._replace(site=statement) for one in here if one is not None]
        found = [
            one._replace(parts=list(map(self._outward, one.parts)))
            for one in found
            if type(root_of(one.root)[0]) is int
        ]
        reads = [
            (root, list(map(self._outward, parts)))
            for root, parts in reads
            if type(root_of(root)[0]) is int
        ]
        is_whole = (
            is_whole
            and not self._is_cut()
            and len(found) <= MAX_EFFECTS
            and len(reads) <= MAX_EFFECTS
        )
        return found[:MAX_EFFECTS], reads[:MAX_EFFECTS], is_whole

    def _outward(self, part):
        """A part in forms of the parameters alone."""
        stretches = [tuple(map(self._by_parameters, pair)) for pair in part.stretches]
        known = [pair for pair in stretches if None not in pair]
        return part._replace(thing=None, form=self._by_parameters(part.form), stretches=known)

    def _by_parameters(self, form):
        """None of one that has other names, too."""
        names = {name for product in form or () for name in product}
        numbers = {name: get(self._only(name), "index") for name in names
                   if type(self._only(name)).__name__ == "Arg"}  # fmt: skip
        if form is None or set(numbers) != names:
            return None
        return forms.substituted(
            form, {name: forms.named(_parameter(one)) for name, one in numbers.items()}
        )


def _parameter(number):
    """Its name in forms."""
    return "\0%d" % number


def _sources_of(parts):
    return [one.sources for one in parts], [one.lengths for one in parts]


def _here(part, own):
    """A part of a function's as it is where that is called. own: parts of the arguments."""
    by = {_parameter(number): one.form for number, one in enumerate(own) if one.form is not None}
    form = _put(part.form, by)
    stretches = [(_put(first, by), _put(behind, by)) for first, behind in part.stretches]
    stretches = [pair for pair in stretches if None not in pair]
    return Part(None, form, stretches, given(part.sources, *_sources_of(own)), set())


def _put(form, by):
    """None where a parameter is left, of which the argument has no form."""
    found = None if form is None else forms.substituted(form, by)
    names = [name for product in found or () for name in product]
    is_left = any(name[0] == "\0" and name != forms.LOOP for name in names)
    return None if is_left else found

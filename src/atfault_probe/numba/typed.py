"""A function interpreted with the types that Numba gave to its operations.

Each operator of two values or of one computes what it computes in Python, unless the type that
Numba has for it holds another number: whole numbers keep the bits that their type has room for, and
what Numba computes as floating-point numbers is computed so. Where that comes to what the compiled
function came to, the places where the numbers were others are the reason.

    {what: "wrap" | "width" | "whole", file, line, place, function, name: the expression, value: the
     number that Python has, python, numba: types of the operands, kind: Numba's of the result,
     reported: numpy warns of an overflow there}
"""

import math
import operator
import sys

from atfault_probe.numba.places import Code
from atfault_probe.numba.types import get
from atfault_probe.plain.types import module_dict

MAX_EVENTS = 8
MAX_SOURCE = 4 << 20
MAX_BITS = 4096
"""Of a whole number that is looked at."""
_BINARY = {"Add": "add", "Sub": "sub", "Mult": "mul", "Div": "truediv", "FloorDiv": "floordiv",
           "Mod": "mod", "Pow": "pow", "LShift": "lshift", "RShift": "rshift", "BitOr": "or_",
           "BitXor": "xor", "BitAnd": "and_", "MatMult": "matmul"}  # fmt: skip
_COMPARED = {"Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge", "Eq": "eq", "NotEq": "ne"}
_UNARY = {"USub": "neg", "UAdd": "pos", "Invert": "invert"}
_OPERATIONS = ("BinOp", "UnaryOp", "AugAssign", "Compare")
_FLOATS = ("float64", "float32")
_NAME = "__atfault_computed"


class Typed:
    """Functions as Numba has typed them, by their code."""

    def __init__(self, dispatchers):
        """dispatchers: compiled just now."""
        self.events = []
        self._numpy = module_dict("numpy")
        self._functions = {}
        self._places = []
        for one in dispatchers:
            function = get(one, "py_func")
            try:
                made = _Made(function, _types(one), self).function()
            except Exception:
                continue
            if made is not None:
                self._functions[function.__code__] = made

    def of(self, function):
        """The function itself where it could not be made."""
        return self._functions.get(function.__code__, function)

    def known(self, code, place, expression):
        """The number of a place."""
        self._places.append((code, place, expression))
        return len(self._places) - 1

    def computed(self, name, kinds, number, values):
        """The value of an operation. kinds: see _types, None when unknown. number: of its place."""
        apply = getattr(operator, name)
        if kinds is None or not all(map(self._is_number, values)):
            return apply(*values)
        try:
            result = apply(*values)
        except OverflowError:
            result = None  # numpy's, of an integer that the other operand's type does not hold
        try:
            *given, returned = kinds
            as_bool = name == "invert" and returned == "bool"  # ~True is False
            typed = operator.not_ if as_bool else apply
            typed_values = [self._as(*one) for one in zip(values, given)]
            if name.endswith("shift"):
                typed_values[1] %= _bits(returned)  # as the processor does
            other = self._as(typed(*typed_values), returned)
        except (ArithmeticError, ValueError, TypeError):
            return apply(*values)
        if other == result or (other != other and result != result):
            return result
        self._note(kinds, self._places[number], values, result, self._is_reported(apply, values))
        return other

    def _is_reported(self, apply, values):
        """Whether numpy itself says of an operation that its result does not fit."""
        try:
            with self._numpy["errstate"](over="raise"):
                apply(*values)
        except (FloatingPointError, OverflowError):
            return True
        return False

    def _is_number(self, value):
        if isinstance(value, self._numpy["generic"]):
            return value.dtype.kind in "iufb"
        return type(value) in (int, float, bool)

    def _as(self, value, kind):
        """A number in a type of Numba's. Raises ValueError where it cannot be told."""
        value = value.item() if isinstance(value, self._numpy["generic"]) else value
        if kind in _FLOATS and type(value) is complex:
            return math.nan  # of the power of a negative number
        if kind in _FLOATS:
            return float(value if kind == "float64" else self._numpy["float32"](value))
        if kind == "bool":
            return bool(value)
        signed, bits = kind.startswith("int"), _bits(kind)
        value = int(value)  # of a negative power
        if value.bit_length() > MAX_BITS:
            raise ValueError
        value &= (1 << bits) - 1
        return value - (1 << bits) if signed and value >> (bits - 1) else value

    def _what(self, kinds, result):
        if set(kinds) & set(_FLOATS):
            return "width"
        if isinstance(result, float):
            return "whole"
        fits = result is None or self._as(result, kinds[-1]) == result
        return "width" if fits else "wrap"  # numpy's own type was the narrower one

    def _note(self, kinds, place, values, result, is_reported):
        code, where, expression = place
        known = [(one["file"], one["place"]) for one in self.events]
        if (code.co_filename, where) in known or len(self.events) >= MAX_EVENTS:
            return
        if result is None and self.events:
            return  # of a number that was another before
        scalar = isinstance(result, self._numpy["generic"])
        python = [getattr(one, "dtype", type(one)) for one in values]
        python = [getattr(one, "name", None) or one.__name__ for one in python]
        self.events.append(
            {
                "what": self._what(kinds, result),
                "file": code.co_filename,
                "line": where[0],
                "place": where,
                "function": code.co_name,
                "name": expression,
                "value": repr(result.item() if scalar else result)[:80],
                "python": " and ".join(dict.fromkeys(python)),
                "numba": " and ".join(dict.fromkeys(kinds[:-1])),
                "kind": kinds[-1],
                "reported": is_reported,
            }
        )


def _bits(kind):
    return int(kind.lstrip("uintflo"))


def _types(dispatcher):
    """{(line, end line, column, end column): types} of operations that have the same for all types
    of arguments. types: those that Numba computes the operation of, and that of the result."""
    code = Code(None, None)
    code.code = get(dispatcher, "py_func").__code__
    found = {}
    for overload in list((get(dispatcher, "overloads") or {}).values()):
        annotation = get(overload, "type_annotation")
        signatures = get(annotation, "calltypes") or {}
        for block in dict(get(annotation, "blocks") or {}).values():
            for statement in get(block, "body") or ():
                value = get(statement, "value")
                if get(value, "op") in ("binop", "inplace_binop", "unary") and value in signatures:
                    place = code.of_statement(statement)
                    if place is not None and None not in place:
                        found.setdefault(tuple(place), set()).add(_kinds(signatures[value]))
    return {place: kinds.pop() for place, kinds in found.items() if len(kinds) == 1}


def _kinds(signature):
    kinds = [*(get(signature, "args") or ()), get(signature, "return_type")]
    kinds = [get(get(one, "literal_type") or one, "name") for one in kinds]
    return tuple("bool" if one == "boolean" else one for one in kinds)


def _is_of_number(kind):
    digits = kind.lstrip("uintfloa") if type(kind) is str else ""
    return kind == "bool" or (
        digits in ("8", "16", "32", "64") and kind[: -len(digits)] in ("int", "uint", "float")
    )


class _Made:
    """One function, made of its source with calls in place of operators."""

    def __init__(self, function, types, typed):
        self._function = function
        self._types = types
        self._typed = typed
        self._ast = sys.modules["ast"]

    def function(self):
        """None where its source is not known."""
        code, ast = self._function.__code__, self._ast
        with open(code.co_filename, "rb") as file:
            tree = ast.parse(file.read(MAX_SOURCE))
        nodes = [one for one in ast.walk(tree) if type(one).__name__ == "FunctionDef"]
        nodes = [
            one
            for one in nodes
            if one.name == code.co_name
            and min([one.lineno, *[each.lineno for each in one.decorator_list]])
            == code.co_firstlineno
        ]
        if len(nodes) != 1:
            return None
        (node,) = nodes
        node.decorator_list, node.returns = [], None
        node.body = [self._changed(one) for one in node.body]
        names = code.co_freevars
        outer = ast.parse("def outer(%s):\n    pass" % ", ".join(names))
        outer.body[0].body = [node]
        ast.fix_missing_locations(outer)
        made = self._code_of(compile(outer, code.co_filename, "exec"), code.co_name)
        cells = dict(zip(names, self._function.__closure__ or ()))
        space = self._function.__globals__
        space[_NAME] = self._typed.computed
        closure = tuple(cells[name] for name in made.co_freevars)
        new = type(self._function)(made, space, code.co_name, self._function.__defaults__, closure)
        new.__kwdefaults__ = self._function.__kwdefaults__
        new.__module__ = self._function.__module__
        return new

    def _text(self, node):
        node = node.target if type(node).__name__ == "AugAssign" else node
        return self._ast.unparse(node)[:80]

    def _code_of(self, module, name):
        inner = [one for one in module.co_consts if hasattr(one, "co_consts")]
        return next(one for one in inner[0].co_consts if getattr(one, "co_name", None) == name)

    def _changed(self, node):
        """The node, or what comes in its place, with all below it."""
        text = self._text(node) if type(node).__name__ in _OPERATIONS else ""
        for field, value in list(self._ast.iter_fields(node)):
            if isinstance(value, list):
                kept = [self._changed(o) if isinstance(o, self._ast.AST) else o for o in value]
                setattr(node, field, kept)
            elif isinstance(value, self._ast.AST):
                setattr(node, field, self._changed(value))
        kind = type(node).__name__
        if kind == "BinOp":
            return self._call(_BINARY[type(node.op).__name__], node, [node.left, node.right], text)
        if kind == "UnaryOp" and type(node.op).__name__ in _UNARY:
            return self._call(_UNARY[type(node.op).__name__], node, [node.operand], text)
        if kind == "Compare" and len(node.ops) == 1 and type(node.ops[0]).__name__ in _COMPARED:
            name = _COMPARED[type(node.ops[0]).__name__]
            return self._call(name, node, [node.left, node.comparators[0]], text)
        if kind == "AugAssign" and type(node.target).__name__ == "Name":
            name = "i" + _BINARY[type(node.op).__name__].rstrip("_")
            loaded = self._ast.Name(node.target.id, self._ast.Load())
            value = self._call(name, node, [loaded, node.value], text)
            return self._ast.copy_location(self._ast.Assign([node.target], value), node)
        return node

    def _call(self, name, node, values, text):
        place = (node.lineno, node.end_lineno, node.col_offset, node.end_col_offset)
        kinds = self._types.get(place)
        kinds = kinds if kinds is not None and all(map(_is_of_number, kinds)) else None
        number = self._typed.known(self._function.__code__, list(place), text)
        arguments = [self._ast.Constant(one) for one in (name, kinds, number)]
        call = self._ast.Call(
            self._ast.Name(_NAME, self._ast.Load()),
            [*arguments, self._ast.Tuple(values, self._ast.Load())],
            [],
        )
        return self._ast.copy_location(call, node)

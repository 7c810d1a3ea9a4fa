"""Why Numba could not make code of a function that it has types for: see numba.facts."""

from atfault_probe.numba import calls
from atfault_probe.numba.operands import INSTRUCTIONS, MAX_OPERANDS, Operands
from atfault_probe.numba.places import line_of, own_name
from atfault_probe.numba.types import get, plain_type

_STATEMENTS = {"SetAttr": "setattr", "SetItem": "setitem", "StaticSetItem": "setitem",
               "DelItem": "delitem"}  # fmt: skip
_PARTS = (("object", ("target",)), ("index", ("index", "index_var")), ("value", ("value",)))
"""Role in the representation's statements → their fields."""


class Lowered(Operands):
    """Operands of a function that is typed as a whole."""

    def __init__(self, code, types):
        Operands.__init__(self, code, None)
        self._types = types or {}

    def numba_type(self, name):
        return dict.get(self._types, name)


def of_lowering(told, code, frames):
    """A value that cannot be converted to the type that it must have, or a statement that Numba has
    types for and no code; whether it was that."""
    values = [frame.f_locals for _, function, frame in frames if function == "cast"]
    statements = [
        frame.f_locals.get("inst") for _, function, frame in frames if function == "lower_inst"
    ]
    types = [plain_type(values[-1].get(name)) for name in ("fromty", "toty")] if values else []
    kind = type(statements[-1]).__name__ if statements else ""
    name = _STATEMENTS.get(kind)
    value = get(statements[-1], "value") if kind == "Assign" else None
    if types and None not in types and _is_unified(told, code, statements[-1:], frames):
        return True
    if types and None not in types:
        told["what"], told["callee"] = "operator", "cast"
        for role, one in zip(("value", "wanted"), types):
            told["operands"].append(
                {"role": role, "name": "", "type": one, "place": None, "origins": []}
            )
    elif name is not None:
        told["what"], told["callee"] = "setattr" if name == "setattr" else "operator", name
        told["attribute"], told["near"] = get(statements[-1], "attr") or "", []
        lower = next(one.f_locals.get("self") for _, at, one in frames if at == "lower_inst")
        operands = Lowered(code, get(get(lower, "fndesc"), "typemap"))
        for role, fields in _PARTS:
            parts = [get(get(statements[-1], one), "name") for one in fields]
            told["operands"] += [operands.operand(role, one) for one in parts if type(one) is str]
        if name == "setattr":
            operands.add_field(told, get(get(statements[-1], "target"), "name"))
    elif get(value, "op") in ("getitem", "static_getitem"):
        told["what"], told["callee"] = "operator", "getitem"
        lower = next(one.f_locals.get("self") for _, at, one in frames if at == "lower_inst")
        operands = Lowered(code, get(get(lower, "fndesc"), "typemap"))
        for role, part in (("object", "value"), ("index", "index_var"), ("index", "index")):
            one = get(get(value, part), "name")
            told["operands"] += [operands.operand(role, one)] if type(one) is str else []
    elif not (get(value, "op") == "call" and _is_miscounted(told, code, value, frames)):
        return False
    if statements:
        line = line_of(statements[-1])
        place = code.of_instruction(INSTRUCTIONS[name], line) if name and line else None
        told["place"] = place or code.of_statement(statements[-1])
    return True


def of_bounds(told, code, state):
    """A prange() whose bounds are no whole numbers, of which LLVM takes no code; whether it was
    that."""
    operands = Lowered(code, get(state, "typemap"))
    for statement in code.statements():
        for nest in get(statement, "loop_nests") or ():
            bounds = [get(get(nest, one), "name") for one in ("start", "stop", "step")]
            wrong = [one for one in bounds if type(operands.numba_type(one)).__name__ == "Float"]
            if wrong:
                told.update(what="call", callee="numba.prange", vararg=False)
                told["operands"] = [operands.operand("argument", one) for one in wrong]
                line = line_of(statement)
                told["place"] = code.before(("GET_ITER",), line) or [line, None, None, None]
                return True
    return False


def _is_miscounted(told, code, call, frames):
    """Whether a jitclass is made with another number of arguments than its constructor has: type
    inference fills in its defaults, and what makes the code does not."""
    lower = next(one.f_locals.get("self") for _, at, one in frames if at == "lower_inst")
    operands = Lowered(code, get(get(lower, "fndesc"), "typemap"))
    kind = operands.numba_type(get(get(call, "func"), "name"))
    made = get(kind, "instance_type") if type(kind).__name__ == "ClassType" else None
    constructor = (get(made, "jit_methods") or {}).get("__init__")
    if constructor is None or not calls.is_dispatcher(constructor) or get(call, "vararg"):
        return False
    dispatcher = calls.told_dispatcher("", constructor)
    dispatcher["arguments"], dispatcher["defaults"] = dispatcher["arguments"][1:], 0
    dispatcher["function"]["name"] = str(get(kind, "class_name"))
    given = [(get(one, "name"), "") for one in get(call, "args") or ()]
    given += [(get(one, "name"), name) for name, one in get(call, "kws") or ()]
    if dispatcher["vararg"] or len(given) == len(dispatcher["arguments"]):
        return False
    told["what"], told["dispatcher"], told["vararg"] = "call", dispatcher, False
    told["called"] = operands.operand("function", get(get(call, "func"), "name"))
    told["callee"] = (told["called"]["type"] or {}).get("v", "")
    for name, keyword in given[:MAX_OPERANDS]:
        told["operands"].append(dict(operands.operand("argument", name), keyword=keyword))
    return True


def _is_unified(told, code, statements, frames):
    """Whether a value cannot become what its variable is elsewhere: then its assignments."""
    variable = own_name(get(get(statements[0], "target"), "name")) if statements else ""
    if not variable or type(get(statements[0], "value")).__name__ != "Var":
        return False
    lower = next(one.f_locals.get("self") for _, at, one in frames if at == "lower_inst")
    operands, types = Lowered(code, get(get(lower, "fndesc"), "typemap")), []
    for statement in code.statements():
        value = get(get(statement, "value"), "name")
        name = get(get(statement, "target"), "name")
        if type(statement).__name__ == "Assign" and own_name(name) == variable != own_name(value):
            kind = operands.type_of(value) or operands.type_of(name)
            origin = {"kind": "expression", "name": variable, "index": None}
            types.append(dict(origin, place=code.of_statement(statement), type=kind))
    if len({(one["type"] or {}).get("n") for one in types}) < 2:
        return False
    told["what"], told["variable"], told["types"] = "unify", variable, types[:MAX_OPERANDS]
    return True


def is_in(statement, code):
    """Whether a statement is one of the function's, and no part of a loop that was taken out."""
    file = get(get(statement, "loc"), "filename")
    return line_of(statement) is not None and file == getattr(code.code, "co_filename", file)


def is_of_a_loop(told):
    return told["function"]["name"].startswith("__numba_parfor")


def in_loop_of(code, frames):
    """The place of the statement that was lowered in a function that Numba made of a loop."""
    for _, function, frame in reversed(frames):
        one = frame.f_locals.get("inst") if function == "lower_inst" else None
        if one is not None and is_in(one, code):
            return code.of_statement(one)
    return None

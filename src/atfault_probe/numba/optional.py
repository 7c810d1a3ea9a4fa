"""A value that may be None, was None, and was taken for what it is else: compiled code raises a
TypeError ("expected int64, got None", numba/core/optional.py) without a line.
"""

import re

from atfault_probe.numba import calls
from atfault_probe.numba import globals as numba_globals
from atfault_probe.numba.lowered import Lowered
from atfault_probe.numba.places import Code
from atfault_probe.numba.types import get, is_programs_module

_SAID = re.compile(r"expected (.{1,300}), got None")
_OPERANDS = ("lhs", "rhs", "value", "index")
"""Of an expression of the representation; others have args."""


def of_frames(error, frames):
    """The record of numba.facts, "raised": of the one expression in which variables that may be
    None are first taken for another type. None where several are, or none.

    frames: numba.facts.frames_of the traceback.
    """
    said = _SAID.fullmatch(error.args[0]) if error.args and type(error.args[0]) is str else None
    if type(error) is not TypeError or said is None:
        return None
    if not frames or not is_programs_module(frames[-1][0]):
        return None
    found, seen = {}, []
    for _, one in calls.dispatchers_of(frames[-1][2]):
        for dispatcher in numba_globals.reached(one):
            if not any(dispatcher is other for other in seen):
                seen.append(dispatcher)
                for code, statement, operand in _uses(dispatcher, said.group(1)):
                    variable = operand["name"] or operand["origins"]
                    found.setdefault((code.code, str(variable)), (code, statement, operand))
    statements = {id(statement) for _, statement, _ in found.values()}
    if len(statements) != 1:
        return None
    code, statement, _ = next(iter(found.values()))
    told = calls.refusal(error, code.told(), "optional", code.of_statement(statement))
    told.update(what="raised", operands=[operand for _, _, operand in found.values()])
    return told


def _uses(dispatcher, wanted):
    """(Code, statement, operand) of each use of what may be None as the type of that name."""
    for compiled in list((get(dispatcher, "overloads") or {}).values()):
        annotation = get(compiled, "type_annotation")
        types, signatures = get(annotation, "typemap"), get(annotation, "calltypes")
        if not types or not signatures or not get(annotation, "blocks"):
            continue  # it came out of a cache
        code = Code(None, annotation)
        code.code = get(dispatcher, "py_func").__code__
        operands = Lowered(code, types)
        for statement in code.statements():
            value = get(statement, "value")
            if type(value).__name__ != "Expr":
                continue
            named = get(value, "args") or [get(value, one) for one in _OPERANDS]
            names = [get(one, "name") for one in named if get(one, "name") is not None]
            for name, taken in zip(names, get(signatures.get(value), "args") or ()):
                kind = operands.numba_type(name)
                is_one = type(kind).__name__ == "Optional" != type(taken).__name__
                if is_one and str(get(kind, "type")) == wanted:
                    yield code, statement, operands.operand("value", name)

"""What is wrong with a `with objmode(…)` of a function that Numba compiles."""

from atfault_probe.numba.places import own_name
from atfault_probe.numba.types import get

_BODY = "mutate_with_body"
_WITH = ("BEFORE_WITH", "SETUP_WITH", "LOAD_SPECIAL")
_FOUND = (("not_annotated", "objmode"), ("extra_annotated", "objmode_extra"))
"""Local of Numba's function that turns the block into a call → the name that it has here."""


def of_context(told, code, frames):
    """Variables that leave the block without a type, or types for such as do not; whether it was
    that."""
    for _, function, frame in reversed(frames):
        values = frame.f_locals
        if function != _BODY:
            continue
        for local, name in _FOUND:
            variables = values.get(local)
            if type(variables) is set and variables:
                told["what"], told["name"] = "construct", name
                told["place"] = _place(code, values)
                told["operands"] = [_operand(one) for one in sorted(variables, key=str)]
                return True
    return False


def _place(code, values):
    blocks = values.get("blocks")
    block = blocks.get(values.get("blk_start")) if type(blocks) is dict else None
    line = get(get(block, "loc"), "line")
    if type(line) is not int:
        return None
    return code.before(_WITH, line) or [line, None, None, None]


def _operand(name):
    shown = own_name(name) or (name if type(name) is str else "")
    return {"role": "value", "name": shown, "type": None, "place": None, "origins": []}

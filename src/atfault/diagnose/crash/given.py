"""What the failing call was given, as far as the operands of its caller tell."""

from __future__ import annotations

from atfault.diagnose.facts import calling_frame
from atfault.model.state import ProcessState
from atfault.model.values import Value

CONTAINERS = ("list", "tuple", "dict", "set", "frozenset")


def given_values(state: ProcessState) -> list[tuple[str, Value]]:
    """Each value, by the name of a variable of the caller that holds it."""
    caller = calling_frame(state)
    values = () if caller is None else caller.values
    names = {value.address: one.name for one, value in values if one.kind != "operand"}
    return [
        (names.get(value.address, "") * (not is_none(value)) or one.name, value)
        for one, value in values
        if one.is_passed
    ]


def is_none(value: Value) -> bool:
    return value.type == "NoneType"


def empty_arguments(state: ProcessState) -> list[str]:
    """The arrays and lists without elements that the failing call was given."""
    return [name for name, value in given_values(state) if _has_no_elements(value)]


def _has_no_elements(value: Value) -> bool:
    if value.buffer is not None:
        return 0 in value.buffer.shape
    return value.type in CONTAINERS and not value.children and value.items is None

"""use-after-free of a ctypes callback, told by where ctypes failed."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.callbacks import caller_of_dead_callback
from atfault.diagnose.exit_phase import exit_phase
from atfault.diagnose.facts import SIGBUS, SIGSEGV, describe_frame, fault_address, is_at_stack_end
from atfault.diagnose.rule import Need, rule
from atfault.model.case import Case
from atfault.model.findings import Advice, Evidence, Finding


@rule(
    "freed-callback",
    causes=("use-after-free",),
    needs=(Need.SIGNAL,),
    on=(SIGSEGV, SIGBUS),
    partly=(Need.INTERPRETER,),
)
def freed_callback(case: Case) -> Iterator[Finding]:
    """Native code called a ctypes callback whose Python object had been destroyed.

    `CFUNCTYPE(…)(function)` makes an object, and a piece of code that C can call as long as that
    object lives. A library that keeps the pointer keeps no reference. When the object is gone, a
    call ends in ctypes, which finds no function to call, or in memory that is no code any more.

    What to do: keep the callback in a variable, an attribute or a list that lives as long as the
    library may call it.
    """
    state = case.process
    caller = caller_of_dead_callback(state)
    if caller is None or exit_phase(state) is not None or is_at_stack_end(state):
        return
    address = fault_address(state)
    where = "" if address is None else f", and followed what it found there to {address:#x}"
    yield Finding(
        cause="use-after-free",
        summary=f"{describe_frame(caller)} called a ctypes callback that is gone",
        confidence="likely",
        evidence=(
            Evidence(f"ctypes looked into the callback's object for the Python function{where}"),
            Evidence("a callback is gone with its Python object, whatever pointer C still has"),
        ),
        advice=(
            Advice(
                "keep the callback (what CFUNCTYPE(…)(function) returned) in a variable that lives "
                "as long as C may call it"
            ),
        ),
    )

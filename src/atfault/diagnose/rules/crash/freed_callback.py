"""use-after-free of a callback that C called, told by where the call failed."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.crash.callbacks import dead_callback
from atfault.diagnose.crash.exit_phase import exit_phase
from atfault.diagnose.facts import (
    SIGBUS,
    SIGILL,
    SIGSEGV,
    describe_frame,
    fault_address,
    is_at_stack_end,
)
from atfault.diagnose.rule import Need, rule
from atfault.model.case import Case
from atfault.model.findings import Finding


@rule(
    "freed-callback",
    causes=("use-after-free",),
    needs=(Need.SIGNAL,),
    on=(SIGSEGV, SIGBUS, SIGILL),
    partly=(Need.INTERPRETER,),
)
def freed_callback(case: Case) -> Iterator[Finding]:
    """Native code called a callback of ctypes or cffi whose Python object had been destroyed.

    `CFUNCTYPE(…)(function)` and `ffi.callback(…)` make an object, and a piece of code that C can
    call as long as that object lives. A library that keeps the pointer keeps no reference. When the
    object is gone, a call ends in ctypes, which finds no function to call, in libffi, which finds
    no description of the call, or in memory that holds other code, or none, by now.

    What to do: keep the callback in a variable, an attribute or a list that lives as long as the
    library may call it.
    """
    state = case.process
    call = dead_callback(state)
    if call is None or exit_phase(state) is not None or is_at_stack_end(state):
        return
    address = fault_address(state)
    where = "" if address is None else f", and followed what it found there to {address:#x}"
    failed = {
        "object": f"ctypes looked into the callback's object for the Python function{where}",
        "closure": f"libffi looked into the callback's memory for how to call it{where}",
        "code": "what ran lies where libffi keeps the code of callbacks, and is of none any more",
    }[call.failed]
    kept = {"ctypes": "CFUNCTYPE(…)(function)", "cffi": "ffi.callback(…)"}
    made = kept.get(call.maker, " or ".join(kept.values()))
    yield Finding.of(
        summary=f"{describe_frame(call.caller)} called a {call.maker} callback that is gone",
        confidence="likely",
        evidence=(
            failed,
            "a callback is gone with its Python object, whatever pointer C still has",
        ),
        advice=(
            f"keep the callback (what {made} returned) in a variable that lives as long as C "
            "may call it",
        ),
    )

"""out-of-bounds, of bytecode that was made by hand."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import own_lines
from atfault.diagnose.facts import SIGABRT, SIGBUS, SIGILL, SIGSEGV
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.way import actor
from atfault.model.case import Case
from atfault.model.findings import Finding


@rule(
    "broken-bytecode",
    causes=("out-of-bounds",),
    needs=(Need.SIGNAL,),
    on=(SIGABRT, SIGSEGV, SIGBUS, SIGILL),
    partly=(Need.INTERPRETER,),
)
def broken_bytecode(case: Case) -> Iterator[Finding]:
    """A function runs bytecode that Python's compiler cannot have made.

    The interpreter trusts bytecode: it does not look whether an instruction is the last one, or
    whether there is anything on the value stack to take off. `code.replace(co_code=...)`,
    `types.CodeType(...)`, marshal data of another version of Python, and tools that rewrite code
    can make such code.

    What to do: look at what made or changed the code object of the function named.
    """
    state = case.process
    words, crashed = state.objects.bytecode_fault, state.crashed
    innermost = crashed and next((f.python for f in crashed.stack.frames if f.python), None)
    if not words or crashed is None or innermost is None:
        return
    lines, name = own_lines(crashed), innermost.code.name
    # Which line of it that would be, nothing can tell.
    callers = [
        line for line in lines if line.function != name or line.file != innermost.code.filename
    ]
    yield Finding.of(
        summary=f"{name} {words}, and {actor(state)} failed over what it found there",
        confidence="likely",
        blame=(*callers, *(line for line in lines if line not in callers)),
        evidence=(
            f"{name} begins at line {innermost.code.first_line} of its file; no compiler makes "
            "instructions like those of its code object",
        ),
        advice=(f"look at what made the code object of {name}, with code.replace() for instance",),
    )

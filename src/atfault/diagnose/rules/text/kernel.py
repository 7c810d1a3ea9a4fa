"""What a line of the kernel's log tells of a crash."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Confidence, Evidence, Finding, SourceLine
from atfault.model.given import KernelText

FIRST_PAGES = 1 << 16
PRESENT, WRITE, FETCH = 1, 2, 16
CAUSES = (
    "null-dereference", "wild-pointer", "write-to-read-only", "bad-code-pointer", "stack-overflow",
    "illegal-instruction", "integer-division-by-zero", "out-of-memory",
)  # fmt: skip


@rule("kernel-line", family="text", causes=CAUSES, plain_title=True)
def kernel_line(case: Case) -> Iterator[Finding]:
    """A line of the kernel's log (dmesg, journalctl -k) tells which access failed, and where.

    "segfault at 8 ip … error 4 in libfoo.so[…]": the address, the instruction, and whether it was
    read, written or run. Where the module is on this machine, its function is named.

    What to do: the line has no stack. Ask for a core, or run the program under atfault.
    """
    given = case.given
    if isinstance(given, Absent) or isinstance(given.kernel, Absent) or given.is_build:
        return
    line = given.kernel
    cause, summary, sure = _what(line)
    yield Finding(
        cause=cause,
        summary=summary,
        confidence=sure,
        evidence=tuple(map(Evidence, _evidence(line))),
        advice=(
            Advice("the line has no stack: run it again under atfault", "atfault run …"),
            Advice("or ask for a core, and explain that", "atfault core CORE"),
        ),
        quotes=(SourceLine(line.line, line.text),),
        title=f"The kernel ended {line.process}[{line.pid}]",
    )


def _what(line: KernelText) -> tuple[str, str, Confidence]:
    where = _where(line)
    if line.kind == "oom":
        return "out-of-memory", f"{line.process} was killed: there was no memory left", "certain"
    if line.kind == "invalid-opcode":
        return (
            "illegal-instruction",
            f"the processor does not know an instruction{where}",
            "certain",
        )
    if line.kind == "divide":
        return (
            "integer-division-by-zero",
            f"an integer was divided by zero{where}, or the result did not fit",
            "certain",
        )
    if line.kind in ("protection", "bus"):
        return "wild-pointer", f"an address that no program may have was used{where}", "likely"
    address, error = line.address or 0, line.error or 0
    done = "run as code" if error & FETCH else "written" if error & WRITE else "read"
    if error & FETCH or line.ip == address:
        return (
            "bad-code-pointer",
            f"address {address:#x} was run as code: a function pointer is wrong",
            "certain",
        )
    if address < FIRST_PAGES:
        return (
            "null-dereference",
            f"NULL{f' + {address}' if address else ''} was {done}{where}",
            "certain",
        )
    if line.sp is not None and abs(address - line.sp) < 1 << 16 and not error & PRESENT:
        return (
            "stack-overflow",
            f"the stack was used up{where}: the address lies at the stack pointer",
            "likely",
        )
    if error & PRESENT and error & WRITE:
        return "write-to-read-only", f"memory that is read-only was written{where}", "likely"
    return "wild-pointer", f"address {address:#x}, which is not mapped, was {done}{where}", "likely"


def _where(line: KernelText) -> str:
    if line.function:
        return f" in {line.function} ({line.module})"
    return f" in {line.module}" if line.module else ""


def _evidence(line: KernelText) -> Iterator[str]:
    if line.ip is not None and line.base is not None:
        yield (
            f"the instruction is {line.ip - line.base:#x} bytes into that mapping of {line.module}"
        )
    if line.file:
        yield f"looked up in {line.file} on this machine, which may be another version"
    if line.error is not None and line.kind == "segfault":
        kind = "a page that may not be used so" if line.error & PRESENT else "no page is there"
        yield f"error {line.error}: {kind}"

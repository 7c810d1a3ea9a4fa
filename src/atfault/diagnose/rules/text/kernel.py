"""What a line of the kernel's log tells of a crash."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.rule import rule
from atfault.diagnose.words import size
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Blame, Confidence, Finding, SourceLine
from atfault.model.given import Given, KernelText
from atfault.model.process import FIRST_64K
from atfault.text.places import is_system
from atfault.text.stack_tops import own_frames

PRESENT, WRITE, USER, RESERVED, FETCH, KEY = 1, 2, 4, 8, 16, 32
_SIGNALS = {"segfault": 11, "invalid-opcode": 4, "divide": 8, "protection": 11, "bus": 7}
CAUSES = (
    "null-dereference", "wild-pointer", "write-to-read-only", "bad-code-pointer", "stack-overflow",
    "illegal-instruction", "integer-division-by-zero", "out-of-memory",
)  # fmt: skip


@rule("kernel-line", family="text", causes=CAUSES, plain_title=True)
def kernel_line(case: Case) -> Iterator[Finding]:
    """A line of the kernel's log (dmesg, journalctl -k) tells which access failed, and where.

    "segfault at 8 ip … error 4 in libfoo.so[…]": the address, the instruction, and whether it was
    read, written or run. Where the module is on this machine, its function is named, and the line
    of source where it has debug information. The bytes that the kernel prints behind it
    ("Code: …") prove that the file here is the build that crashed; without them it may be another
    version.

    What to do: the line has no stack. Ask for a core, or run the program under atfault.
    """
    given = case.given
    if isinstance(given, Absent) or isinstance(given.kernel, Absent) or given.is_build:
        return
    line = given.kernel
    cause, summary, sure = _what(line)
    yield Finding.of(
        cause=cause,
        summary=summary,
        confidence=sure,
        blame=tuple(_blame(line)) or _of_stacks(given),
        evidence=_evidence(line),
        advice=(
            Advice("the line has no stack: run it again under atfault", "atfault run …"),
            "give it more memory (docker run --memory), or let it hold less at once"
            if line.kind == "oom"
            else Advice("or ask for a core, and explain that", "atfault core CORE"),
        ),
        quotes=(SourceLine(line.line, line.text), *([line.code_line] if line.code_line else [])),
        title=f"The kernel ended {line.process}[{line.pid}]",
    )


def _what(line: KernelText) -> tuple[str, str, Confidence]:
    where = _where(line)
    if line.kind == "oom":
        left = "its control group had no memory left" if line.of_group else "there was none left"
        who = f"{line.process} (process {line.pid})"
        return "out-of-memory", f"{who} was killed for its memory: {left}", "certain"
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
    if address < FIRST_64K:
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
    if line.frames:
        doubt = "" if line.is_same else ", if the file here is the build that crashed"
        return f" in {line.frames[0].function} ({line.module}){doubt}"
    return f" in {line.module}" if line.module else ""


def _blame(line: KernelText) -> Iterator[Blame]:
    """The user's own lines; the finding says so where the file may be another build."""
    for frame in line.frames:
        if frame.row and not is_system(frame.file):
            yield Blame(frame.file, frame.row, frame.function, "")


def _evidence(line: KernelText) -> Iterator[str]:
    if line.resident:
        yield f"it had {size(line.resident)} of its own in memory"
    if line.error is not None and line.kind == "segfault":
        yield f"error {line.error:x}: {error_words(line.error)}"
    if line.ip is not None and line.base is not None:
        inside = line.ip - line.base
        in_file = "" if line.offset is None else f", {line.offset:#x} bytes into the file"
        yield f"the instruction is {inside:#x} bytes into that mapping of {line.module}{in_file}"
    if line.frames:
        yield f"there {line.file} has {_places(line)}"
        if line.is_same:
            yield "it is the build that crashed: it has the bytes that the kernel printed (Code: …)"
        else:
            yield (
                "whether it is the build that crashed cannot be told: the kernel's line of bytes"
                " (Code: …) is not in the text"
            )
    elif line.unfound:
        yield f"the function is not known: {line.unfound}"


def _of_stacks(given: Given) -> tuple[Blame, ...]:
    """Where the same signal met the program, by the stacks that another tool printed of it."""
    stacks = given.stacks
    if isinstance(stacks, Absent) or isinstance(given.kernel, Absent):
        return ()
    if stacks.signal != _SIGNALS.get(given.kernel.kind):
        return ()
    own = (one for thread in stacks.threads[:1] for one in own_frames(thread))
    return tuple(Blame(one.file, one.row, one.function, "") for one in own)[:2]


def _places(line: KernelText) -> str:
    places = (
        f"{one.function} ({one.file}:{one.row})" if one.row else one.function for one in line.frames
    )
    return ", inlined into ".join(places)


def error_words(error: int) -> str:
    """What the page fault's error code says (arch/x86/include/asm/trap_pf.h)."""
    done = "run code from" if error & FETCH else "write to" if error & WRITE else "read"
    who = "the program's own code" if error & USER else "the kernel, on behalf of the program,"
    page = "a page that does not allow it" if error & PRESENT else "an address without a page"
    if error & KEY:
        page = "a page that a protection key closes (pkey_mprotect)"
    if error & RESERVED:
        page = "a page whose entry in the page table is damaged"
    return f"{who} tried to {done} {page}"

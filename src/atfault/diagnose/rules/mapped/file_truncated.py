"""file-truncated: a mapped file became shorter than its mapping."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.crash.mapped import missing_page
from atfault.diagnose.facts import SIGBUS, in_own_frame
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import describe_buffer, size
from atfault.model.case import Case
from atfault.model.findings import Advice, Confidence, Finding

CHECKED = ("mmap.mmap", "numpy.memmap")
"""What compares the length of the file with that of the mapping when it is made."""


@rule("file-truncated", needs=(Need.FAULT_ADDRESS, Need.MAPPINGS), on=(SIGBUS,))
def file_truncated(case: Case) -> Iterator[Finding]:
    """A file was cut short while the program had it mapped, and the missing part was accessed.

    `mmap`, `np.memmap`, `torch.load(mmap=True)`, safetensors and shared libraries read files
    through memory. When another process (or the program itself) truncates or rewrites the file, the
    pages past its new end are gone, and touching them ends the program with SIGBUS.

    What to do: do not rewrite a file in place while it is mapped. Write a new file and rename it
    over the old one: programs that mapped the old one keep it whole.
    """
    state = case.process
    page = missing_page(state)
    if page is None or page.is_huge or not page.mapping.path.startswith("/"):
        return
    mapping, offset = page.mapping, page.offset
    confidence: Confidence = "likely"
    evidence = [f"the access was to byte {offset} of {mapping.path}, through a mapping of it"]
    if page.length is not None:
        if not page.is_past_end:
            return
        confidence = "certain"
        evidence.append(f"the file has only {size(page.length)} now")
    else:
        reason = "the file was deleted" if mapping.deleted else "its size then is not known"
        evidence.append(
            f"a bus error inside a mapped file means that the file ends before ({reason})"
        )
    hit = [one for one in state.buffers if one.buffer.low <= page.address < one.buffer.high]
    for named in sorted(hit, key=lambda one: not in_own_frame(state, one))[:1]:
        where = describe_buffer(named.expression, named.buffer)
        evidence.append(f"the address lies in {where}")
    name = mapping.path.rsplit("/", 1)[-1]
    advice: list[Advice | str] = [
        "do not rewrite a mapped file in place: write a new one and rename it over"
    ]
    summary = f"{name} was cut short while it was mapped; byte {offset} no longer exists"
    if not any(one.buffer.kind in CHECKED or one.buffer.base_kind in CHECKED for one in hit):
        # A library may as well have mapped more than there was (lmdb does).
        summary = f"{name} has no byte {offset}: it is shorter than its mapping"
        evidence.append("it was cut short since, or was too short when it was mapped")
    if ".so" in name and not mapping.deleted:  # most often it was, before it was loaded
        summary = f"{name} is cut off: byte {offset}, which it should have, is not there"
        advice = ["copy, download or install it again"]
    if mapping.deleted:  # O_TMPFILE makes files without a name, which the kernel numbers
        name = "a temporary file" if name.startswith("#") else name
    else:
        advice.append(Advice("see how long it is now, and since when", f"ls -l {mapping.path}"))
    yield Finding.of(
        summary=summary,
        confidence=confidence,
        evidence=evidence,
        advice=advice,
    )

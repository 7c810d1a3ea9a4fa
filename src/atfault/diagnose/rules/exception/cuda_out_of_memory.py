"""cuda-out-of-memory: an allocation on the GPU failed."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.exception.cuda import failures, finding_of
from atfault.diagnose.rule import rule
from atfault.diagnose.words import size
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.gpu import MemoryFacts

SEGMENTS = Advice(
    "let torch's allocator grow its segments, so that less lies unused between tensors",
    "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",
)
LESS = "use less at once: a smaller batch, or gradient checkpointing"
OTHERS = Advice("see which processes hold the GPU's memory", "nvidia-smi")


@rule("cuda-out-of-memory", family="exception", plain_title=True)
def cuda_out_of_memory(case: Case) -> Iterator[Finding]:
    """An allocation on the GPU failed. The GPU itself is well: a program that catches the exception
    can go on with less.

    The line is the one that asked for more, not the one that holds the most. Where torch tells the
    numbers, the finding says who holds the memory: the program's tensors, what torch has reserved
    and cannot use as it lies in pieces, or other processes.

    What to do: a smaller batch; `del` of tensors that an exception's traceback or a list keeps;
    expandable segments where much is reserved and unused.
    """
    for failure in failures(case):
        if failure.said.kind == "memory":
            facts = failure.memory
            wanted = f": {size(facts.wanted)} more were asked for" if facts.wanted else ""
            yield finding_of(
                failure,
                case,
                f"the memory of the GPU is full{wanted}",
                _evidence(facts),
                _advice(facts),
            )
            return


def _evidence(facts: MemoryFacts) -> Iterator[str]:
    if facts.total and facts.free is not None:
        yield f"the GPU has {size(facts.total)}, of which {size(facts.free)} were free"
    if facts.allocated is not None:
        yield f"{size(facts.allocated)} were in use by this process's tensors"
    if facts.unused is not None:
        yield f"{size(facts.unused)} were reserved by torch, and in no use"
    for pid, used in facts.others:
        yield f"{size(used)} were held by process {pid}"
    other = _of_others(facts)
    if other and not facts.others:
        yield f"{size(other)} were held by others: other processes, or libraries beside torch"


def _of_others(facts: MemoryFacts) -> int:
    """What neither is free nor torch's, in bytes; 0 where that is not known, or little."""
    total, free, allocated = facts.total, facts.free, facts.allocated
    if total is None or free is None or allocated is None:
        return 0
    rest = total - free - allocated - (facts.unused or 0)
    return rest if rest > total // 10 else 0


def _advice(facts: MemoryFacts) -> Iterator[Advice | str]:
    if _of_others(facts):
        yield OTHERS
    if facts.wanted is not None and (facts.unused or 0) >= facts.wanted:
        yield SEGMENTS
    yield LESS

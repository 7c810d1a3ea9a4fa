"""What CUDA programs print and raise when a kernel fails: text → records.

A kernel's assertion is printed by the driver, once for each thread that failed, when the process
next waits for the GPU. What is raised then, at whatever line, names the kind of failure alone.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, cast

from atfault.model.gpu import CudaError, KernelAssert, Kind, MemoryFacts
from atfault.text.tables import table

MAX_LINES = 20_000
MAX_LINE = 4000
MAX_ASSERTS = 64
"""Different ones."""


def _place(name: str) -> str:
    """ "block: [1,0,0]"."""
    numbers = ",".join(rf"\s?(?P<{name}{axis}>\d{{1,10}})" for axis in "xyz")
    return rf"{name}: \[{numbers}\]"


_BLOCK = "block: ["
_ASSERT_PLACE = re.compile(
    r"(?:\[rank(?P<rank>\d{1,6})\]:\s*)?(?:\[CUDA_KERNEL_ASSERT\]\s*)?"
    r"(?<![^\s:\[\]])(?P<file>(?:[A-Za-z]:)?[^\s:\[\]]{1,400}):(?P<line>\d{1,7})"
    r"(?:: (?P<function>[^\n]+))?$"
)
"""What stands before the block and its colon."""
_ASSERT = re.compile(
    rf"{_place('block')}, {_place('thread')}:? "
    r"Assertion (?:failed: )?`(?P<condition>[^\n]{0,1000}?)`(?: failed|: (?P<message>[^\n]*)|$)"
)
_KINDS = tuple((cast(Kind, one["kind"]), re.compile(one["pattern"])) for one in table("cuda.tsv"))
_CALL = re.compile(r"(?:Call to|when calling) `?(cu\w{1,80})|^(\w{1,60}) failed to synchronize:")
_UNITS = {"bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}
_SIZE = r"(?<![\d.,])([\d.,]{1,24}) (bytes|[KMGT]iB)"
_MEMORY = {
    "wanted": (rf"Tried to allocate {_SIZE}", r"allocat(?:ing|e) ([\d.,]{1,24}) (bytes)"),
    "total": (rf"total capacity of {_SIZE}", rf"{_SIZE} total capacity"),
    "free": (rf"of which {_SIZE} is free", rf"{_SIZE} free"),
    "allocated": (rf"{_SIZE} is allocated by PyTorch", rf"{_SIZE} already allocated"),
    "unused": (rf"{_SIZE} is reserved by PyTorch but unallocated",),
}
_OTHERS = re.compile(rf"Process (\d{{1,9}}) has {_SIZE} memory in use")
_RESERVED = re.compile(rf"{_SIZE} reserved in total by PyTorch")


def kernel_asserts(text: str) -> tuple[KernelAssert, ...]:
    """The assertions in `text`, each once, in the order in which they were printed first."""
    found: dict[tuple[str, int, str, str], KernelAssert] = {}
    for place, match in _assert_lines(text):
        key = (place["file"], int(place["line"]), place["function"] or "", match["condition"])
        known = found.get(key)
        if known is not None:
            found[key] = known._replace(threads=known.threads + 1)
        elif len(found) < MAX_ASSERTS:
            found[key] = _assert_of(place, match)
    return tuple(found.values())


def _assert_lines(text: str) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """(what stands before the block, what follows) for each of them."""
    for count, line in enumerate(text.splitlines()):
        if count >= MAX_LINES:
            return
        if not is_assert(line):
            continue
        line = line[:MAX_LINE]
        at = max(0, line.find(": " + _BLOCK))
        place, match = _ASSERT_PLACE.search(line[:at]), _ASSERT.match(line, at + 2)
        if place is not None and match is not None:
            yield place, match


def is_assert(line: str) -> bool:
    """Whether a kernel's assertion may stand in the line."""
    return "Assertion" in line and _BLOCK in line


def _assert_of(place: re.Match[str], match: re.Match[str]) -> KernelAssert:
    block, thread = (
        tuple(int(match[f"{name}{axis}"]) for axis in "xyz") for name in ("block", "thread")
    )
    rank = place["rank"]
    return KernelAssert(
        file=place["file"],
        line=int(place["line"]),
        function=place["function"] or "",
        condition=match["condition"],
        block=(block[0], block[1], block[2]),
        thread=(thread[0], thread[1], thread[2]),
        message=match["message"] or "",
        rank=None if rank is None else int(rank),
    )


def cuda_error(message: str) -> CudaError | None:
    """What a message of torch, numba, cupy or NCCL says failed on the GPU; None where it is about
    something else."""
    text = message[:MAX_LINE]
    for kind, pattern in _KINDS:
        match = pattern.search(text)
        if match is not None:
            called = _CALL.search(text)
            name = "" if called is None else called[1] or called[2]
            return CudaError(kind, match[0].removeprefix("CUDA error: "), name)
    return None


def memory_facts(message: str) -> MemoryFacts:
    """The sizes that an allocation's failure tells, in today's words and those before torch 2.1."""
    found: dict[str, int] = {}
    for name, patterns in _MEMORY.items():
        for pattern in patterns:
            match = re.search(pattern, message[:MAX_LINE])
            if match is not None:
                size = _bytes(match[1], match[2])
                if size is not None:
                    found.setdefault(name, size)
    reserved = _RESERVED.search(message[:MAX_LINE])
    if reserved is not None and "allocated" in found and "unused" not in found:
        size = _bytes(reserved[1], reserved[2])
        if size is not None:
            found["unused"] = max(size - found["allocated"], 0)
    others = _OTHERS.findall(message[:MAX_LINE])
    sizes = ((int(pid), _bytes(number, unit)) for pid, number, unit in others)
    return MemoryFacts(**found, others=tuple((pid, size) for pid, size in sizes if size))


def _bytes(number: str, unit: str) -> int | None:
    try:
        return int(float(number.replace(",", "")) * _UNITS[unit])
    except (ValueError, OverflowError):
        return None


# ---- what does not fit --------------------------------------------------------------------------

_UNSERVED = re.compile(r" with CUDA capability (?P<arch>sm_\d{2,3}\w?) is not compatible")
MAX_NAME = 80
"""Characters of the GPU's name, which stands before that."""
_SERVED = re.compile(r"supports CUDA capabilities (?P<list>(?:sm_\d{2,3}\w? ?){1,30})")
_PTX = re.compile(r"Unsupported \.version (\d{1,2}\.\d); current version is '(\d{1,2}\.\d)'")
_CUDA_OF_PTX = {
    "7.0": "11.0", "7.1": "11.1", "7.2": "11.2", "7.3": "11.3", "7.4": "11.4", "7.5": "11.5",
    "7.6": "11.6", "7.7": "11.7", "7.8": "11.8", "8.0": "12.0", "8.1": "12.1", "8.2": "12.2",
    "8.3": "12.3", "8.4": "12.4", "8.5": "12.5", "8.6": "12.7", "8.7": "12.8", "8.8": "12.9",
    "9.0": "13.0",
}  # fmt: skip
"""Version of PTX → the CUDA that brought it (its manual, Release Notes)."""
_CUDA_OF_ARCH = {
    "75": "10.0", "80": "11.0", "86": "11.1", "89": "11.8", "90": "11.8", "100": "12.8",
    "103": "12.9", "110": "13.0", "120": "12.8", "121": "12.9",
}  # fmt: skip


class UnservedGpu(NamedTuple):
    """A GPU that this build of torch holds no code for, as torch warns of it."""

    name: str
    is_a: str
    """ "sm_120"."""
    served: tuple[str, ...]

    @property
    def is_newer(self) -> bool:
        """Than all that the build is for."""
        return all(_number(self.is_a) > _number(one) for one in self.served)

    @property
    def since(self) -> str:
        """The first CUDA that compiles for it; "" when unknown."""
        return cuda_since(self.is_a)


def cuda_since(architecture: str) -> str:
    """The first CUDA that compiles for "sm_120" or "compute_120"; "" when unknown."""
    return _CUDA_OF_ARCH.get(re.sub(r"\D", "", architecture), "")


def unserved_gpu(text: str) -> UnservedGpu | None:
    """The GPU that torch's warning is about; None without one."""
    one = _UNSERVED.search(text)
    served = None if one is None else _SERVED.search(text, one.end())
    if one is None or served is None:
        return None
    name = text[max(0, one.start() - MAX_NAME) : one.start()].rpartition("\n")[2].strip()
    return UnservedGpu(name, one["arch"], tuple(served["list"].split()))


def _number(arch: str) -> int:
    return int(re.sub(r"\D", "", arch) or 0)


def ptx_versions(text: str) -> tuple[str, str] | None:
    """(version of PTX that was compiled, the newest that the driver knows) of ptxas' message."""
    match = _PTX.search(text)
    return None if match is None else (match[1], match[2])


def of_cuda(ptx: str) -> str:
    """ " (CUDA 12.4)"."""
    return f" (CUDA {_CUDA_OF_PTX[ptx]})" if ptx in _CUDA_OF_PTX else ""

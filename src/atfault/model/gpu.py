"""What an exception and the kernels' own output say of a failure on a GPU."""

from typing import Literal, NamedTuple

from atfault.model.exception import RefusedArgument

Kind = Literal["assert", "illegal", "misaligned", "launch", "memory", "hidden"]


class KernelAssert(NamedTuple):
    """An assertion that failed in a kernel."""

    file: str
    line: int
    function: str
    """"" where none was printed (Windows), "unknown" of Triton."""
    condition: str
    block: tuple[int, int, int]
    """Of the first that was printed, as are thread and rank."""
    thread: tuple[int, int, int]
    message: str = ""
    rank: int | None = None
    threads: int = 1
    """That printed it."""


class CudaError(NamedTuple):
    """What an exception says of the GPU."""

    kind: Kind
    """"hidden": a library's failure that hides which."""
    words: str
    """The CUDA runtime's own words, or the library's status."""
    call: str = ""
    """The function of the library or driver that noticed; "" when it is not said."""


class MemoryFacts(NamedTuple):
    """Of an allocation that failed; sizes in bytes, None where they were not told."""

    wanted: int | None = None
    total: int | None = None
    free: int | None = None
    allocated: int | None = None
    """By torch, for tensors."""
    unused: int | None = None
    """Reserved by torch, and not in use."""
    others: tuple[tuple[int, int], ...] = ()
    """(pid, bytes in use) of other processes, as the driver tells them."""


class GpuFrame(NamedTuple):
    """A frame on the GPU."""

    function: str
    file: str = ""
    """As the kernel's debug information names it; "" where it has none."""
    line: int | None = None


class GpuCore(NamedTuple):
    """The thread of a kernel that failed, as cuda-gdb reads it from a GPU core."""

    exception: str
    """"Warp Illegal Address"; "" where none is named."""
    frames: tuple[GpuFrame, ...] = ()
    """frames[0] is the innermost."""
    block: tuple[int, int, int] | None = None
    thread: tuple[int, int, int] | None = None
    device: int | None = None
    pid: int | None = None
    path: str = ""
    """Of the file."""


class GpuError(NamedTuple):
    """An exception that is about the GPU."""

    at: int
    """Its place in `UncaughtException.exceptions`."""
    said: CudaError
    memory: MemoryFacts = MemoryFacts()
    """Of one that says that there is too little."""


class GpuFailure(NamedTuple):
    """Both together."""

    errors: tuple[GpuError, ...]
    """Never empty; in the order of `UncaughtException.exceptions`."""
    asserts: tuple[KernelAssert, ...] = ()
    """What kernels printed."""
    is_blocking: bool = False
    """Each launch was waited for: the line of the exception is that of the launch."""
    launch: RefusedArgument | None = None
    """The newest one that the guard noted, and whose arguments are out of range."""
    core: GpuCore | None = None
    """Of the process, where the driver wrote one."""

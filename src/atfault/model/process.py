"""What the operating system knows of a process: mappings, modules, registers, threads, signals."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple, Protocol

FIRST_64K = 1 << 16
"""Below it nothing is ever mapped: an address there is a NULL, with an offset."""
MAX_USER_ADDRESS = 1 << 47
"""x86-64 with four-level page tables: nothing of a process lies at or above it."""
_WIDEST = 1 << 52
"""The same on the processors that have the widest addresses."""


def may_be_object(address: int) -> bool:
    """Whether an object of a process could have that address at all."""
    return FIRST_64K <= address < _WIDEST and not address & 7


class MemoryMapping(NamedTuple):
    """One mapped range [start, end) of the target's address space."""

    start: int
    end: int
    file_offset: int
    readable: bool
    writable: bool
    executable: bool
    path: str = ""
    """As the target names it; "" when anonymous, "[stack]" and the like as the kernel prints it."""
    deleted: bool = False
    """The file was unlinked or replaced after it was mapped."""
    dumped: int = 0
    """Bytes of the range, from its start, that the core itself holds; the whole size when live."""
    shared: bool = False


def mapping_holding(mappings: Sequence[MemoryMapping], address: int) -> MemoryMapping | None:
    """The mapping that holds `address`, of sorted ones; None when it is not mapped."""
    index = bisect_right(mappings, address, key=attrgetter("start")) - 1
    found = mappings[index] if index >= 0 else None
    return found if found is not None and address < found.end else None


class TargetFile(Protocol):
    """A file that the target names, found on this machine (snapshot/target_files.py)."""

    path: str
    """Where it lies, seen from here; for messages alone: never open it by this name."""

    @property
    def modified(self) -> float:
        """Seconds since the epoch."""

    def open(self) -> int:
        """A descriptor for reading. Raises OSError, also when it is no longer the same file."""

    def read_upto(self, size: int, offset: int = 0) -> bytes:
        """At most `size` bytes from `offset`. Raises OSError as `open` does."""

    def beside(self, name: str) -> "TargetFile | None":
        """The file that this one calls `name`, from the folder that it lies in."""


class Module(NamedTuple):
    """An ELF object mapped into the target (executable, shared object, vdso)."""

    path: str
    """As the target names it."""
    file: TargetFile | None
    """The file here with the same build id (or unverifiable but not contradicted); or None."""
    build_id: str
    """Lower-case hex; "" when the object has none."""
    load_bias: int
    """Run-time address minus ELF virtual address."""
    start: int
    end: int
    """[start, end) spans all of the object's segments in memory."""
    eh_frame_hdr: int = 0
    """Run-time address of PT_GNU_EH_FRAME; 0 when absent."""
    problem: str = ""
    """Why file is None, or what is doubtful about it: "build id differs" and the like."""
    dynamic: int = 0
    """Run-time address of PT_DYNAMIC; 0 when absent."""

    @property
    def name(self) -> str:
        """The last part of the path, e.g. "libtorch_cpu.so"."""
        return self.path.rsplit("/", 1)[-1]


class Environment(NamedTuple):
    """What a process ran in, for whoever is to reproduce it; "" where that is not known."""

    os: str = ""
    """"Debian GNU/Linux 12 (bookworm), Linux 6.1.0-18-amd64"."""
    libc: str = ""
    """"glibc 2.36 (Debian GLIBC 2.36-9+deb12u9)"."""
    packages: tuple[tuple[str, str], ...] = ()
    """(name, version) of the packages with native code on the stacks, by name."""
    host: str = ""
    """The name of the machine that it runs on; a core does not tell it."""


class Registers(NamedTuple):
    """A thread's registers.

    general is indexed by DWARF register number of the architecture, up to and including the pc
    (x86-64: 0 rax … 7 rsp … 15 r15, 16 rip; AArch64: x0 … x30, 31 sp, 32 pc). An unknown register
    is None.
    """

    general: tuple[int | None, ...]
    thread_pointer: int | None = None
    """What pthread_self() gives. x86-64: fs_base; AArch64: tpidr_el0 less the size of struct
    pthread of the C library, or tpidr_el0 itself where that is not known."""
    syscall: int | None = None
    """Number of the system call the thread is in; None when it is in none."""
    syscall_args: tuple[int, ...] = ()


class Thread(NamedTuple):
    """A native thread of the target."""

    tid: int
    name: str
    """comm; "" where the snapshot does not hold it (cores hold only the process's)."""
    registers: Registers
    state: str = ""
    """R, S, D, T, Z as in /proc/PID/stat; "" when unknown."""
    vectors: tuple[int, ...] = ()
    """The low 128 bits of its vector registers, which have the DWARF numbers behind that of the
    return address (x86-64: 17 xmm0 … 32 xmm15); () where they were not read. They belong to
    `registers`: whoever changes those drops them."""


class SignalInfo(NamedTuple):
    """The siginfo of the signal that stopped the process."""

    number: int
    code: int = 0
    fault_address: int | None = None
    """si_addr; None for signals that carry none, or where it is not known."""
    sender_pid: int | None = None
    sender_uid: int | None = None
    tid: int | None = None
    """The thread it was delivered to."""
    call: str = ""
    """The system call that a seccomp filter refused; "" for none."""


class Rank(NamedTuple):
    """Which process of a job of several it is, as its launcher counts them."""

    rank: int
    """Among all of them, from 0."""
    local_rank: int | None
    """Among those of its machine."""
    world_size: int | None
    """How many there are; None where the launcher does not tell."""
    local_size: int | None = None
    """How many of them are on its machine."""
    job: str = ""
    """Equal for two processes of one job."""


class _Launcher(NamedTuple):
    """The variables by which a launcher tells a process its rank; "" for what it does not tell."""

    rank: str
    world_size: str
    local_rank: str = ""
    local_size: str = ""
    job: str = ""
    """What differs between two jobs: names with spaces between."""
    tells_size: bool = True
    """Without its size it is no rank: RANK may be anything."""
    needed: str = ""
    """Without this one it is no rank."""


_LAUNCHERS = (
    # torchrun, and whatever starts ranks of torch.distributed by hand
    _Launcher(
        *("RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"),
        "MASTER_PORT TORCHELASTIC_RUN_ID",
    ),
    _Launcher(  # mpirun of Open MPI
        "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
        "OMPI_COMM_WORLD_LOCAL_SIZE", "PMIX_NAMESPACE",
    ),
    _Launcher("PMIX_RANK", "", job="PMIX_NAMESPACE", tells_size=False),  # prun, srun --mpi=pmix
    _Launcher("PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", "PMI_PORT"),  # MPICH
    _Launcher(
        "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_LOCAL_RANK",
        "MV2_COMM_WORLD_LOCAL_SIZE", tells_size=False,
    ),
    _Launcher(  # srun; the script of sbatch has PROCID and NTASKS as well, and is of no step
        *("SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID"),
        job="SLURM_JOB_ID SLURM_STEP_ID", needed="SLURM_STEP_ID",
    ),
)  # fmt: skip
"""The innermost first: a torchrun that srun has started counts for its ranks."""
RANK_VARIABLES = tuple(
    dict.fromkeys(name for one in _LAUNCHERS for names in one[:5] for name in names.split())
)


def rank_of(variables: Mapping[str, str]) -> Rank | None:
    """By the first launcher whose variables are there and make sense; None where none's do."""
    for one in _LAUNCHERS:
        rank, size, local, local_size = (
            _small(variables.get(name, ""))
            for name in (one.rank, one.world_size, one.local_rank, one.local_size)
        )
        if rank is None or (size is None and (one.tells_size or one.world_size in variables)):
            continue
        if (size is not None and rank >= size) or (one.needed and one.needed not in variables):
            continue
        job = " ".join([one.rank, *(variables.get(name, "")[:80] for name in one.job.split())])
        return Rank(rank, local, size, local_size, job.rstrip())
    return None


def _small(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None


class ProcessInfo(NamedTuple):
    """Identity of the process."""

    pid: int
    ppid: int | None = None
    executable: str = ""
    argv: tuple[str, ...] = ()
    cwd: str | None = None
    uid: int | None = None
    arguments: tuple[bytes, ...] = ()
    """argv as it is; () where only an excerpt is known."""
    rank: Rank | None = None
    """None: of no such job, or not known."""
    forked: bool | None = None
    """Whether it runs on from its parent's fork, without an exec of its own; None when unknown."""


class Limits(NamedTuple):
    """Soft resource limits (setrlimit) in bytes; None: unlimited, or not told."""

    stack: int | None = None
    """Of the main thread; also what other threads get unless they ask for another size."""
    address_space: int | None = None
    """RLIMIT_AS, `ulimit -v`: all that may be mapped."""
    data: int | None = None
    resident: int | None = None

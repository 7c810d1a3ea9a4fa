"""/proc of a process: small bounded readers that never raise for a process that has gone.

A value that cannot be had is "" or None or an empty tuple, as said at each function. Names come
from the process itself, so nothing in them is trusted: see `split_stat`.

/proc/PID/limits: what the process may use.

Limit                     Soft Limit           Hard Limit           Units
Max stack size            8388608              unlimited            bytes
Max address space         unlimited            unlimited            bytes
"""

import os
import signal
import struct
from collections.abc import Sequence
from typing import NamedTuple

from atfault.model.absent import Absent
from atfault.model.process import Limits, MemoryMapping

CAP_SYS_PTRACE = 19
_MAX_MAPS_BYTES = 64 << 20
_MAX_MAPPINGS = 1 << 19
_MAX_ARGUMENTS = 1 << 20
_ROWS = {
    b"Max stack size": "stack",
    b"Max address space": "address_space",
    b"Max data size": "data",
    b"Max resident set": "resident",
}
_NAME_WIDTH = 26

Transferred = dict[int, tuple[int | None, int | None]]


def read(path: str, limit: int = 1 << 16) -> bytes:
    """Up to `limit` bytes of a file of /proc; b"" when it cannot be read."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except (OSError, ValueError):
        return b""
    parts = []
    try:
        while limit > 0:
            part = os.read(fd, min(limit, 1 << 20))
            if not part:
                break
            parts.append(part)
            limit -= len(part)
    except OSError:
        pass
    finally:
        os.close(fd)
    return b"".join(parts)


class Stat(NamedTuple):
    """The first fields of /proc/PID/stat."""

    comm: str
    state: str
    ppid: int
    start_time: int
    """Clock ticks since boot: with the pid, the identity of a process."""
    session: int = 0
    group: int = 0
    terminal: int = 0
    """The controlling terminal, as os.stat has it in st_rdev; 0 for none."""
    foreground: int = 0
    """The process group in that terminal's foreground; -1 without a terminal."""
    flags: int = 0
    """The kernel's PF_* flags (include/linux/sched.h)."""
    exit_signal: int = signal.SIGCHLD
    """Which its parent gets at its end: SIGCHLD, unless clone(2) was asked for another, or none."""

    @property
    def is_over(self) -> bool:
        """A zombie, or about to be gone."""
        return self.state in "ZX"


def split_stat(content: bytes) -> Stat | None:
    """Parse /proc/PID/stat; None when it is not one.

    4711 (a) R 1 (b) S 812 4711 …      the name may hold anything: the last ")" ends it
          └──── comm ────┘ │ └ ppid
                           state
    """
    start, end = content.find(b"("), content.rfind(b")")
    fields = content[end + 1 :].split()
    if start < 0 or end < start or len(fields) < 20:
        return None
    try:
        ppid, group, session, terminal, foreground, flags = [int(one) for one in fields[1:7]]
        start_time = int(fields[19])
        exit_signal = int(fields[35]) if len(fields) > 35 else signal.SIGCHLD
    except ValueError:
        return None
    comm_text = content[start + 1 : end].decode(errors="replace")
    state = fields[0].decode("ascii", "replace")
    jobs = session, group, terminal, foreground
    return Stat(comm_text, state, ppid, start_time, *jobs, flags, exit_signal)


def stat(pid: int, tid: int | None = None) -> Stat | None:
    """/proc/PID/stat, or that of its thread `tid`."""
    path = f"/proc/{pid}/stat" if tid is None else f"/proc/{pid}/task/{tid}/stat"
    return split_stat(read(path, 4096))


def lives(pid: int) -> bool:
    found = stat(pid)
    return found is not None and not found.is_over


def comm(pid: int, tid: int | None = None) -> str:
    """The name of a process or thread as the kernel keeps it (15 bytes); "" when it is gone."""
    path = f"/proc/{pid}/comm" if tid is None else f"/proc/{pid}/task/{tid}/comm"
    content = read(path, 64)
    return content.removesuffix(b"\n").decode(errors="replace")


def threads(pid: int) -> list[int]:
    """Ids of the process's threads, its leader first; empty when it is gone."""
    try:
        names = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    return sorted([int(name) for name in names], key=lambda tid: (tid != pid, tid))


def transferred(pid: int) -> Transferred:
    """Thread → bytes that its calls have read and written so far, in whatever file or pipe."""
    found = {}
    for tid in threads(pid):
        content = b"\n" + read(f"/proc/{pid}/task/{tid}/io", 4096)
        found[tid] = number(content, b"rchar"), number(content, b"wchar")
    return found


def descriptors(pid: int) -> list[int]:
    """The process's open descriptors; empty when they cannot be listed."""
    try:
        return sorted(int(name) for name in os.listdir(f"/proc/{pid}/fd") if name.isdigit())
    except OSError:
        return []


def processes(limit: int = 4096) -> list[int]:
    """Pids of the processes of this machine, the newest first; at most `limit`."""
    try:
        names = os.listdir("/proc")
    except OSError:
        return []
    return sorted((int(name) for name in names if name.isdigit()), reverse=True)[:limit]


def glance(path: str, size: int) -> bytes:
    """The first `size` bytes of a file of /proc, in one read; b"" when it cannot be read."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.read(fd, size)
    except OSError:
        return b""
    finally:
        os.close(fd)


def arguments(pid: int) -> tuple[str, ...]:
    """argv; empty for a zombie or a kernel thread."""
    content = read(f"/proc/{pid}/cmdline", _MAX_ARGUMENTS)
    if not content:
        return ()
    return tuple([os.fsdecode(part) for part in content.removesuffix(b"\0").split(b"\0")])


def variables(pid: int, names: Sequence[str]) -> dict[str, str]:
    """Those of the environment that the process was started with that have one of the names."""
    wanted = {os.fsencode(name): name for name in names}
    found: dict[str, str] = {}
    content = read(f"/proc/{pid}/environ", 1 << 20)
    for entry in content.split(b"\0"):
        name, _, value = entry.partition(b"=")
        if name in wanted:
            found[wanted[name]] = os.fsdecode(value)
    return found


def link(pid: int, name: str) -> str:
    """What /proc/PID/`name` (exe, cwd, root) points to; "" when it cannot be read."""
    try:
        return os.readlink(f"/proc/{pid}/{name}")
    except OSError:
        return ""


def open_program(pid: int) -> int | None:
    """A descriptor of the file that the process executes; None when it may not be read."""
    try:
        return os.open(f"/proc/{pid}/exe", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


def auxv(pid: int) -> dict[int, int]:
    """AT_* tag → value; empty when it cannot be read."""
    content = read(f"/proc/{pid}/auxv", 4096)
    usable = len(content) // 16 * 16
    return {tag: value for tag, value in struct.iter_unpack("<QQ", content[:usable]) if tag}


# Fields of /proc/PID/status


def status(tid: int) -> bytes:
    """/proc/TID/status; b"" when the thread is gone."""
    try:
        fd = os.open(f"/proc/{tid}/status", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.read(fd, 8192)
    except OSError:
        return b""
    finally:
        os.close(fd)


def field(content: bytes, name: bytes) -> bytes:
    """The value of one line of a status file; b"" when it has none.

    The only line that the process can write is the first (Name), and there the kernel escapes a
    newline, so "\\nName:" is found where the kernel put it.
    """
    at = content.find(b"\n" + name + b":")
    if at < 0:
        return b""
    start = at + len(name) + 2
    end = content.find(b"\n", start)
    return content[start : end if end >= 0 else len(content)].strip()


def number(content: bytes, name: bytes, base: int = 10) -> int | None:
    """The first number of a field: kB for sizes, a bit mask with base 16; None when absent."""
    words = field(content, name).split()
    try:
        return int(words[0], base) if words else None
    except ValueError:
        return None


Activity = tuple[bytes, int | None]
"""What differs once a sleeping thread has run: its system call with all registers, and how often it
went to sleep."""


def activity(pid: int, tid: int) -> Activity | None:
    """None while it runs."""
    call = read(f"/proc/{pid}/task/{tid}/syscall", 512)
    if not call or call.startswith(b"running"):
        return None
    content = read(f"/proc/{pid}/task/{tid}/status", 8192)
    return call, number(content, b"voluntary_ctxt_switches")


def process_of(tid: int) -> int | None:
    """The process (thread group) that a thread belongs to."""
    return number(status(tid), b"Tgid")


def shares_namespace(pid: int, kind: str) -> bool:
    """Whether the process is in our namespace of that kind ("pid", "net"); so it seems where the
    system does not tell."""
    theirs = link(pid, f"ns/{kind}")
    return not theirs or theirs == link(os.getpid(), f"ns/{kind}")


def innermost_pid(pid: int) -> int:
    """The id that the process, or thread, has in its own pid namespace; as here where the system
    does not tell."""
    words = field(status(pid), b"NSpid").split()
    return int(words[-1]) if words else pid


def tracer_of(tid: int) -> int:
    """Pid of the tracer of a thread; 0 for none."""
    return number(status(tid), b"TracerPid") or 0


def seccomp_mode(pid: str = "self") -> int:
    """0 none, 1 strict, 2 filter; 0 where the kernel does not say."""
    return number(read(f"/proc/{pid}/status"), b"Seccomp") or 0


def has_capability(bit: int) -> bool:
    """Whether this process holds the capability."""
    effective = number(read("/proc/self/status"), b"CapEff", 16) or 0
    return bool(effective >> bit & 1)


def owner(pid: int) -> int | None:
    """The effective user id of a process; None when it is gone."""
    words = field(status(pid), b"Uid").split()
    return int(words[1]) if len(words) > 1 else None


def owner_in_words(pid: int) -> str:
    """ "it belongs to user 1000"; a process that is gone has none."""
    words = field(status(pid), b"Uid").split()
    return f"it belongs to user {words[0].decode()}" if words else "it has gone"


def yama_scope() -> int:
    """kernel.yama.ptrace_scope; 0 where there is no Yama."""
    content = read("/proc/sys/kernel/yama/ptrace_scope", 16).strip()
    return int(content) if content.isdigit() else 0


# Mappings


class Mapped(NamedTuple):
    """A mapping together with the identity of its file."""

    mapping: MemoryMapping
    device: int
    """As os.stat has it in st_dev; 0 when anonymous."""
    inode: int


def mappings(pid: int) -> tuple[list[Mapped], str]:
    """(the address space, a warning or ""). Empty when the process is gone or may not be read."""
    content = read(f"/proc/{pid}/maps", _MAX_MAPS_BYTES)
    return parse_maps(content)


def parse_maps(content: bytes) -> tuple[list[Mapped], str]:
    """/proc/PID/maps. The kernel writes a newline in a path as \\012.

    7f12a000-7f12c000 r-xp 00001000 fd:01 1234      /lib/libx.so (deleted)
    start    end      │  │ offset   │     inode     path
                      │  p private, s shared        device, major:minor
    """
    result: list[Mapped] = []
    warning = ""
    devices: dict[bytes, int] = {}
    for line in content.split(b"\n"):
        if len(result) >= _MAX_MAPPINGS:
            warning = f"only the first {_MAX_MAPPINGS} mappings were read"
            break
        parts = line.split(None, 5)
        if len(parts) < 5:
            if line:
                warning = "the list of mappings was cut off"
            continue
        try:
            low, high = parts[0].split(b"-")
            start, end = int(low, 16), int(high, 16)
            flags = parts[1]
            device = devices.get(parts[3])
            if device is None:
                major, minor = parts[3].split(b":")
                device = devices[parts[3]] = os.makedev(int(major, 16), int(minor, 16))
            inode = int(parts[4])
            offset = int(parts[2], 16)
        except ValueError:
            warning = "a line of the list of mappings could not be understood"
            continue
        path = os.fsdecode(parts[5]) if len(parts) == 6 else ""
        deleted = inode != 0 and path.endswith(" (deleted)")
        if deleted:
            path = path[: -len(" (deleted)")]
        mapping = MemoryMapping(
            start,
            end,
            offset,
            flags[0:1] == b"r",
            flags[1:2] == b"w",
            flags[2:3] == b"x",
            path,
            deleted,
            end - start,
            flags[3:4] == b"s",
        )
        result.append(Mapped(mapping, device, inode))
    return result, warning


def limits(pid: int) -> Limits | Absent:
    """The soft limits of a process."""
    return parse_limits(read(f"/proc/{pid}/limits", 16384))


def parse_limits(content: bytes) -> Limits | Absent:
    """The soft limits in the text of /proc/PID/limits."""
    found: dict[str, int | None] = {}
    for line in content.splitlines():
        name = _ROWS.get(line[:_NAME_WIDTH].strip())
        words = line[_NAME_WIDTH:].split()
        if name and words:
            found[name] = int(words[0]) if words[0].isdigit() else None
    return Limits(**found) if found else Absent("/proc tells no limits of the process")

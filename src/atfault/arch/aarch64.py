"""AArch64 (AAPCS64, Linux).

A call leaves its return address in x30, and may sign it (pointer authentication): the signature
lies in bits that no address has, and is taken off with `Architecture.code_mask`.

Names of all system calls: include/uapi/asm-generic/unistd.h. `-` has none.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from atfault.arch.aarch64_access import accesses_of
from atfault.arch.base import (
    CODE_SET,
    MASK64,
    Architecture,
    Jumps,
    Reader,
    SignalFrame,
    sets_behind,
)
from atfault.arch.x86_64 import FROM_424, X86_64
from atfault.errors import FormatError
from atfault.model.process import Registers

# struct user_pt_regs: x0 … x30, sp, pc, pstate; the first 33 are in DWARF's order.
_USER_REGS = struct.Struct("<34Q")
_GENERAL = 33
_LINK, _SP, _PC = 30, 31, 32
_NT_ARM_TLS, _NT_ARM_SYSTEM_CALL, _NT_ARM_PAC_MASK = 0x401, 0x404, 0x406
USER_END = 1 << 52
"""With the widest addresses that the processor has; most kernels give out 48 bits of them."""

# struct rt_sigframe, which a handler's return leaves the stack pointer at:
#   +0 siginfo │ +128 ucontext: flags, link, stack, mask │ +304 sigcontext: fault address, x0 … x30,
#   sp, pc, pstate │ +592 records: magic, size, …; one of magic 0 is the last
_SIGINFO = struct.Struct("<iiiiQ")
_FAULT_ADDRESS = 304
_CONTEXT = _FAULT_ADDRESS + 8
_RECORDS, _RECORDS_SIZE = 592, 4096
_ESR_MAGIC = 0x45535201

# Exception classes of the syndrome register (ESR_EL1).
_INSTRUCTION_ABORT, _PC_ALIGNMENT, _DATA_ABORT, _SP_ALIGNMENT = 0x20, 0x22, 0x24, 0x26
_WRITE = 1 << 6

_SVC, _LDR, _BTI_C = 0xD4000001, 0xF9400000, 0xD503245F
_SYSCALL_CODE = _SVC.to_bytes(4, "little")
_EINTR = (1 << 64) - 4

# From glibc 2.3 on, struct pthread begins with 24 words, the link of a list, and the thread's id.
_LIST, _TID = 0xC0, 0xD0
_PTHREAD_SIZES = range(0x400, 0x2000, 16)
_MUSL_SIZES = range(0x80, 0x200, 8)
_MAX_LITERAL_CODE = 12
"""Instructions before a call that may load its arguments."""

_NAMES = """
    io_setup io_destroy io_submit io_cancel io_getevents setxattr lsetxattr fsetxattr getxattr
    lgetxattr fgetxattr listxattr llistxattr flistxattr removexattr lremovexattr fremovexattr
    getcwd lookup_dcookie eventfd2 epoll_create1 epoll_ctl epoll_pwait dup dup3 fcntl inotify_init1
    inotify_add_watch inotify_rm_watch ioctl ioprio_set ioprio_get flock mknodat mkdirat unlinkat
    symlinkat linkat renameat umount2 mount pivot_root nfsservctl statfs fstatfs truncate ftruncate
    fallocate faccessat chdir fchdir chroot fchmod fchmodat fchownat fchown openat close vhangup
    pipe2 quotactl getdents64 lseek read write readv writev pread64 pwrite64 preadv pwritev
    sendfile pselect6 ppoll signalfd4 vmsplice splice tee readlinkat newfstatat fstat sync fsync
    fdatasync sync_file_range timerfd_create timerfd_settime timerfd_gettime utimensat acct capget
    capset personality exit exit_group waitid set_tid_address unshare futex set_robust_list
    get_robust_list nanosleep getitimer setitimer kexec_load init_module delete_module timer_create
    timer_gettime timer_getoverrun timer_settime timer_delete clock_settime clock_gettime
    clock_getres clock_nanosleep syslog ptrace sched_setparam sched_setscheduler sched_getscheduler
    sched_getparam sched_setaffinity sched_getaffinity sched_yield sched_get_priority_max
    sched_get_priority_min sched_rr_get_interval restart_syscall kill tkill tgkill sigaltstack
    rt_sigsuspend rt_sigaction rt_sigprocmask rt_sigpending rt_sigtimedwait rt_sigqueueinfo
    rt_sigreturn setpriority getpriority reboot setregid setgid setreuid setuid setresuid getresuid
    setresgid getresgid setfsuid setfsgid times setpgid getpgid getsid setsid getgroups setgroups
    uname sethostname setdomainname getrlimit setrlimit getrusage umask prctl getcpu gettimeofday
    settimeofday adjtimex getpid getppid getuid geteuid getgid getegid gettid sysinfo mq_open
    mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr msgget msgctl msgrcv msgsnd
    semget semctl semtimedop semop shmget shmctl shmat shmdt socket socketpair bind listen accept
    connect getsockname getpeername sendto recvfrom setsockopt getsockopt shutdown sendmsg recvmsg
    readahead brk munmap mremap add_key request_key keyctl clone execve mmap fadvise64 swapon
    swapoff mprotect msync mlock munlock mlockall munlockall mincore madvise remap_file_pages mbind
    get_mempolicy set_mempolicy migrate_pages move_pages rt_tgsigqueueinfo perf_event_open accept4
    recvmmsg - - - - - - - - - - - - - - - - wait4 prlimit64 fanotify_init fanotify_mark
    name_to_handle_at open_by_handle_at clock_adjtime syncfs setns sendmmsg process_vm_readv
    process_vm_writev kcmp finit_module sched_setattr sched_getattr renameat2 seccomp getrandom
    memfd_create bpf execveat userfaultfd membarrier mlock2 copy_file_range preadv2 pwritev2
    pkey_mprotect pkey_alloc pkey_free statx io_pgetevents rseq kexec_file_load
"""
CALL_NAMES = {
    number: name
    for begin, names in ((0, _NAMES), (424, FROM_424))
    for number, name in enumerate(names.split(), begin)
    if name != "-"
}
"""Number → name."""
_WAITING = frozenset(X86_64.syscall_names.values())


def decode_user_regs(data: bytes) -> Registers:
    """Decode struct user_pt_regs, 272 bytes; it tells nothing of thread pointer and system call,
    but the sets behind it do, of a thread that was stopped."""
    if len(data) < _USER_REGS.size:
        raise FormatError(f"register set of {len(data)} bytes, expected {_USER_REGS.size}")
    registers = Registers(_USER_REGS.unpack_from(data)[:_GENERAL])
    if len(data) == _USER_REGS.size:
        return registers
    sets = sets_behind(data, _USER_REGS.size)
    return interrupted_call(thread_notes(registers, sets), sets.get(CODE_SET, b""))


def encode_user_regs(registers: Registers) -> bytes:
    """Encode struct user_pt_regs; what is not known becomes 0."""
    words = [word or 0 for word in registers.general]
    return _USER_REGS.pack(*words, 0)


def decode_stack(data: bytes) -> tuple[int, int]:
    """(sp, thread pointer), the latter of the sets behind struct user_pt_regs."""
    if len(data) < _USER_REGS.size:
        return 0, 0
    tls = sets_behind(data, _USER_REGS.size).get(_NT_ARM_TLS, b"")
    return _USER_REGS.unpack_from(data)[_SP], int.from_bytes(tls[:8], "little")


def signal_frame_registers(user_regs: bytes) -> bytes:
    """struct user_pt_regs → its registers as they stand in struct sigcontext: the same words."""
    return user_regs[: 8 * _GENERAL] if len(user_regs) >= _USER_REGS.size else b""


def thread_notes(registers: Registers, notes: Mapping[int, bytes]) -> Registers:
    """With the thread pointer (NT_ARM_TLS: tpidr_el0, perhaps tpidr2_el0), and the call of a thread
    that was stopped in one (NT_ARM_SYSTEM_CALL: its number as an int, -1 for none)."""
    tls = notes.get(_NT_ARM_TLS, b"")
    if len(tls) >= 8:
        registers = registers._replace(thread_pointer=int.from_bytes(tls[:8], "little"))
    call = int.from_bytes(notes.get(_NT_ARM_SYSTEM_CALL, b"")[:4], "little", signed=True)
    if call >= 0 and len(notes.get(_NT_ARM_SYSTEM_CALL, b"")) >= 4:
        given = tuple([word or 0 for word in registers.general[:6]])
        registers = registers._replace(syscall=call, syscall_args=given)
    return registers


def interrupted_call(registers: Registers, code: bytes) -> Registers:
    """With the system call that the kernel took the thread out of to stop it, before the note could
    say so. code: the instruction before the pc, and that at it.

        pc at svc        it is about to begin anew: x8 the number, x0 … x5 the arguments
        pc behind svc    x0 is -EINTR instead of the first argument, so no argument is told
    """
    number = registers.general[8]
    if registers.syscall is not None or number is None or number not in CALL_NAMES:
        return registers
    if code[4:8] == _SYSCALL_CODE:
        given = tuple([word or 0 for word in registers.general[:6]])
        return registers._replace(syscall=number, syscall_args=given)
    if code[:4] == _SYSCALL_CODE and registers.general[0] == _EINTR:
        return registers._replace(syscall=number)
    return registers


def code_mask(notes: Mapping[int, bytes]) -> int:
    """What a signature leaves of a code address: NT_ARM_PAC_MASK holds the bits that it takes, of
    pointers to data and to code. A process without such a note signs nothing."""
    masks = notes.get(_NT_ARM_PAC_MASK, b"")
    if len(masks) < 16:
        return MASK64
    return ~int.from_bytes(masks[8:16], "little") & MASK64


def pthread_size_of(memory: Reader, threads: Sequence[tuple[int, int]]) -> int:
    """sizeof(struct pthread): it ends where the thread pointer points, and glibc keeps all of them
    in lists, whose links lead back, musl in a ring. 0 where that is not so.

        tp - size          +0xc0 ─► link of the next, whose second word leads back
        struct pthread     +0xd0    thread id
        musl               +0 itself   +8 ⇄ +16 ring   +32 thread id
    """
    sizes: set[int] | None = None
    for pointer, tid in threads[:8]:
        data = _below(memory, pointer)
        low = pointer - len(data)
        fitting = {
            size
            for sizes_of, is_one in ((_PTHREAD_SIZES, _is_pthread), (_MUSL_SIZES, _is_of_musl))
            for size in sizes_of
            if size <= len(data) and is_one(memory, data, len(data) - size, low, tid)
        }
        sizes = fitting if sizes is None else sizes & fitting
    return sizes.pop() if sizes and len(sizes) == 1 else 0


def _below(memory: Reader, pointer: int) -> bytes:
    """What lies below `pointer`, as much as is readable of what a struct pthread may take."""
    size = _PTHREAD_SIZES.stop
    while size > 0:
        data = memory.read_upto(pointer - size, size)
        if len(data) == size:
            return data
        size -= -(pointer - size) % 0x1000 or 0x1000
    return b""


def _is_pthread(memory: Reader, data: bytes, at: int, low: int, tid: int) -> bool:
    """Whether a struct pthread begins at data[at:], which was read from `low`."""
    if len(data) < at + _TID + 4 or data[at + _TID : at + _TID + 4] != tid.to_bytes(4, "little"):
        return False
    following = int.from_bytes(data[at + _LIST : at + _LIST + 8], "little")
    back = memory.read_upto(following + 8, 8)
    return following != 0 and back == (low + at + _LIST).to_bytes(8, "little")


def _is_of_musl(memory: Reader, data: bytes, at: int, low: int, tid: int) -> bool:
    """The same of musl's (src/internal/pthread_impl.h)."""
    own, before, behind = (
        int.from_bytes(data[at + offset : at + offset + 8], "little") for offset in (0, 8, 16)
    )
    if own != low + at or data[at + 32 : at + 36] != tid.to_bytes(4, "little"):
        return False
    links = memory.read_upto(before + 16, 8), memory.read_upto(behind + 8, 8)
    return links == (own.to_bytes(8, "little"),) * 2


def decode_signal_frame(frame: bytes, number: int) -> SignalFrame | None:
    """Decode struct rt_sigframe of a handler that runs for signal `number`."""
    if len(frame) < _RECORDS:
        return None
    signal, errno, code, _, address = _SIGINFO.unpack_from(frame)
    (fault_address,) = struct.unpack_from("<Q", frame, _FAULT_ADDRESS)
    general = struct.unpack_from(f"<{_GENERAL}Q", frame, _CONTEXT)
    syndrome = _syndrome(frame)
    fault = _fault_of(number, syndrome, fault_address, general[_PC])
    is_write = syndrome >> 26 == _DATA_ABORT and bool(syndrome & _WRITE)
    return SignalFrame(general, 0 if errno else signal, code, address, fault, is_write)


def _syndrome(frame: bytes) -> int:
    """The syndrome of the thread's last fault, from the records; 0 for none."""
    at = _RECORDS
    for _ in range(16):
        if at + 16 > len(frame):
            break
        magic, size = struct.unpack_from("<II", frame, at)
        if magic == _ESR_MAGIC:
            return int.from_bytes(frame[at + 8 : at + 16], "little") & 0xFFFF_FFFF
        if magic == 0 or size < 8:
            break
        at += size
    return 0


def _fault_of(
    number: int, syndrome: int, fault_address: int, pc: int
) -> tuple[int, int | None] | None:
    """(si_code, address) of the signal that the kernel makes of an exception (arch/arm64/mm/fault.c
    and kernel/traps.c); None when it makes another signal of it. An unknown instruction leaves no
    syndrome, and SIGILL may be nothing else."""
    kind, status = syndrome >> 26, syndrome & 0x3F
    if number == 4:
        return (1, pc) if syndrome == 0 else None
    if kind in (_PC_ALIGNMENT, _SP_ALIGNMENT):
        return (1, fault_address) if number == 7 else None
    if kind not in (_DATA_ABORT, _INSTRUCTION_ABORT):
        return None
    if number == 7 and status == 0x21:  # alignment
        return 1, fault_address
    level_free = status & 0x3C
    if number == 11 and level_free in (0x04, 0x08, 0x0C):  # translation, access flag, permission
        return (2 if level_free == 0x0C else 0), fault_address
    return (2, fault_address) if number == 7 and level_free in (0x04, 0x08) else None


def syscall_number_before(code: bytes) -> int | None:
    """The number in `mov x8, #n` right before `svc`, up to which or after which code goes."""
    words = _words(code)
    if words and words[-1] == _SVC:
        words.pop()
    if words and words[-1] & 0x7FE0001F == 0x52800008:
        return words[-1] >> 5 & 0xFFFF
    return None


def has_call_before(code: bytes) -> bool:
    """Whether `code` ends in a call: bl, blr, or blr with authentication."""
    word = int.from_bytes(code[-4:], "little") if len(code) >= 4 else 0
    return word >> 26 == 0x25 or word & 0xFEFFF000 == 0xD63F0000


def direct_call_target(code: bytes, address: int) -> int | None:
    """Where `bl` went, if `code`, which ends at `address`, ends in one."""
    word = int.from_bytes(code[-4:], "little") if len(code) >= 4 else 0
    return (address - 4 + _signed(word, 0, 26) * 4) & MASK64 if word >> 26 == 0x25 else None


def called_register(code: bytes) -> int | None:
    """Number of the register that `blr` or `br` at the start of `code` goes to; None for others."""
    word = int.from_bytes(code[:4], "little") if len(code) >= 4 else 0
    return word >> 5 & 31 if word & 0xFEDFF000 == 0xD61F0000 else None


def jumps(code: bytes, address: int) -> Jumps:
    """Jumps in `code`: b, b.cond, cbz, tbz; br through a slot, as in a procedure linkage table, or
    to where a register points."""
    targets: set[int] = set()
    slots: set[int] = set()
    is_computed = False
    pages: dict[int, int] = {}
    loaded: dict[int, int] = {}
    for index, word in enumerate(_words(code)):
        at = address + 4 * index
        if word >> 26 == 0x05:
            targets.add((at + _signed(word, 0, 26) * 4) & MASK64)
        elif word & 0xFF000000 == 0x54000000 or word & 0x7E000000 == 0x34000000:
            targets.add((at + _signed(word, 5, 19) * 4) & MASK64)
        elif word & 0x7E000000 == 0x36000000:
            targets.add((at + _signed(word, 5, 14) * 4) & MASK64)
        elif word & 0x9F000000 == 0x90000000:
            pages[word & 31] = _page(word, at)
        elif word & 0xFFC00000 == _LDR and word >> 5 & 31 in pages:
            loaded[word & 31] = pages[word >> 5 & 31] + (word >> 10 & 0xFFF) * 8
        elif word & 0xFEFFF000 == 0xD61F0000:  # br
            slot = loaded.get(word >> 5 & 31)
            is_computed = is_computed or slot is None
            slots |= set() if slot is None else {slot}
    return Jumps(frozenset(targets), frozenset(slots), is_computed)


def errno_slot(code: bytes, address: int) -> int | None:
    """__errno_location (glibc, csu/errno-loc.c): adrp, ldr of the slot, and with mrs of the thread
    pointer their sum; bti in some builds."""
    words = [word for word in _words(code[:24]) if word != _BTI_C]
    skipped = 4 * (6 - len(words))
    if len(words) < 4 or words[0] & 0x9F000000 != 0x90000000 or words[1] & 0xFFC00000 != _LDR:
        return None
    if words[2] & 0xFFFFFFE0 != 0xD53BD040 or words[3] & 0xFFE0FC00 != 0x8B000000:
        return None
    return _page(words[0], address + skipped) + (words[1] >> 10 & 0xFFF) * 8


def literals_before(code: bytes, address: int) -> tuple[dict[int, int], int]:
    """(constants in registers as the call is made that `code`, which ends at `address`, ends in,
    where the instructions begin that load them): right before it, each a load of one, or a copy.

    adrp and add; adr; movz, movn, mov between registers
    """
    words = _words(code)
    if not words or not has_call_before(code):
        return {}, address
    for first in range(max(len(words) - 1 - _MAX_LITERAL_CODE, 0), len(words) - 1):
        start = address - 4 * (len(words) - first)
        values = _loads(words[first:-1], start)
        if values is not None:
            return values, start
    return {}, address


def _loads(words: Sequence[int], address: int) -> dict[int, int] | None:
    """Register → constant, where `words` are nothing but loads of constants; None otherwise."""
    values: dict[int, int] = {}
    for index, word in enumerate(words):
        target, source = word & 31, word >> 5 & 31
        if word & 0x9F000000 == 0x90000000:
            values[target] = _page(word, address + 4 * index)
        elif word & 0x9F000000 == 0x10000000:
            relative = _signed(word, 5, 19) << 2 | word >> 29 & 3
            values[target] = (address + 4 * index + relative) & MASK64
        elif word & 0xFFC00000 == 0x91000000 and source in values:
            values[target] = values[source] + (word >> 10 & 0xFFF)
        elif word & 0x7F800000 == 0x52800000:
            values[target] = (word >> 5 & 0xFFFF) << 16 * (word >> 21 & 3)
        elif word & 0x7FE0FFE0 == 0x2A0003E0 and word >> 16 & 31 in values:
            values[target] = values[word >> 16 & 31]
        else:
            return None
    return values


def constant_arguments(code: bytes, address: int) -> tuple[int, ...]:
    """The first four arguments of the call that `code`, which ends at `address`, ends in; () unless
    the instructions right before it load all four as constants."""
    values, _ = literals_before(code, address)
    return tuple([values[number] for number in range(4)]) if {0, 1, 2, 3} <= values.keys() else ()


def breakpoint_at(code: bytes) -> str:
    """ "brk #1000": the pc stays at it."""
    word = int.from_bytes(code[:4], "little") if len(code) >= 4 else 0
    return f"brk #{word >> 5 & 0xFFFF:#x}" if word & 0xFFE0001F == 0xD4200000 else ""


def _page(word: int, address: int) -> int:
    """What `adrp` at `address` loads."""
    pages = _signed(word, 5, 19) << 2 | word >> 29 & 3
    return ((address & ~0xFFF) + (pages << 12)) & MASK64


def _signed(word: int, low: int, bits: int) -> int:
    value = word >> low & ((1 << bits) - 1)
    return value - (1 << bits) if value >> (bits - 1) else value


def _words(code: bytes) -> list[int]:
    """The instructions of code that ends with one."""
    skipped = len(code) % 4
    return list(struct.unpack(f"<{len(code) // 4}I", code[skipped:]))


AARCH64 = Architecture(
    name="AArch64",
    e_machine=183,
    word_size=8,
    sp=_SP,
    fp=29,
    return_column=_LINK,
    pc_number=_PC,
    link=_LINK,
    callee_saved=tuple(range(19, 30)),
    caller_saved=tuple(range(18)),
    arguments=tuple(range(8)),
    register_names=(*(f"x{number}" for number in range(31)), "sp"),
    user_regs_size=_USER_REGS.size,
    decode_user_regs=decode_user_regs,
    encode_user_regs=encode_user_regs,
    decode_stack=decode_stack,
    register_sets=(_NT_ARM_TLS, _NT_ARM_SYSTEM_CALL, _NT_ARM_PAC_MASK),
    thread_notes=thread_notes,
    interrupted_call=interrupted_call,
    code_mask_of=code_mask,
    prstatus_regs_offset=112,
    syscall_names={number: name for number, name in CALL_NAMES.items() if name in _WAITING},
    all_syscall_names=CALL_NAMES,
    ending_calls={94: "exit_group", 129: "kill", 130: "tkill", 131: "tgkill"},
    has_call_before=has_call_before,
    direct_call_target=direct_call_target,
    called_register=called_register,
    constant_arguments=constant_arguments,
    literals_before=literals_before,
    errno_slot=errno_slot,
    jumps=jumps,
    function_alignment=4,
    sigreturn_codes=(b"\x68\x11\x80\xd2\x01\x00\x00\xd4",),  # mov x8, #139; svc #0
    signal_context=tuple((number, _CONTEXT + 8 * number) for number in range(_GENERAL)),
    signal_frame_size=_RECORDS + _RECORDS_SIZE,
    decode_signal_frame=decode_signal_frame,
    signal_frame_registers=signal_frame_registers,
    user_end=USER_END,
    address_mask=(1 << 56) - 1,
    dtv=0,
    pthread_tid_offset=_TID,
    pthread_size_of=pthread_size_of,
    syscall_code=_SYSCALL_CODE,
    syscall_number=8,
    syscall_number_before=syscall_number_before,
    decode_accesses=accesses_of,
    breakpoint_at=breakpoint_at,
    left_out="the loads that led to a failed pointer, frames of code made at run time that has no "
    "unwind information, what a library printed before it aborted",
)

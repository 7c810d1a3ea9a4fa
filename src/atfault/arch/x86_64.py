"""x86-64 (System V ABI, Linux).

Names of all system calls of x86-64 Linux (arch/x86/entry/syscalls/syscall_64.tbl), for the few
reports that name one that a filter refused. `-` has none.
"""

from __future__ import annotations

import struct

from atfault.arch.base import Architecture, Jumps, SignalFrame
from atfault.errors import FormatError
from atfault.model.process import Registers

# struct user_regs_struct (arch/x86/include/asm/user_64.h), 27 words:
#   0 r15  1 r14  2 r13  3 r12  4 rbp  5 rbx  6 r11  7 r10  8 r9  9 r8  10 rax 11 rcx 12 rdx
#   13 rsi 14 rdi 15 orig_rax 16 rip 17 cs 18 eflags 19 rsp 20 ss 21 fs_base 22 gs_base 23 ds …
USER_REGS = struct.Struct("<27Q")
_FXSAVE_SIZE = 512
_STACK = struct.Struct("<152xQ8xQ40x")
"""rsp and fs_base among them."""
# DWARF order (psABI figure 3.36): rax rdx rcx rbx rsi rdi rbp rsp r8 … r15, then rip.
_DWARF_ORDER = (10, 12, 11, 5, 13, 14, 4, 19, 9, 8, 7, 6, 3, 2, 1, 0, 16)
# Kernel order of system call arguments: rdi rsi rdx r10 r8 r9.
_SYSCALL_ARGS = (14, 13, 12, 7, 9, 8)
# struct sigcontext (arch/x86/include/uapi/asm/sigcontext.h) in DWARF numbers, from its start:
# r8 … r15, rdi, rsi, rbp, rbx, rdx, rax, rcx, rsp, rip. In struct ucontext it follows uc_flags,
# uc_link and uc_stack; the handler's return leaves the stack pointer at the ucontext.
_SIGCONTEXT = (8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1, 0, 2, 7, 16)
_MCONTEXT = 8 + 8 + 24
_GENERAL = struct.Struct("<17Q")
# What follows in struct sigcontext: eflags, selectors, then the thread's last fault as the
# processor reported it: error code, exception number, (signal mask,) cr2, where a page fault was.
_LAST_FAULT = struct.Struct("<QQQQ")
_LAST_FAULT_AT = _MCONTEXT + 8 * 19
# struct rt_sigframe: return address, struct ucontext, struct siginfo.
_UCONTEXT_SIZE = 304
_SIGINFO = struct.Struct("<iiiiQ")
_SIGINFO_SIZE = 128
_FIRST_FOUR = (7, 6, 2, 1)
"""Hardware numbers of rdi, rsi, rdx, rcx, in the order of the arguments (System V ABI, 3.2.3)."""
_LOADS = 48
"""Bytes of instructions that load arguments, at most."""
_ENDBR = b"\xf3\x0f\x1e\xfa"
_ADD_POINTER = b"\x64\x48\x03\x04\x25\0\0\0\0"
_NO_SYSCALL = 0xFFFF_FFFF_FFFF_FFFF
_RAX = 10
_IN_CALL = (1 << 64) - 38
_FIRST = """
    read write open close stat fstat lstat poll lseek mmap mprotect munmap brk rt_sigaction
    rt_sigprocmask rt_sigreturn ioctl pread64 pwrite64 readv writev access pipe select
    sched_yield mremap msync mincore madvise shmget shmat shmctl dup dup2 pause nanosleep
    getitimer alarm setitimer getpid sendfile socket connect accept sendto recvfrom sendmsg
    recvmsg shutdown bind listen getsockname getpeername socketpair setsockopt getsockopt clone
    fork vfork execve exit wait4 kill uname semget semop semctl shmdt msgget msgsnd msgrcv
    msgctl fcntl flock fsync fdatasync truncate ftruncate getdents getcwd chdir fchdir rename
    mkdir rmdir creat link unlink symlink readlink chmod fchmod chown fchown lchown umask
    gettimeofday getrlimit getrusage sysinfo times ptrace getuid syslog getgid setuid setgid
    geteuid getegid setpgid getppid getpgrp setsid setreuid setregid getgroups setgroups
    setresuid getresuid setresgid getresgid getpgid setfsuid setfsgid getsid capget capset
    rt_sigpending rt_sigtimedwait rt_sigqueueinfo rt_sigsuspend sigaltstack utime mknod uselib
    personality ustat statfs fstatfs sysfs getpriority setpriority sched_setparam sched_getparam
    sched_setscheduler sched_getscheduler sched_get_priority_max sched_get_priority_min
    sched_rr_get_interval mlock munlock mlockall munlockall vhangup modify_ldt pivot_root
    _sysctl prctl arch_prctl adjtimex setrlimit chroot sync acct settimeofday mount umount2
    swapon swapoff reboot sethostname setdomainname iopl ioperm create_module init_module
    delete_module get_kernel_syms query_module quotactl nfsservctl getpmsg putpmsg afs_syscall
    tuxcall security gettid readahead setxattr lsetxattr fsetxattr getxattr lgetxattr fgetxattr
    listxattr llistxattr flistxattr removexattr lremovexattr fremovexattr tkill time futex
    sched_setaffinity sched_getaffinity set_thread_area io_setup io_destroy io_getevents
    io_submit io_cancel get_thread_area lookup_dcookie epoll_create epoll_ctl_old epoll_wait_old
    remap_file_pages getdents64 set_tid_address restart_syscall semtimedop fadvise64
    timer_create timer_settime timer_gettime timer_getoverrun timer_delete clock_settime
    clock_gettime clock_getres clock_nanosleep exit_group epoll_wait epoll_ctl tgkill utimes
    vserver mbind set_mempolicy get_mempolicy mq_open mq_unlink mq_timedsend mq_timedreceive
    mq_notify mq_getsetattr kexec_load waitid add_key request_key keyctl ioprio_set ioprio_get
    inotify_init inotify_add_watch inotify_rm_watch migrate_pages openat mkdirat mknodat
    fchownat futimesat newfstatat unlinkat renameat linkat symlinkat readlinkat fchmodat
    faccessat pselect6 ppoll unshare set_robust_list get_robust_list splice tee sync_file_range
    vmsplice move_pages utimensat epoll_pwait signalfd timerfd_create eventfd fallocate
    timerfd_settime timerfd_gettime accept4 signalfd4 eventfd2 epoll_create1 dup3 pipe2
    inotify_init1 preadv pwritev rt_tgsigqueueinfo perf_event_open recvmmsg fanotify_init
    fanotify_mark prlimit64 name_to_handle_at open_by_handle_at clock_adjtime syncfs sendmmsg
    setns getcpu process_vm_readv process_vm_writev kcmp finit_module sched_setattr
    sched_getattr renameat2 seccomp getrandom memfd_create kexec_file_load bpf execveat
    userfaultfd membarrier mlock2 copy_file_range preadv2 pwritev2 pkey_mprotect pkey_alloc
    pkey_free statx io_pgetevents rseq
"""
FROM_424 = """
    pidfd_send_signal io_uring_setup io_uring_enter io_uring_register open_tree move_mount
    fsopen fsconfig fsmount fspick pidfd_open clone3 close_range openat2 pidfd_getfd faccessat2
    process_madvise epoll_pwait2 mount_setattr quotactl_fd landlock_create_ruleset
    landlock_add_rule landlock_restrict_self memfd_secret process_mrelease futex_waitv
    set_mempolicy_home_node
"""
CALL_NAMES = {
    number: name
    for begin, names in ((0, _FIRST), (424, FROM_424))
    for number, name in enumerate(names.split(), begin)
    if name != "-"
}
"""Number → name."""


def decode_user_regs(data: bytes) -> Registers:
    """Decode struct user_regs_struct, 216 bytes."""
    if len(data) < USER_REGS.size:
        raise FormatError(f"register set of {len(data)} bytes, expected {USER_REGS.size}")
    words = USER_REGS.unpack_from(data)
    syscall = words[15]
    in_syscall = syscall != _NO_SYSCALL
    return Registers(
        general=tuple(words[i] for i in _DWARF_ORDER),
        thread_pointer=words[21],
        syscall=syscall if in_syscall else None,
        syscall_args=tuple(words[i] for i in _SYSCALL_ARGS) if in_syscall else (),
    )


def decode_vectors(data: bytes) -> tuple[int, ...]:
    """xmm0 … xmm15 of struct user_i387_struct, as fxsave writes them: 16 bytes each, from 160."""
    if len(data) < _FXSAVE_SIZE:
        return ()
    return tuple(
        int.from_bytes(data[at : at + 16], "little") for at in range(160, 160 + 16 * 16, 16)
    )


def decode_stack(data: bytes) -> tuple[int, int]:
    """(rsp, fs_base) of struct user_regs_struct; (0, 0) when it is cut off."""
    if len(data) < _STACK.size:
        return 0, 0
    stack_pointer, thread_pointer = _STACK.unpack_from(data)
    return stack_pointer, thread_pointer


def encode_user_regs(registers: Registers) -> bytes:
    """Encode struct user_regs_struct, 216 bytes; what is not known becomes 0, but the result of a
    system call that still runs: that is ENOSYS, as the kernel has it."""
    words = [0] * 27
    if registers.syscall is not None:
        words[_RAX] = _IN_CALL
    for word, value in zip(_SYSCALL_ARGS, registers.syscall_args):
        words[word] = value
    for word, known in zip(_DWARF_ORDER, registers.general):
        words[word] = known if known is not None else words[word]
    words[15] = _NO_SYSCALL if registers.syscall is None else registers.syscall
    words[21] = registers.thread_pointer or 0
    return USER_REGS.pack(*words)


def signal_frame_registers(user_regs: bytes) -> bytes:
    """struct user_regs_struct → its registers as they begin struct sigcontext."""
    if len(user_regs) < USER_REGS.size:
        return b""
    words = USER_REGS.unpack_from(user_regs)
    return _GENERAL.pack(*[words[_DWARF_ORDER[register]] for register in _SIGCONTEXT])


def decode_signal_frame(frame: bytes, number: int) -> SignalFrame | None:
    """Decode struct ucontext and struct siginfo of a handler that runs for signal `number`.

    +0 uc_flags, uc_link, uc_stack │ +40 r8 … rip │ +192 err, trapno, mask, cr2 │ +304 siginfo
    """
    if len(frame) < _UCONTEXT_SIZE + _SIGINFO.size:
        return None
    general = [0] * len(_SIGCONTEXT)
    for register, value in zip(_SIGCONTEXT, _GENERAL.unpack_from(frame, _MCONTEXT)):
        general[register] = value
    error, trap, _, cr2 = _LAST_FAULT.unpack_from(frame, _LAST_FAULT_AT)
    signal, errno, code, _, address = _SIGINFO.unpack_from(frame, _UCONTEXT_SIZE)
    return SignalFrame(
        tuple(general),
        signal if errno == 0 else 0,
        code,
        address,
        _fault_of_trap(number, trap, error, cr2, general[16]),
        trap == 14 and bool(error & 2),
    )


def _fault_of_trap(
    number: int, trap: int, error: int, cr2: int, pc: int
) -> tuple[int, int | None] | None:
    """(si_code, address) of the signal that the kernel makes of an exception
    (arch/x86/kernel/traps.c, mm/fault.c); None when it makes another signal of it.

    Exceptions: 0 division, 6 invalid opcode, 12 stack segment and 13 general protection (for
    addresses that no process can have), 14 page fault, 17 alignment.
    """
    if number == 11 and trap == 14:
        return (2 if error & 1 else 0), cr2  # bit 0: the page is there, but not for this
    if number == 7 and trap == 14:
        return 2, cr2
    if (number, trap) in ((11, 13), (7, 12)):
        return 0x80, None
    if number == 7 and trap == 17:
        return 1, None
    if (number, trap) in ((8, 0), (4, 6)):
        return (1 if number == 8 else 2), pc
    return None


def syscall_number_before(code: bytes) -> int | None:
    """The number in `mov $n, %eax` right before `syscall`, up to which or after which code goes.

    b8 n n n n │ 0f 05
    """
    for end in (len(code), len(code) - 2):
        is_last = end == len(code) or code[end:] == b"\x0f\x05"
        if end >= 5 and is_last and code[end - 5] == 0xB8:
            number = int.from_bytes(code[end - 4 : end], "little")
            if number < 1024:
                return number
    return None


def has_call_before(code: bytes) -> bool:
    """Whether `code` (up to 8 bytes that end at the candidate address) ends in a call.

    e8 rel32 (5 bytes); ff /2 with its ModRM forms: register (2), memory (2 to 7), and with a REX
    prefix one more.
    """
    if len(code) >= 5 and code[-5] == 0xE8:
        return True
    for length in (2, 3, 4, 6, 7):
        if len(code) < length or code[-length] != 0xFF:
            continue
        modrm = code[-length + 1]
        if (modrm >> 3) & 7 == 2 and _ff_length(modrm, code[-length:]) == length:
            return True
    return False


def _ff_length(modrm: int, code: bytes) -> int:
    """Length in bytes of `ff modrm …` without prefixes."""
    mod, rm = modrm >> 6, modrm & 7
    if mod == 3:
        return 2
    length = 2
    if rm == 4:
        length += 1
        if mod == 0 and len(code) > 2 and code[2] & 7 == 5:
            length += 4
    elif mod == 0 and rm == 5:
        length += 4
    return length + {0: 0, 1: 1, 2: 4}[mod]


def direct_call_target(code: bytes, address: int) -> int | None:
    """Where `call rel32` went, if `code`, which ends at `address`, ends in one."""
    if len(code) < 5 or code[-5] != 0xE8:
        return None
    relative = int.from_bytes(code[-4:], "little", signed=True)
    return (address + relative) & 0xFFFF_FFFF_FFFF_FFFF


def constant_arguments(code: bytes, address: int) -> tuple[int, ...]:
    """The first four arguments of the call that `code`, which ends at `address`, ends in; () unless
    the instructions right before it load all four as constants."""
    call = len(code) - (6 if code[-6:-4] == b"\xff\x15" else 5)
    if call < 0 or code[call] not in (0xE8, 0xFF):
        return ()
    for start in range(call - 1, max(call - _LOADS, 0) - 1, -1):
        values = _loads(code[start:call], address - len(code) + start)
        if all(register in values for register in _FIRST_FOUR):
            return tuple([values[register] for register in _FIRST_FOUR])
    return ()


def _loads(code: bytes, address: int) -> dict[int, int]:
    """Register → constant, where `code` is nothing but loads of constants; {} otherwise.

    b8+r imm32 mov; 48 8d 05 rel32 lea; 48 89 c0 mov between registers.
    """
    values: dict[int, int] = {}
    at = 0
    while at < len(code):
        operation = code[at : at + 2]
        if operation[0] & 0xF8 == 0xB8 and at + 5 <= len(code):
            values[operation[0] & 7] = int.from_bytes(code[at + 1 : at + 5], "little")
            at += 5
        elif operation == b"\x48\x8d" and at + 7 <= len(code) and code[at + 2] & 0xC7 == 5:
            relative = int.from_bytes(code[at + 3 : at + 7], "little", signed=True)
            values[code[at + 2] >> 3] = address + at + 7 + relative
            at += 7
        elif operation == b"\x48\x89" and at + 3 <= len(code) and code[at + 2] >= 0xC0:
            source, target = code[at + 2] >> 3 & 7, code[at + 2] & 7
            if source not in values:
                return {}
            values[target] = values[source]
            at += 3
        else:
            return {}
    return values


def errno_slot(code: bytes, address: int) -> int | None:
    """__errno_location (glibc, csu/errno-loc.c), the same since it has thread-local storage:

    [f3 0f 1e fa]            endbr64, in some builds
    48 8b 05 79 b7 1a 00     mov rax, [rip + 0x1ab779]    the slot
    64 48 03 04 25 0…        add rax, fs:[0]              the thread pointer
    """
    at = len(_ENDBR) if code.startswith(_ENDBR) else 0
    if code[at : at + 3] != b"\x48\x8b\x05" or code[at + 7 : at + 16] != _ADD_POINTER:
        return None
    return address + at + 7 + int.from_bytes(code[at + 3 : at + 7], "little", signed=True)


def jumps(code: bytes, address: int) -> Jumps:
    """Jumps in `code`, found at any byte, so also where no instruction begins.

    e9 rel32 jmp; 0f 80…8f rel32 jcc; ff 25 rel32 jmp *slot(%rip); ff e0…e7, ff 20… jmp *register.
    """
    targets: set[int] = set()
    slots: set[int] = set()
    for pattern in (b"\xe9", b"\x0f", b"\xff\x25"):
        at = code.find(pattern)
        while at >= 0:
            wide = pattern == b"\x0f"
            end = at + len(pattern) + wide + 4
            if end <= len(code) and (not wide or code[at + 1] & 0xF0 == 0x80):
                where = address + end + int.from_bytes(code[end - 4 : end], "little", signed=True)
                (slots if len(pattern) == 2 else targets).add(where)
            at = code.find(pattern, at + 1)
    computed = False
    at = code.find(b"\xff")
    while at >= 0 and not computed and at + 1 < len(code):
        modrm = code[at + 1]
        computed = (modrm >> 3) & 7 == 4 and modrm != 0x25
        at = code.find(b"\xff", at + 1)
    return Jumps(frozenset(targets), frozenset(slots), computed)


X86_64 = Architecture(
    name="x86-64",
    e_machine=62,
    word_size=8,
    sp=7,
    fp=6,
    return_column=16,
    pc_number=16,
    callee_saved=(3, 6, 12, 13, 14, 15),
    user_regs_size=USER_REGS.size,
    all_syscall_names=CALL_NAMES,
    decode_user_regs=decode_user_regs,
    decode_stack=decode_stack,
    decode_vectors=decode_vectors,
    encode_user_regs=encode_user_regs,
    prstatus_regs_offset=112,
    ending_calls={62: "kill", 200: "tkill", 231: "exit_group", 234: "tgkill"},
    syscall_names={
        0: "read",
        1: "write",
        2: "open",
        3: "close",
        4: "stat",
        5: "fstat",
        6: "lstat",
        7: "poll",
        16: "ioctl",
        17: "pread64",
        18: "pwrite64",
        19: "readv",
        20: "writev",
        23: "select",
        24: "sched_yield",
        26: "msync",
        34: "pause",
        35: "nanosleep",
        40: "sendfile",
        42: "connect",
        43: "accept",
        44: "sendto",
        45: "recvfrom",
        46: "sendmsg",
        47: "recvmsg",
        56: "clone",
        57: "fork",
        58: "vfork",
        59: "execve",
        61: "wait4",
        65: "semop",
        69: "msgsnd",
        70: "msgrcv",
        72: "fcntl",
        73: "flock",
        74: "fsync",
        75: "fdatasync",
        77: "ftruncate",
        78: "getdents",
        82: "rename",
        83: "mkdir",
        84: "rmdir",
        87: "unlink",
        128: "rt_sigtimedwait",
        130: "rt_sigsuspend",
        162: "sync",
        165: "mount",
        166: "umount2",
        202: "futex",
        208: "io_getevents",
        217: "getdents64",
        219: "restart_syscall",
        220: "semtimedop",
        230: "clock_nanosleep",
        232: "epoll_wait",
        242: "mq_timedsend",
        243: "mq_timedreceive",
        247: "waitid",
        257: "openat",
        262: "newfstatat",
        270: "pselect6",
        271: "ppoll",
        275: "splice",
        281: "epoll_pwait",
        285: "fallocate",
        288: "accept4",
        295: "preadv",
        296: "pwritev",
        299: "recvmmsg",
        306: "syncfs",
        307: "sendmmsg",
        318: "getrandom",
        326: "copy_file_range",
        327: "preadv2",
        328: "pwritev2",
        332: "statx",
        426: "io_uring_enter",
        435: "clone3",
        437: "openat2",
        441: "epoll_pwait2",
        449: "futex_waitv",
    },
    has_call_before=has_call_before,
    function_mark=_ENDBR,
    errno_slot=errno_slot,
    direct_call_target=direct_call_target,
    constant_arguments=constant_arguments,
    jumps=jumps,
    sigreturn_codes=(
        b"\x48\xc7\xc0\x0f\x00\x00\x00\x0f\x05",  # mov $15, %rax; syscall
        b"\xb8\x0f\x00\x00\x00\x0f\x05",  # mov $15, %eax; syscall
    ),
    register_names=tuple("rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15".split()),
    arguments=(5, 4, 1, 2, 8, 9),
    caller_saved=(0, 1, 2, 4, 5, 8, 9, 10, 11),
    pthread_tid_offset=0x2D0,
    syscall_code=b"\x0f\x05",
    syscall_number_before=syscall_number_before,
    signal_frame_size=_UCONTEXT_SIZE + _SIGINFO_SIZE,
    decode_signal_frame=decode_signal_frame,
    signal_frame_registers=signal_frame_registers,
    signal_context=tuple((reg, _MCONTEXT + 8 * i) for i, reg in enumerate(_SIGCONTEXT)),
)

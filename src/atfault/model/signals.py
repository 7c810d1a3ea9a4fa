"""Names of signals and of their si_code, x86-64 Linux (asm-generic/signal.h, siginfo.h)."""

from __future__ import annotations

SIGNALS = (
    "SIG0",
    "SIGHUP",
    "SIGINT",
    "SIGQUIT",
    "SIGILL",
    "SIGTRAP",
    "SIGABRT",
    "SIGBUS",
    "SIGFPE",
    "SIGKILL",
    "SIGUSR1",
    "SIGSEGV",
    "SIGUSR2",
    "SIGPIPE",
    "SIGALRM",
    "SIGTERM",
    "SIGSTKFLT",
    "SIGCHLD",
    "SIGCONT",
    "SIGSTOP",
    "SIGTSTP",
    "SIGTTIN",
    "SIGTTOU",
    "SIGURG",
    "SIGXCPU",
    "SIGXFSZ",
    "SIGVTALRM",
    "SIGPROF",
    "SIGWINCH",
    "SIGIO",
    "SIGPWR",
    "SIGSYS",
)
"""Indexed by number, 1 to 31."""

FIRST_REALTIME = 34
"""As the C library counts (it keeps 32 and 33 for itself)."""
LAST_SIGNAL = 64

SI_USER, SI_KERNEL, SI_QUEUE, SI_TKILL = 0, 0x80, -1, -6
"""si_code of kill(), of the kernel, of sigqueue(), and of what is sent to one thread: raise()."""
GENERIC_CODES = {
    0: "SI_USER",
    0x80: "SI_KERNEL",
    -1: "SI_QUEUE",
    -2: "SI_TIMER",
    -3: "SI_MESGQ",
    -4: "SI_ASYNCIO",
    -5: "SI_SIGIO",
    -6: "SI_TKILL",
    -7: "SI_DETHREAD",
    -60: "SI_ASYNCNL",
}
"""Codes that mean the same for every signal: who sent it."""

CODES = {
    "SIGILL": "ILLOPC ILLOPN ILLADR ILLTRP PRVOPC PRVREG COPROC BADSTK BADIADDR",
    "SIGFPE": "INTDIV INTOVF FLTDIV FLTOVF FLTUND FLTRES FLTINV FLTSUB",
    "SIGSEGV": "MAPERR ACCERR BNDERR PKUERR ACCADI ADIDERR ADIPERR MTEAERR MTESERR CPERR",
    "SIGBUS": "ADRALN ADRERR OBJERR MCEERR_AR MCEERR_AO",
    "SIGTRAP": "BRKPT TRACE BRANCH HWBKPT UNK PERF",
    "SIGCHLD": "EXITED KILLED DUMPED TRAPPED STOPPED CONTINUED",
    "SIGIO": "IN OUT MSG ERR PRI HUP",
    "SIGSYS": "SECCOMP USER_DISPATCH",
}
"""Codes 1, 2, 3 … of each signal, without their prefix."""

CODE_PREFIX = {
    "SIGILL": "ILL",
    "SIGFPE": "FPE",
    "SIGSEGV": "SEGV",
    "SIGBUS": "BUS",
    "SIGTRAP": "TRAP",
    "SIGCHLD": "CLD",
    "SIGIO": "POLL",
    "SIGSYS": "SYS",
}

DESCRIPTIONS = {
    "SIGHUP": "Hang-up",
    "SIGINT": "Interrupted",
    "SIGQUIT": "Quit",
    "SIGILL": "Illegal instruction",
    "SIGTRAP": "Trace or breakpoint trap",
    "SIGABRT": "Aborted",
    "SIGBUS": "Bus error",
    "SIGFPE": "Arithmetic error",
    "SIGKILL": "Killed",
    "SIGSEGV": "Segmentation fault",
    "SIGPIPE": "Broken pipe",
    "SIGALRM": "Alarm clock",
    "SIGTERM": "Terminated",
    "SIGSTKFLT": "Coprocessor stack fault",
    "SIGXCPU": "CPU time limit exceeded",
    "SIGXFSZ": "File size limit exceeded",
    "SIGSYS": "Bad system call",
}


CRASHES = frozenset((4, 5, 6, 7, 8, 11, 31))
"""ILL TRAP ABRT BUS FPE SEGV SYS: the program's own doing. The others mean that it was killed."""


def signal_name(number: int) -> str:
    """11 → "SIGSEGV", 35 → "SIGRTMIN+1"; "signal 99" for what is none."""
    if 0 < number < len(SIGNALS):
        return SIGNALS[number]
    if FIRST_REALTIME <= number <= LAST_SIGNAL:
        offset = number - FIRST_REALTIME
        return f"SIGRTMIN+{offset}" if offset else "SIGRTMIN"
    return f"signal {number}"


def code_name(number: int, code: int) -> str:
    """(11, 1) → "SEGV_MAPERR"; "" when the code has no name for this signal."""
    name = signal_name(number)
    if code in GENERIC_CODES:
        return GENERIC_CODES[code]
    known = CODES.get(name, "").split()
    if 0 < code <= len(known):
        return f"{CODE_PREFIX[name]}_{known[code - 1]}"
    if name == "SIGFPE" and code in (14, 15):
        return "FPE_FLTUNK" if code == 14 else "FPE_CONDTRAP"
    return ""


def signal_description(name: str) -> str:
    """ "SIGSEGV" → "Segmentation fault"; "Signal SIGUSR1" where there is no better word."""
    return DESCRIPTIONS.get(name) or "Signal " + name.removeprefix("signal ")

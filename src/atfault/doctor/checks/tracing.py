"""May processes be looked into? See ptrace(2), "Ptrace access mode checking"."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.arch.host import NEEDED, why_unsupported
from atfault.doctor.check import EVERYTHING, check, verdict
from atfault.doctor.machine import CAP_SYS_PTRACE, Machine
from atfault.doctor.subject import Subject
from atfault.model.doctor import Verdict

SCOPE = "/proc/sys/kernel/yama/ptrace_scope"
_GROUP = "tracing"
IN_DOCKER = "docker run --cap-add SYS_PTRACE …"


@check("platform", "the kind of machine", _GROUP, EVERYTHING)
def platform(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """What atfault looks into programs on: everything but `explain`, `show` and `list` needs it."""
    host = machine.host()
    looked = f"{host.system} {host.machine}, {host.bits}-bit, {host.libc}"
    why = why_unsupported(host)
    if not why:
        yield verdict("ok", f"programs can be looked into on {NEEDED}", looked)
    else:
        yield verdict(
            "problem",
            f"no program and no core can be looked into: {why}, and that is done on {NEEDED} alone",
            looked,
            "run atfault on such a machine, or in such a container; texts (explain) and saved "
            "reports (show, list) are read here, too",
        )


@check("tracing", "programs can be watched", _GROUP)
def tracing_works(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """A child can be traced: tried with one."""
    if why_unsupported(machine.host()):
        yield verdict("unknown", "tracing was not tried on this kind of machine")
        return
    why = machine.why_no_tracing()
    if not why:
        yield verdict("ok", "`atfault run` can watch programs", "a child was traced")
    else:
        yield verdict(
            "problem",
            f"`atfault run` and `atfault attach` can watch nothing: {why}",
            "a child was to be traced",
            "allow ptrace in the container's seccomp profile, or give it the capability",
            IN_DOCKER,
        )


@check("ptrace-scope", "who may trace whom", _GROUP)
def ptrace_scope(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """Yama lets a user trace processes that are no children of theirs."""
    scope = machine.number(SCOPE)
    looked = f"{SCOPE}: {'not there' if scope is None else scope}"
    capable = machine.has_capability(CAP_SYS_PTRACE)
    if not scope:
        yield verdict("ok", "processes of the same user can be looked into", looked)
    elif scope in (1, 2) and capable:
        yield verdict("ok", "restricted, but this user has the capability for it", looked)
    elif scope == 3:
        yield verdict(
            "problem",
            "no process can be looked into, not even by root, until the machine is started anew",
            looked,
            "set it to 1 or less in /etc/sysctl.d, and restart",
        )
    else:
        who = (
            "a process may be traced by its parent alone" if scope == 1 else "root alone may trace"
        )
        yield verdict(
            "problem",
            f"{who}: `atfault attach` works under sudo, `atfault run` "
            + ("always" if scope == 1 else "as well"),
            looked,
            "use sudo, or lift it until the next start",
            "sysctl -w kernel.yama.ptrace_scope=0",
        )


@check("ptrace-capability", "processes of other users", _GROUP)
def ptrace_capability(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """The capability SYS_PTRACE, where the process or the user needs it."""
    looked = f"CapEff of /proc/self/status: {machine.status('CapEff', 'self') or 'unknown'}"
    capable = machine.has_capability(CAP_SYS_PTRACE)
    user = machine.user()
    if capable:
        yield verdict("ok", "processes of all users can be looked into", looked)
    elif machine.pid is not None and str(user) not in machine.status("Uid").split()[:3]:
        uid = next(iter(machine.status("Uid").split()), "another one")
        yield verdict(
            "problem",
            f"the process belongs to user {uid}, and this is user {user}",
            looked,
            "use sudo, or become that user",
            f"sudo atfault attach {machine.pid}",
        )
    elif user == 0:
        yield verdict(
            "problem",
            "even root may not look into processes here: the capability SYS_PTRACE is taken away",
            looked,
            "give it to the container",
            IN_DOCKER,
        )
    else:
        yield verdict("ok", "this user's own processes can be looked into", looked)


@check("other-tracer", "is somebody else tracing it", _GROUP, about=("process",))
def other_tracer(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """A process has one tracer."""
    tracer = machine.status("TracerPid")
    looked = f"TracerPid of {machine.process}/status: {tracer or 'unknown'}"
    if tracer in ("", "0"):
        yield verdict("ok", "nobody traces it", looked)
        return
    name = machine.read(f"/proc/{tracer}/comm") or "a process that is not seen from here"
    yield verdict(
        "problem",
        f"{name} ({tracer}) traces it already, and a process has one tracer",
        looked,
        f"end {name}, or have it detach",
        f"kill {tracer}",
    )


@check("seccomp", "system calls that are filtered", _GROUP)
def seccomp(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """A filter may refuse ptrace, process_vm_readv and others."""
    mode = machine.status("Seccomp", "self")
    looked = f"Seccomp of /proc/self/status: {mode or 'unknown'}"
    if mode != "2":
        yield verdict("ok", "no filter of system calls is set", looked)
        return
    yield verdict(
        "note",
        "a filter of system calls is set (containers have one); whether it lets ptrace through, "
        "`tracing` has tried",
        looked,
    )


@check("namespaces", "does it live in another container", _GROUP, about=("process",))
def namespaces(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """The process shares this one's view of users, files and processes."""
    kinds = ("user", "mnt", "pid")
    theirs = {kind: machine.link(f"{machine.process}/ns/{kind}") for kind in kinds}
    ours = {kind: machine.link(f"/proc/self/ns/{kind}") for kind in kinds}
    looked = f"{machine.process}/ns"
    if not all(theirs.values()):
        yield verdict("unknown", "its namespaces cannot be read", looked)
        return
    other = [kind for kind in kinds if theirs[kind] != ours[kind]]
    if not other:
        yield verdict("ok", "it lives where this user does", looked)
    elif "user" in other and not machine.has_capability(CAP_SYS_PTRACE):
        yield verdict(
            "problem",
            "it lives in another user namespace, whose processes only root outside may look into",
            looked,
            "use sudo, or look from inside the container",
            f"sudo atfault attach {machine.pid}",
        )
    else:
        yield verdict(
            "note",
            f"it lives in a container of its own ({', '.join(other)}): its files are read there, "
            "and gdb needs a sysroot",
            looked,
            "for gdb",
            f"gdb -p {machine.pid} -iex 'set sysroot /proc/{machine.pid}/root'",
        )

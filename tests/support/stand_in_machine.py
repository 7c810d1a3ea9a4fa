"""A machine made of files: a folder of stand-ins for /proc, /sys and /dev."""

from __future__ import annotations

import pathlib

from atfault.arch.host import Host
from atfault.decode.imports.python_home import PythonHome
from atfault.doctor.check import Check
from atfault.doctor.machine import Machine, Room
from atfault.doctor.subject import Loaded, Subject
from atfault.extras import Extra
from atfault.model.doctor import Verdict
from atfault.snapshot.target_files import TargetFiles

ALL_CAPABILITIES = "000001ffffffffff"
_LIMITS = "Max core file size   unlimited   unlimited   bytes\n"
_UID = "Uid:\t1000\t1000\t1000\t1000\n"
SOUND = {
    "/proc/sys/kernel/core_pattern": "core.%p",
    "/proc/sys/kernel/core_uses_pid": "0",
    "/proc/sys/vm/overcommit_memory": "0",
    "/proc/sys/vm/max_map_count": "65530",
    "/proc/self/coredump_filter": "00000033",
    "/proc/self/limits": f"{_LIMITS}Max processes   100000   100000   processes\n",
    "/proc/self/status": f"Name:\tx\n{_UID}Seccomp:\t0\nCapEff:\t{0:016x}\n",
    "/proc/self/cgroup": "0::/\n",
    "/proc/4711/limits": _LIMITS,
    "/proc/4711/status": f"Name:\ty\nTracerPid:\t0\n{_UID}VmRSS:\t 1024 kB\n",
    "/proc/4711/coredump_filter": "00000033",
    "/proc/4711/cgroup": "0::/\n",
    "/proc/4711/maps": "00400000-00500000 r-xp 00000000 00:00 0 /bin/x\n" * 10,
}
"""Files of a machine on which nothing is in the way."""


class StandIn(Machine):
    """Its files are below a folder; what no file tells is an attribute."""

    def __init__(self, root: pathlib.Path, pid: int | None = None) -> None:
        super().__init__(str(root), {"PATH": ""}, pid)
        self._folder = root
        for path, text in SOUND.items():
            self.write(path, text)
        self.rooms: dict[str, Room] = {"/dev/shm": Room(8 << 30, 8 << 30)}
        self.here = "/srv"
        self.rooms[self.here] = Room(100 << 30, 50 << 30)
        self.read_only: set[str] = set()
        self.uid = 1000
        self.refusal = ""
        self.kind_of_machine = Host("linux", "x86_64", 64, "glibc")
        self.links: dict[str, str] = {}
        self.owners: dict[str, int] = {}
        self.programs: dict[str, str] = {}
        self.extras: dict[str, str] = {}
        """Name of an extra → by what it is there."""
        self.outputs: dict[str, str] = {}
        """The last argument of a command → what it prints."""

    def write(self, path: str, text: str) -> None:
        place = self._folder / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def remove(self, path: str) -> None:
        (self._folder / path.lstrip("/")).unlink()

    def change(self, path: str, old: str, new: str) -> None:
        text = (self._folder / path.lstrip("/")).read_text()
        assert old in text
        self.write(path, text.replace(old, new))

    def capable(self) -> None:
        self.change("/proc/self/status", f"{0:016x}", ALL_CAPABILITIES)

    def room(self, folder: str) -> Room | None:
        return self.rooms.get(folder)

    def may_write(self, folder: str) -> bool:
        return folder not in self.read_only

    def working_folder(self) -> str:
        return self.here

    def user(self) -> int:
        return self.uid

    def owner(self, path: str) -> int | None:
        return self.owners.get(path, 1000)

    def link(self, path: str) -> str:
        return self.links.get(path, "user:[1]")

    def why_no_tracing(self) -> str:
        return self.refusal

    def host(self) -> Host:
        return self.kind_of_machine

    def program(self, name: str) -> str:
        return self.programs.get(name, "")

    def means(self, extra: Extra) -> str:
        return self.extras.get(extra.name, "")

    def output_of(self, *command: str) -> str:
        return self.outputs.get(command[-1], "")


class StandInSubject(Subject):
    """With the home and the libraries that a test gives it."""

    def __init__(
        self,
        machine: Machine,
        home: PythonHome | None = None,
        loaded: Loaded | None = None,
        kind: str = "machine",
    ) -> None:
        super().__init__(machine)
        self.home = PythonHome() if home is None else home
        self.loaded = Loaded((), TargetFiles()) if loaded is None else loaded
        self.kind = kind


def verdicts(check: Check, machine: Machine, subject: Subject | None = None) -> list[Verdict]:
    """What the check says."""
    return list(check(machine, StandInSubject(machine) if subject is None else subject))


def one(check: Check, machine: Machine, subject: Subject | None = None) -> Verdict:
    """The only thing that it says."""
    (found,) = verdicts(check, machine, subject)
    return found

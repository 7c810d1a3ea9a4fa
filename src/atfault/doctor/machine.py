"""What the checks look at. Nothing here changes anything.

Files are read below `root`, which is "/" in life and a folder of stand-ins in tests.
"""

from __future__ import annotations

import os
import platform
import shutil
import signal
import subprocess
from typing import NamedTuple

from atfault.arch.host import Host, this_host
from atfault.decode.plain_files import read_text
from atfault.errors import AccessError
from atfault.extras import Extra, means
from atfault.snapshot import procfs, ptrace

CAP_SYS_PTRACE, CAP_SYS_RESOURCE = 19, 24
UNLIMITED = -1
MAX_READ = 1 << 20
MAX_OUTPUT = 1 << 16
SECONDS = 20


class Room(NamedTuple):
    """Of a file system, in bytes."""

    total: int
    free: int
    """For this user."""


class Machine:
    """This machine, or as a process sees it: pid names whose limits and settings count; None for
    those of this process."""

    def __init__(
        self, root: str = "/", environment: dict[str, str] | None = None, pid: int | None = None
    ) -> None:
        self.root = root
        self.environment = dict(os.environ) if environment is None else environment
        self.pid = pid

    @property
    def process(self) -> str:
        """ "/proc/4711"."""
        return f"/proc/{'self' if self.pid is None else self.pid}"

    def read(self, path: str) -> str:
        """The text of a file, without white space at its ends; "" where it cannot be read."""
        place = self.at(path)
        if path.startswith(("/proc/", "/sys/")):  # of these the kernel does not tell a size
            return procfs.read(place, MAX_READ).decode("utf-8", "replace").strip()
        return read_text(place, MAX_READ).strip()

    def at(self, path: str) -> str:
        """Where a path of the machine's lies."""
        return os.path.join(self.root, path.lstrip("/"))

    def exists(self, path: str) -> bool:
        return os.path.exists(self.at(path))

    def number(self, path: str) -> int | None:
        """The number that a file holds; None for anything else ("max" too)."""
        text = self.read(path)
        digits = text.removeprefix("-")
        return int(text) if digits.isdigit() and len(digits) < 30 else None

    def limit(self, name: str) -> tuple[int, int] | None:
        """(soft, hard) of a line of /proc/PID/limits, "Max core file size"; -1 is unlimited."""
        for line in self.read(f"{self.process}/limits").splitlines():
            if line.startswith(f"{name} "):
                words = line[len(name) :].split()[:2]
                if len(words) == 2:
                    return _limit(words[0]), _limit(words[1])
        return None

    def status(self, name: str, pid: int | str | None = None) -> str:
        """A field of /proc/PID/status: "CapEff"; "" when there is none. pid: rather of this one."""
        process = self.process if pid is None else f"/proc/{pid}"
        for line in self.read(f"{process}/status").splitlines():
            if line.startswith(f"{name}:"):
                return line[len(name) + 1 :].strip()
        return ""

    def has_capability(self, bit: int) -> bool:
        """Whether this process (which is to debug) holds it."""
        words = self.status("CapEff", "self")
        try:
            return bool(int(words or "0", 16) >> bit & 1)
        except ValueError:
            return False

    def link(self, path: str) -> str:
        """Where a link of /proc leads; "" when it cannot be read."""
        try:
            return os.readlink(self.at(path))
        except OSError:
            return ""

    def user(self) -> int:
        return os.geteuid()

    def working_folder(self) -> str:
        """Of the process in question; "" when unknown."""
        if self.pid is not None:
            return self.link(f"{self.process}/cwd")
        try:
            return os.getcwd()
        except OSError:
            return ""

    def may_write(self, folder: str) -> bool:
        """Whether this user may make files there."""
        return os.access(self.at(folder), os.W_OK | os.X_OK)

    def room(self, folder: str) -> Room | None:
        """None where there is no such folder."""
        try:
            told = os.statvfs(self.at(folder))
        except OSError:
            return None
        return Room(told.f_blocks * told.f_frsize, told.f_bavail * told.f_frsize)

    def owner(self, path: str) -> int | None:
        """User id of a file's owner."""
        try:
            return os.stat(self.at(path)).st_uid
        except OSError:
            return None

    def program(self, name: str) -> str:
        """Path of a program on PATH; "" for none."""
        return shutil.which(name, path=self.environment.get("PATH")) or ""

    def means(self, extra: Extra) -> str:
        """By what atfault does here what an extra of it is for; "" where it cannot."""
        return means(extra)

    def output_of(self, *command: str) -> str:
        """What a program prints, both ways; "" where it does not answer in time."""
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=SECONDS,
                check=False,
                env=self.environment,
            )
        except (OSError, subprocess.SubprocessError):
            return ""
        return done.stdout[:MAX_OUTPUT].decode("utf-8", "replace")

    def why_no_tracing(self) -> str:
        """Why a child of this process cannot be traced, tried with one; "" where it can."""
        told, tell = os.pipe()
        child = os.fork()  # a filter of system calls may kill who asks
        if not child:
            os.close(told)
            os.write(tell, _try_tracing().encode("utf-8", "replace")[:4000])
            os._exit(0)
        os.close(tell)
        with open(told, "rb") as file:
            why = file.read(MAX_OUTPUT).decode("utf-8", "replace")
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            return f"{signal.Signals(os.WTERMSIG(status)).name} kills who calls ptrace"
        return why

    def host(self) -> Host:
        """What atfault itself runs on."""
        return this_host()

    def kernel(self) -> str:
        return platform.release()

    def in_container(self) -> bool:
        """As far as that shows."""
        if self.exists("/.dockerenv") or self.exists("/run/.containerenv"):
            return True
        groups = self.read("/proc/1/cgroup")
        return any(word in groups for word in ("docker", "kubepods", "containerd", "lxc"))


def _try_tracing() -> str:
    """Why a child of this process cannot be traced; "" where it can."""
    held, open_end = os.pipe()
    child = os.fork()
    if not child:
        os.close(open_end)
        os.read(held, 1)  # until its parent closes that end, or has ended
        os._exit(0)
    try:
        ptrace.seize(child)
    except AccessError as error:
        return str(error)
    finally:
        os.close(open_end)
        os.close(held)
    os.waitpid(child, 0)
    return ""


def _limit(word: str) -> int:
    return int(word) if word.isdigit() and len(word) < 25 else UNLIMITED

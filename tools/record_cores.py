"""Record programs of the zoo as cores, for tests/unit/decode/test_recorded.py and others.

    sudo python tools/record_cores.py             those that are there, anew
    sudo python tools/record_cores.py NAME …      these: "double_free", "hang.two_full_queues"

Each program is run by /usr/bin/python3, without randomized addresses and a user's environment,
and leaves a core: a crash by itself, a hang by SIGQUIT. A report is made of it, and of the core
what that has read is kept; all other pages become zeros, which xz packs to nothing. The files that
were opened meanwhile (interpreter, libraries, sources) are kept as well, once for all programs:

    tests/recorded/cores.tar.xz
    tests/recorded/files.tar.xz    what is below the folder that stands for the programs' root

A name is one of tests/golden/decode/recorded. Write these files anew afterwards:
`pytest tests/unit/decode/test_recorded.py tests/unit/diagnose/test_recorded.py --update-golden`.
"""

from __future__ import annotations

import errno
import io
import os
import resource
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))

from atfault.analyze.process import analyze  # noqa: E402
from atfault.formats.elf import MAGIC, PT_LOAD, ElfFile  # noqa: E402
from atfault.model.process import mapping_holding  # noqa: E402
from atfault.options import Options  # noqa: E402
from atfault.snapshot import core as core_module  # noqa: E402
from atfault.snapshot import target_files  # noqa: E402
from atfault.snapshot.memory import PiecewiseMemory  # noqa: E402
from support import hang_zoo, recorded, zoo  # noqa: E402
from support.core_files import allow_core  # noqa: E402

PYTHON = "/usr/bin/python3"
PLACE = "/srv/zoo"
"""Where the programs lie as they run, so that no core names a folder of whoever recorded it."""
PAGE = 4096
NATIVE = f"{PLACE}/native"
ENVIRONMENT = {
    **{"PATH": "/usr/bin:/bin", "PYTHONHASHSEED": "0", "HOME": PLACE, "TMPDIR": PLACE},
    "ZOO_NATIVE": NATIVE,
}
FIXED = ["setarch", "-R"]
"""Without random addresses."""
DEBUG = "/usr/lib/debug/"
ALSO = (f"{PLACE}/", "/etc/os-release", "/usr/lib/os-release")
"""What is opened beside programs and libraries; of these, none for debuggers."""
CONTENTS = (".text", ".data", ".rodata")
"""Sections of which only what was read is kept."""
WHOLE = "/libc.so.6"
"""Not of this one, in which its version is searched for."""
COMPILERS = {"gcc", "g++"}
LIMIT_S = 60
AT_ONCE = 4


class NotingMemory(PiecewiseMemory):
    """Notes what is read."""

    noted: set[int] = set()

    def _note(self, address: int, size: int) -> None:
        self.noted.update(range(address & -PAGE, address + max(size, 1), PAGE))

    def read(self, address: int, size: int) -> bytes:
        content = super().read(address, size)
        self._note(address, size)
        return content

    skim = read

    def u8(self, address: int) -> int:
        self._note(address, 1)
        return super().u8(address)

    def u32(self, address: int) -> int:
        self._note(address, 4)
        return super().u32(address)

    def i32(self, address: int) -> int:
        self._note(address, 4)
        return super().i32(address)

    def u64(self, address: int) -> int:
        self._note(address, 8)
        return super().u64(address)

    def i64(self, address: int) -> int:
        self._note(address, 8)
        return super().i64(address)

    def u64s(self, address: int, count: int) -> tuple[int, ...]:
        self._note(address, 8 * count)
        return super().u64s(address, count)

    def cstring(self, address: int, limit: int = 4096) -> bytes:
        content = super().cstring(address, limit)
        self._note(address, len(content) + 1)
        return content

    def read_upto(self, address: int, size: int) -> bytes:
        content = super().read_upto(address, size)
        self._note(address, len(content))
        return content


Read = dict[str, set[int]]
"""File → the pages of its contents that were read as memory."""


def record(core: str, to: str, read: Read) -> None:
    """Write what a report reads of a core; `read` grows by the files that were opened for it."""
    NotingMemory.noted = set()
    plain_open, plain_memory = target_files.TargetFiles.open, core_module.PiecewiseMemory

    def noting_open(files: target_files.TargetFiles, name: str) -> int:
        fd = plain_open(files, name)
        if not (name.startswith(ALSO) or os.pread(fd, 4, 0) == MAGIC) or name.startswith(DEBUG):
            os.close(fd)
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
        read.setdefault(name, set())
        return fd

    core_module.PiecewiseMemory = NotingMemory  # type: ignore[misc]
    target_files.TargetFiles.open = noting_open  # type: ignore[method-assign]
    try:
        with core_module.open_core(core) as snapshot:
            recorded.decoded(snapshot)
            analyze(snapshot, Options(lines=False))
            for page in NotingMemory.noted:
                mapping = mapping_holding(snapshot.mappings, page)
                if mapping is not None and mapping.path in read:
                    read[mapping.path].add(page - mapping.start + mapping.file_offset)
    finally:
        core_module.PiecewiseMemory = plain_memory  # type: ignore[misc]
        target_files.TargetFiles.open = plain_open  # type: ignore[method-assign]
    with open(core, "rb") as file:
        content = bytearray(file.read())
    _blank(content, NotingMemory.noted)
    with open(to, "wb") as kept:
        kept.write(content)


def _blank(core: bytearray, noted: set[int]) -> None:
    """Zeros in place of pages that were not read, but for those that tell build ids."""
    for kind, _, offset, start, _, size, _, _ in ElfFile(bytes(core)).segments:
        for at in range(0, size if kind == PT_LOAD else 0, PAGE):
            low = offset + at
            if start + at not in noted and core[low : low + 4] != MAGIC:
                core[low : low + PAGE] = bytes(PAGE)


# Programs


def crash(program: zoo.Program, folder: str) -> str:
    """Run it in a folder; the core that it leaves, or "" for none."""
    zoo.compile_native(program, f"{PLACE}/native")
    limit = program.marks.get("limit", "")

    def limits() -> None:
        allow_core()
        if limit.startswith("stack:"):
            size = int(limit.removeprefix("stack:"))
            resource.setrlimit(resource.RLIMIT_STACK, (size, size))

    try:
        subprocess.run(
            [*FIXED, PYTHON, f"{PLACE}/{program.name}.py"], cwd=folder, env=ENVIRONMENT,
            preexec_fn=limits, timeout=LIMIT_S, capture_output=True,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return ""
    return _core_in(folder)


def hang(program: hang_zoo.HangProgram, folder: str) -> str:
    """Likewise of a program that hangs, which SIGQUIT ends."""
    command = [
        "sh",
        "-c",
        'ulimit -c unlimited; cd "$1"; unset OLDPWD; shift; exec "$@"',
        "sh",
        folder,
    ]
    place = f"{PLACE}/{os.path.basename(os.path.dirname(program.path))}/{program.name}.py"
    running = hang_zoo.Running(program, [*command, *FIXED, PYTHON, place], ENVIRONMENT)
    try:
        why = running.wait_until_settled()
        if why:
            print(f"{program.name}: {why}")
            return ""
        os.kill(running.pid, signal.SIGQUIT)
        running.process.wait(LIMIT_S)
    finally:
        running.kill()
    return _core_in(folder)


def _core_in(folder: str) -> str:
    """The only one; "" where none or several lie there."""
    found = [name for name in os.listdir(folder) if name.startswith("core")]
    return os.path.join(folder, found[0]) if len(found) == 1 else ""


def _wanted(names: list[str]) -> Iterator[tuple[str, Callable[[str], str]]]:
    """(name of the recording, what makes a core in a folder)."""
    for program in zoo.programs():
        if program.name in names and not set(program.listed("needs")) - COMPILERS:
            yield program.name, partial(crash, program)
    for kind in ("hang", "healthy"):
        for one in hang_zoo.programs(kind):
            if f"{kind}.{one.name}" in names and not set(one.listed("needs")) - COMPILERS:
                yield f"{kind}.{one.name}", partial(hang, one)


def main() -> int:
    names = sys.argv[1:] or recorded.names()
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)  # in the background it is ignored
    programs = list(_wanted(names))
    shutil.copytree(zoo.FOLDER, PLACE)
    os.chdir(PLACE)
    zoo.FOLDER = hang_zoo.ZOO = PLACE
    os.makedirs(f"{PLACE}/native", exist_ok=True)
    hang_zoo.compile_natives(f"{PLACE}/native")
    os.makedirs(recorded.FOLDER, exist_ok=True)
    read: Read = {}
    with tempfile.TemporaryDirectory(prefix="cores-", dir="/var/tmp") as cores:
        try:
            with ThreadPoolExecutor(AT_ONCE) as workers:
                for name, core in workers.map(_made, programs):
                    if core:
                        record(core, os.path.join(cores, name), read)
                    else:
                        print(name, "leaves no core", flush=True)
                    shutil.rmtree(f"{PLACE}/run/{name}")
            _pack(os.path.join(recorded.FOLDER, recorded.FILES), read)
        finally:
            shutil.rmtree(PLACE)
        _pack_cores(cores)
    return 0


def _made(wanted: tuple[str, Callable[[str], str]]) -> tuple[str, str]:
    name, make = wanted
    folder = f"{PLACE}/run/{name}"
    os.makedirs(folder)
    return name, make(folder)


def _pack_cores(folder: str) -> None:
    """One after the other, so that what they have in common is there once; holes stay holes."""
    to = os.path.join(recorded.FOLDER, recorded.CORES)
    tar = ["tar", "-C", folder, "--sparse", "--hole-detection=raw", "--format=gnu", "-I", "xz -9"]
    nobodys = ["--mtime=@0", "--owner=0", "--group=0", "--mode=644"]
    subprocess.run([*tar, *nobodys, "-cf", to, *sorted(os.listdir(folder))], check=True)


def _pack(to: str, read: Read) -> None:
    with tarfile.open(to + ".new", "w:xz", preset=9) as packed:
        for name, pages in sorted(read.items()):
            with open(name, "rb") as file:
                content = file.read()
            if content.startswith(MAGIC) and not name.endswith(WHOLE):
                content = _without_unread(content, pages)
            member = tarfile.TarInfo(name.lstrip("/"))
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))
    os.replace(to + ".new", to)


def _without_unread(elf: bytes, pages: set[int]) -> bytes:
    """Zeros in place of code and data that no report reads."""
    blanked = bytearray(elf)
    for section in ElfFile(elf).sections:
        if section.name.startswith(CONTENTS):
            for at in range(section.offset, section.offset + section.size):
                page = at & -PAGE
                if at == section.offset or at == page:
                    end = min(page + PAGE, section.offset + section.size)
                    if page not in pages:
                        blanked[at:end] = bytes(end - at)
    return bytes(blanked)


if __name__ == "__main__":
    sys.exit(main())

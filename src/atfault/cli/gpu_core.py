"""`run --gpu-core`: the CUDA driver writes a core when a kernel fails, and cuda-gdb reads it.

    <state>/atfault/gpu-cores/x1y2z3/4711.gpucore      of process 4711; folder 0700

The file is kept: it is small, as memory is left out of it. The driver goes on after the dump
(skip_abort), so that the program ends as it would have.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile

from atfault.model.absent import Absent
from atfault.model.gpu import GpuCore
from atfault.saved import reports_folder
from atfault.snapshot.tracing.launch import Start
from atfault.text.gpu_core import read_gpu_core

DEBUGGER = "cuda-gdb"
SUFFIX = ".gpucore"
FILE = b"CUDA_COREDUMP_FILE"
SKIPPED = (
    "skip_nonrelocated_elf_images,skip_global_memory,skip_shared_memory,skip_local_memory,"
    "skip_constbank_memory,skip_abort"
)
VARIABLES = {
    b"CUDA_ENABLE_COREDUMP_ON_EXCEPTION": b"1",
    b"CUDA_COREDUMP_GENERATION_FLAGS": SKIPPED.encode(),
}
MAX_CORES = 4
SECONDS = 60.0
"""That the debugger may take for one."""
MAX_OUTPUT = 1 << 20


class GpuCores:
    """A context manager: the folder, which is removed where it stays empty."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self.path = ""
        self.notes: list[str] = []
        """What could not be done, and why."""
        self._read: tuple[GpuCore, ...] | None = None

    def __enter__(self) -> GpuCores:
        if self._wanted:
            base = os.path.join(os.path.dirname(reports_folder()), "gpu-cores")
            try:
                os.makedirs(base, mode=0o700, exist_ok=True)
                self.path = tempfile.mkdtemp(dir=base)
            except OSError as error:
                self.notes.append(f"no GPU core can be kept in {base}: {error.strerror or error}")
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self.path:
            try:
                os.rmdir(self.path)
            except OSError:
                pass  # there are cores in it

    def prepare(self, start: Start) -> Start:
        """The start with the driver's variables set; those that the user has set stay."""
        if not self.path:
            return start
        wanted = {FILE: os.fsencode(os.path.join(self.path, f"%p{SUFFIX}")), **VARIABLES}
        known = {entry.partition(b"=")[0] for entry in start.environment}
        if FILE in known:
            self.notes.append("GPU cores go where CUDA_COREDUMP_FILE says, and are not read")
        added = [name + b"=" + value for name, value in wanted.items() if name not in known]
        return start._replace(environment=(*start.environment, *added))

    def cores(self) -> tuple[GpuCore, ...]:
        """What the debugger says of those that were written, the first of them first."""
        if self._read is None:
            self._read = tuple(self._all()) if self.path else ()
        return self._read

    def _all(self) -> list[GpuCore]:
        try:
            entries = [one for one in os.scandir(self.path) if one.name.endswith(SUFFIX)]
            entries.sort(key=lambda one: one.stat(follow_symlinks=False).st_mtime_ns)
        except OSError:
            return []
        found = []
        for entry in entries[:MAX_CORES]:
            stem = entry.name.removesuffix(SUFFIX)
            pid = int(stem) if stem.isascii() and stem.isdigit() and len(stem) < 10 else None
            core = read_with_debugger(entry.path)
            if isinstance(core, Absent):
                self.notes.append(f"a GPU core lies in {entry.path}: {core.reason}")
            else:
                found.append(core._replace(pid=pid, path=entry.path))
        return found


def read_with_debugger(path: str) -> GpuCore | Absent:
    """What cuda-gdb says of a GPU core. It reads no settings, neither the user's nor those of the
    current folder; of the core's contents it runs nothing."""
    debugger = shutil.which(DEBUGGER)
    if debugger is None:
        return Absent(
            f"{DEBUGGER}, which reads it, is not on PATH (it comes with the CUDA toolkit)"
        )
    argv = [debugger, "--batch", "--nx", "-ex", "set width 0", "-ex", "set auto-load no"]
    argv += ["-ex", f"target cudacore {path}", "-ex", "bt 32"]
    try:
        with tempfile.TemporaryFile() as output:
            subprocess.run(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=SECONDS,
                check=False,
            )
            output.seek(0)
            text = output.read(MAX_OUTPUT).decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        return Absent(f"{DEBUGGER} took more than {SECONDS:g} s to read it")
    except OSError as error:
        return Absent(f"{DEBUGGER} could not be run: {error.strerror or error}")
    return read_gpu_core(text)

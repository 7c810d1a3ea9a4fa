"""What cuda-gdb says of the cores that `run --gpu-core` has made the CUDA driver write."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile

from atfault.cli.gpu_core import SUFFIX, GpuCores
from atfault.model.absent import Absent
from atfault.model.gpu import GpuCore
from atfault.text.gpu_core import read_gpu_core

DEBUGGER = "cuda-gdb"
MAX_CORES = 4
SECONDS = 60.0
"""That the debugger may take for one."""
MAX_OUTPUT = 1 << 20


def cores_in(folder: GpuCores) -> tuple[GpuCore, ...]:
    """Those that were written, the first of them first; what could not be read is added to the
    folder's notes."""
    if not folder.path:
        return ()
    try:
        entries = [one for one in os.scandir(folder.path) if one.name.endswith(SUFFIX)]
        entries.sort(key=lambda one: one.stat(follow_symlinks=False).st_mtime_ns)
    except OSError:
        return ()
    found = []
    for entry in entries[:MAX_CORES]:
        stem = entry.name.removesuffix(SUFFIX)
        pid = int(stem) if stem.isascii() and stem.isdigit() and len(stem) < 10 else None
        core = read_with_debugger(entry.path)
        if isinstance(core, Absent):
            folder.notes.append(f"a GPU core lies in {entry.path}: {core.reason}")
        else:
            found.append(core._replace(pid=pid, path=entry.path))
    return tuple(found)


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

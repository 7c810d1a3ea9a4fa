"""`run --gpu-core`: the CUDA driver writes a core when a kernel fails (gpu_core_reader reads it).

    <state>/atfault/gpu-cores/x1y2z3/4711.gpucore      of process 4711; folder 0700

The file is kept: it is small, as memory is left out of it. The driver goes on after the dump
(skip_abort), so that the program ends as it would have.
"""

from __future__ import annotations

import os

from atfault.folders import own_folder, state_folder
from atfault.snapshot.tracing.launch import Start

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


class GpuCores:
    """A context manager: the folder, which is removed where it stays empty."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self.path = ""
        self.notes: list[str] = []
        """What could not be done, and why."""

    def __enter__(self) -> GpuCores:
        if self._wanted:
            base = os.path.join(state_folder(), "gpu-cores")
            name = os.urandom(8).hex()
            try:
                with own_folder(state_folder(), "gpu-cores", make=True) as folder:
                    os.mkdir(name, 0o700, dir_fd=folder)
                self.path = os.path.join(base, name)
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

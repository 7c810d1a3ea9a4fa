"""The addresses of one object whose source lines are wanted."""

from __future__ import annotations

from typing import NamedTuple

from atfault.model.process import TargetFile
from atfault.snapshot.target_files import LocalFile


class Job(NamedTuple):
    """Addresses are ELF addresses of the file; of an image in memory, run-time addresses."""

    key: int
    """Names the job in the answer."""
    file: TargetFile | None
    """The object as it was loaded; None for an image in memory."""
    debug: LocalFile | None
    """Its separate debug file, where the lines are in that."""
    start: int
    end: int
    bias: int
    addresses: tuple[int, ...]
    image: bytes = b""
    """What a JIT announced, not relocated yet."""
    sections: tuple[tuple[str, int], ...] = ()
    """(name, run-time address) of an image's sections."""

    @property
    def name(self) -> str:
        return self.file.path if self.file is not None else "code made at run time"

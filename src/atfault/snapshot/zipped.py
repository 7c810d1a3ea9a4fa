"""Source files inside of zip archives: zipapps, zipimport, eggs."""

from __future__ import annotations

import io
import zipfile
import zlib

from atfault.formats.elf import OpenFile
from atfault.snapshot.target_files import LocalFile

MAX_DIRECTORY = 4 << 20
"""Bytes of an archive's table of contents, some 50,000 files."""


class _Bounded(io.FileIO):
    """A file of which no more than MAX_DIRECTORY bytes are read at once."""

    def read(self, size: int | None = -1, /) -> bytes:
        wanted = MAX_DIRECTORY + 1 if size is None or size < 0 else size
        data = super().read(min(wanted, MAX_DIRECTORY + 1)) or b""
        if len(data) > MAX_DIRECTORY:
            raise OSError("an archive that wants too much at once")
        return data


def read_member(archive: LocalFile, name: str, limit: int) -> bytes | None:
    """The contents of the file `name`; None when it is not there, damaged, encrypted, or longer
    than `limit` bytes."""
    try:
        opened = OpenFile(archive.open())
        with (
            _Bounded(opened.fd, "rb", closefd=False) as file,
            zipfile.ZipFile(file) as contents,
            contents.open(name) as member,
        ):
            data = member.read(limit + 1)
    except (OSError, ValueError, KeyError, RuntimeError, EOFError, zlib.error, zipfile.BadZipFile):
        return None
    return data if len(data) <= limit else None

"""Unpacking a compressed core, or taking one from a pipe: streamed into an unlinked temporary file.

Blocks of zeros are left as holes, so that a sparse core stays sparse.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from atfault import lazy
from atfault.errors import AccessError, FormatError, InputError, UnsupportedInput
from atfault.extras import LZ4 as LZ4_EXTRA
from atfault.extras import NotInstalled
from atfault.formats.apport import core_pieces
from atfault.formats.elf import HEADER_SIZE, MAGIC
from atfault.formats.zstd import read_frames, unpacked_by_program
from atfault.snapshot.core_form import (
    APPORT,
    COMPRESSED,
    GZIP,
    LZ4,
    XZ,
    ZSTD,
    Progress,
    what_is_it,
)

_CHUNK = 1 << 20
_BLOCK = 1 << 16
_ZEROS = bytes(_BLOCK)
# Left free on the disk that takes the decompressed core.
_DISK_RESERVE = 256 << 20
# Holes cost no disk, but time: a stream that expands beyond this is refused.
_MAX_EXPANDED = 1 << 38
_XZ_MEMORY = 1 << 30
NO_MODULE = "use a Python that was built with the module for it"


def expand(
    fd: int,
    size: int,
    form: bytes,
    path: str,
    warnings: list[str],
    progress: Progress | None,
) -> int:
    """Decompress `fd` into an unlinked temporary file; returns its descriptor.

    A stream that breaks off gives what came before it, and a warning.
    """
    starts = COMPRESSED if form == APPORT else ()
    return _kept(_stream(fd, size, form, path, progress), path, warnings, starts)


def received(fd: int) -> int:
    """What can be read from `fd`, a pipe, until its end: as an unlinked temporary file."""

    def pieces() -> Iterator[bytes]:
        while piece := os.read(fd, _CHUNK):
            yield piece

    return _kept(pieces(), "standard input", [], None)


def _kept(
    chunks: Iterator[bytes], path: str, warnings: list[str], starts: tuple[bytes, ...] | None
) -> int:
    """A descriptor of all chunks in one file. starts: what they may begin with, beside a core; None
    for anything."""
    out, folder = _temporary_file()
    try:
        stat = os.statvfs(out)
        budget = max(stat.f_bavail * stat.f_frsize - _DISK_RESERVE, 0)
        position = written = 0
        try:
            for chunk in chunks:
                if position == 0 and starts is not None:
                    _check_start(chunk, path, starts)
                written += _write_sparse(out, chunk, position)
                position += len(chunk)
                if position > _MAX_EXPANDED:
                    raise UnsupportedInput(f"{path} expands to more than {_MAX_EXPANDED >> 30} GiB")
                if written > budget:
                    raise InputError(
                        f"{path} does not fit unpacked into {folder}: "
                        "set TMPDIR to a folder with more room"
                    )
        except FormatError as error:
            if position < HEADER_SIZE:
                raise
            warnings.append(f"{error}; what came before is used, and may be wrong in places")
        os.ftruncate(out, position)
    except OSError as error:
        os.close(out)
        raise AccessError(f"{path} cannot be unpacked into {folder}: {error}") from None
    except BaseException:
        os.close(out)
        raise
    return out


def _check_start(chunk: bytes, path: str, starts: tuple[bytes, ...]) -> None:
    """Raises UnsupportedInput where the first bytes are not those of a core: whatever it is, it
    need not be unpacked to its end."""
    if len(chunk) >= len(MAGIC) and not chunk.startswith((MAGIC, *starts)):
        raise UnsupportedInput(f"{path} is not a core file once unpacked: {what_is_it(chunk)}")


def _temporary_file() -> tuple[int, str]:
    """(descriptor, folder) of an unlinked file, on a disk rather than in memory where possible."""
    folders = [os.environ.get("TMPDIR", ""), "/var/tmp", "/tmp", "."]
    for folder in filter(None, folders):
        try:
            return os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600), folder
        except OSError:
            pass
        name = os.path.join(folder, f".atfault-{os.getpid()}-{os.urandom(8).hex()}")
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
            fd = os.open(name, flags, 0o600)
        except OSError:
            continue
        os.unlink(name)
        return fd, folder
    raise AccessError("no folder for temporary files is writable: set TMPDIR to one")


def _write_sparse(out: int, chunk: bytes, position: int) -> int:
    """Write the blocks of `chunk` that are not all zeros; returns the bytes written."""
    written = 0
    for at in range(0, len(chunk), _BLOCK):
        block = chunk[at : at + _BLOCK]
        if block != _ZEROS and block.count(0) != len(block):
            done = 0
            while done < len(block):
                done += os.pwrite(out, block[done:], position + at + done)
            written += len(block)
    return written


def _stream(
    fd: int, size: int, form: bytes, path: str, progress: Progress | None
) -> Iterator[bytes]:
    """The decompressed contents in bounded chunks. Raises FormatError where the stream breaks."""
    name, read, unpack = _FORMS[form]
    try:
        with open(fd, "rb", closefd=False) as packed:
            for chunk in read(packed):
                yield chunk
                if progress is not None:
                    progress(packed.tell(), size)
    except ImportError as error:
        raise UnsupportedInput(
            f"{path} is compressed with {name}: unpack it first ({unpack}), or "
            + (str(error) if isinstance(error, NotInstalled) else NO_MODULE)
        ) from None
    except _BROKEN as error:
        raise FormatError(f"the {name} stream of {path} is damaged or cut off: {error}") from None


_BROKEN = (FormatError, EOFError, gzip.BadGzipFile, zlib.error)


def _gzip(packed: BinaryIO) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=packed) as plain:
        while chunk := plain.read1(_CHUNK):
            yield chunk


def _zstd(packed: BinaryIO) -> Iterator[bytes]:
    return read_frames(packed, _CHUNK)


def _lz4(packed: BinaryIO) -> Iterator[bytes]:
    try:
        frame = lazy.load("lz4.frame")
    except ImportError:
        yield from unpacked_by_program(LZ4_EXTRA, packed.fileno(), _CHUNK)
        return
    with frame.LZ4FrameFile(packed) as plain:
        try:
            while chunk := plain.read1(_CHUNK):
                yield chunk
        except RuntimeError as error:
            raise FormatError(str(error)) from None


def _xz(packed: BinaryIO) -> Iterator[bytes]:
    """LZMAFile takes no limit for the memory that a stream asks for, which may be 4 GiB."""
    lzma = lazy.load("lzma")  # not every Python was built with it
    data = packed.read(_CHUNK)
    while data:
        decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
        while not decoder.eof:
            try:
                yield decoder.decompress(data, _CHUNK)
            except lzma.LZMAError as error:
                raise FormatError(str(error)) from None
            data = packed.read(_CHUNK) if decoder.needs_input else b""
            if decoder.needs_input and not data:
                raise EOFError("it ends early")
        data = decoder.unused_data.lstrip(b"\0")
        while not data and (data := packed.read(_CHUNK)):
            data = data.lstrip(b"\0")


def _apport(packed: BinaryIO) -> Iterator[bytes]:
    return core_pieces(packed)


# form: (name, reader, the program that unpacks it)
_FORMS = {
    GZIP: ("gzip", _gzip, "gunzip"),
    ZSTD: ("zstd", _zstd, "unzstd"),
    XZ: ("xz", _xz, "unxz"),
    LZ4: ("lz4", _lz4, "unlz4"),
    APPORT: ("apport", _apport, "apport-unpack"),
}

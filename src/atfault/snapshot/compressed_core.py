"""Unpacking a compressed core: streamed into an unlinked temporary file.

Blocks of zeros are left as holes, so that a sparse core stays sparse.
"""

from __future__ import annotations

import lzma
import os
import zlib
from collections.abc import Iterator

from atfault.errors import AccessError, FormatError, InputError, UnsupportedInput
from atfault.formats.elf import HEADER_SIZE, MAGIC
from atfault.snapshot.core_form import GZIP, LZ4, XZ, ZSTD, Progress, what_is_it

_CHUNK = 1 << 20
_BLOCK = 1 << 16
_ZEROS = bytes(_BLOCK)
# Left free on the disk that takes the decompressed core.
_DISK_RESERVE = 256 << 20
# Holes cost no disk, but time: a stream that expands beyond this is refused.
_MAX_EXPANDED = 1 << 38
_ZSTD_STEP = 1 << 11
"""Of zstd all that a piece stands for comes at once: 4 bytes may be 128 KiB of zeros."""


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
    out, folder = _temporary_file()
    try:
        stat = os.statvfs(out)
        budget = max(stat.f_bavail * stat.f_frsize - _DISK_RESERVE, 0)
        position = written = 0
        try:
            for chunk in _stream(fd, size, form, path, progress):
                if position == 0:
                    _check_start(chunk, path)
                written += _write_sparse(out, chunk, position)
                position += len(chunk)
                if position > _MAX_EXPANDED:
                    raise UnsupportedInput(f"{path} expands to more than {_MAX_EXPANDED >> 30} GiB")
                if written > budget:
                    raise InputError(
                        f"{path} does not fit decompressed into {folder}: "
                        "set TMPDIR to a folder with more room"
                    )
        except FormatError as error:
            if position < HEADER_SIZE:
                raise
            warnings.append(f"{error}; what came before is used, and may be wrong in places")
        os.ftruncate(out, position)
    except OSError as error:
        os.close(out)
        raise AccessError(f"{path} cannot be decompressed into {folder}: {error}") from None
    except BaseException:
        os.close(out)
        raise
    return out


def _check_start(chunk: bytes, path: str) -> None:
    """Raises UnsupportedInput where the first bytes are not those of a core: whatever it is, it
    need not be unpacked to its end."""
    if len(chunk) >= len(MAGIC) and not chunk.startswith(MAGIC):
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
    step = {GZIP: _gzip, ZSTD: _zstd, XZ: _xz, LZ4: _lz4}[form]
    name = {GZIP: "gzip", ZSTD: "zstd", XZ: "xz", LZ4: "lz4"}[form]

    def source() -> Iterator[bytes]:
        done = 0
        while chunk := os.pread(fd, _CHUNK, done):
            yield chunk
            done += len(chunk)
            if progress is not None:
                progress(done, size)

    try:
        yield from step(source())
    except _Broken as error:
        raise FormatError(f"the {name} stream of {path} is damaged or cut off: {error}") from None
    except ImportError:
        raise UnsupportedInput(
            f"{path} is compressed with {name}, for which a package is missing: "
            f"pip install {'zstandard' if form == ZSTD else name}"
        ) from None


class _Broken(Exception):
    """The stream is damaged or ends early."""


def _gzip(source: Iterator[bytes]) -> Iterator[bytes]:
    decoder = zlib.decompressobj(wbits=31)
    for chunk in source:
        while chunk:
            if decoder.eof:
                if not chunk.strip(b"\0"):
                    break
                decoder = zlib.decompressobj(wbits=31)
            try:
                yield decoder.decompress(chunk, _CHUNK)
            except zlib.error as error:
                raise _Broken(str(error)) from None
            chunk = decoder.unused_data if decoder.eof else decoder.unconsumed_tail
    if not decoder.eof:
        raise _Broken("it ends early")


def _xz(source: Iterator[bytes]) -> Iterator[bytes]:
    decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=1 << 30)
    for chunk in source:
        while True:
            if decoder.eof:
                chunk = (decoder.unused_data or chunk).lstrip(b"\0")
                if not chunk:
                    break
                decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=1 << 30)
            try:
                yield decoder.decompress(chunk, _CHUNK)
            except lzma.LZMAError as error:
                raise _Broken(str(error)) from None
            if decoder.needs_input:
                break
            chunk = b""
    if not decoder.eof:
        raise _Broken("it ends early")


def _zstd(source: Iterator[bytes]) -> Iterator[bytes]:
    import zstandard

    # The window is bounded because the decoder allocates it (systemd uses 8 MiB at most).
    frames = zstandard.ZstdDecompressor(max_window_size=1 << 27)
    decoder = frames.decompressobj()
    for chunk in source:
        for at in range(0, len(chunk), _ZSTD_STEP):
            piece = chunk[at : at + _ZSTD_STEP]
            while piece:
                if decoder.eof:
                    decoder = frames.decompressobj()
                try:
                    yield decoder.decompress(piece)
                except zstandard.ZstdError as error:
                    raise _Broken(str(error)) from None
                piece = decoder.unused_data if decoder.eof else b""
    if not decoder.eof:
        raise _Broken("it ends early")


def _lz4(source: Iterator[bytes]) -> Iterator[bytes]:
    from lz4 import frame

    decoder = frame.LZ4FrameDecompressor()
    for chunk in source:
        while True:
            if decoder.eof:
                chunk = decoder.unused_data or b""
                if not chunk:
                    break
                decoder = frame.LZ4FrameDecompressor()
            try:
                yield decoder.decompress(chunk, _CHUNK)
            except RuntimeError as error:
                raise _Broken(str(error)) from None
            if decoder.eof:
                continue
            if decoder.needs_input:
                break
            chunk = b""
    if not decoder.eof:
        raise _Broken("it ends early")

"""Opening a core file in the form that it has on disk: plain, or compressed as systemd does.

The form is told by the first bytes, never by the name:

    7f 45 4c 46        ELF, mapped as it stands
    1f 8b              gzip
    28 b5 2f fd        zstd
    fd 37 7a 58 5a 00  xz
    04 22 4d 18        lz4 frame

A compressed core is streamed into an unlinked temporary file; blocks of zeros are left as holes, so
that a sparse core stays sparse.
"""

from __future__ import annotations

import os

from atfault.errors import AccessError, FormatError, InputError, UnsupportedInput
from atfault.formats.elf import HEADER_SIZE, MAGIC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from mmap import mmap
    from typing import Any

    Progress = Callable[[int, int], None]
    """(compressed bytes done, compressed bytes in all)"""

_GZIP, _ZSTD, _XZ, _LZ4 = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"\x04\x22\x4d\x18"
_CHUNK = 1 << 20
_BLOCK = 1 << 16
_ZEROS = bytes(_BLOCK)
# Left free on the disk that takes the decompressed core.
_DISK_RESERVE = 256 << 20
# Holes cost no disk, but time: a stream that expands beyond this is refused.
_MAX_EXPANDED = 1 << 38
_DRIVERS = (_GZIP, _ZSTD, _XZ, _LZ4)


def open_core_bytes(path: str, progress: Progress | None = None) -> tuple[mmap, list[str]]:
    """Map the core at `path` into memory. Returns (mapping, warnings).

    Raises AccessError (missing, no permission), FormatError (damaged stream, empty),
    UnsupportedInput (a directory, a device, a script …).
    """
    fd = _open(path)
    warnings: list[str] = []
    try:
        size = os.fstat(fd).st_size
        head = os.pread(fd, HEADER_SIZE, 0)
        if not head:
            raise FormatError(
                f"{path} is empty: no core was written (disk full, or `ulimit -c` too small?)"
            )
        if head[:4] != MAGIC:
            form = next((magic for magic in _DRIVERS if head.startswith(magic)), None)
            if form is None:
                raise UnsupportedInput(f"{path} is not a core file: {_what_is_it(head)}")
            expanded = _expand(fd, size, form, path, warnings, progress)
            os.close(fd)
            fd = expanded
            size = os.fstat(fd).st_size
            start = os.pread(fd, 512, 0)
            if size and start[:4] != MAGIC:
                found = _what_is_it(start)
                raise UnsupportedInput(f"{path} is not a core file once unpacked: {found}")
        if size < HEADER_SIZE:
            raise FormatError(f"{path} ends inside its ELF header, after {size} bytes: cut off")
        return _map(fd, path), warnings
    finally:
        os.close(fd)


def _open(path: str) -> int:
    try:
        # O_NONBLOCK: a FIFO must not make us wait.
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        raise AccessError(f"{path or repr(path)}: no such file") from None
    except PermissionError:
        raise AccessError(
            f"{path} may not be read by this user: run as its owner, or with sudo"
        ) from None
    except OSError as error:
        raise AccessError(f"{path} cannot be opened: {error.strerror}") from None
    except ValueError:
        raise AccessError(f"{path!r} is not a file name") from None
    kind = os.fstat(fd).st_mode & 0o170000
    if kind != 0o100000:
        os.close(fd)
        what = {0o040000: "a directory", 0o010000: "a pipe", 0o140000: "a socket"}
        raise UnsupportedInput(
            f"{path} is {what.get(kind, 'a device')}, not a core file: give the core file itself"
        )
    return fd


def _map(fd: int, path: str) -> mmap:
    import mmap

    try:
        return mmap.mmap(fd, 0, mmap.MAP_PRIVATE, mmap.PROT_READ)
    except (OSError, ValueError) as error:
        raise AccessError(f"{path} cannot be mapped into memory: {error}") from None


def _what_is_it(head: bytes) -> str:
    """A guess for people at what a file that is no core is."""
    if head.startswith(b"#!"):
        return "it is a script"
    if head.startswith(b"MDMP"):
        return "it is a Windows minidump"
    if head[:4] in (b"\xfe\xed\xfa\xce", b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe"):
        return "it is a macOS binary"
    if head.startswith(b"PK\x03\x04"):
        return "it is a zip archive; unpack it first"
    if head.startswith(b"BZh"):
        return "it is compressed with bzip2; unpack it first (bunzip2)"
    if all(32 <= byte < 127 or byte in b"\t\r\n" for byte in head):
        return "it is a text file"
    return f"it begins with {head[:8].hex(' ')} instead of 7f 45 4c 46 (ELF)"


# ---- compressed cores --------------------------------------------------------------------------


def _expand(
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
    step = {_GZIP: _gzip, _ZSTD: _zstd, _XZ: _xz, _LZ4: _lz4}[form]
    name = {_GZIP: "gzip", _ZSTD: "zstd", _XZ: "xz", _LZ4: "lz4"}[form]

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
            f"pip install {'zstandard' if form == _ZSTD else name}"
        ) from None


class _Broken(Exception):
    """The stream is damaged or ends early."""


def _gzip(source: Iterator[bytes]) -> Iterator[bytes]:
    import zlib

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
    import lzma

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


class _ReadableSource:
    """The chunks of a stream as the file that `stream_reader` reads from."""

    def __init__(self, source: Iterator[bytes]) -> None:
        self._source = source

    def read(self, _size: int = -1) -> bytes:
        return next(self._source, b"")


def _zstd(source: Iterator[bytes]) -> Iterator[bytes]:
    import zstandard

    # The window is bounded because the decoder allocates it (systemd uses 8 MiB at most).
    decoder = zstandard.ZstdDecompressor(max_window_size=1 << 27)
    file: Any = _ReadableSource(source)
    reader = decoder.stream_reader(file, read_across_frames=True)
    while True:
        try:
            chunk = reader.read(_CHUNK)
        except zstandard.ZstdError as error:
            raise _Broken(str(error)) from None
        if not chunk:
            return
        yield chunk


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

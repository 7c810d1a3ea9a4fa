"""zstd by the first decoder that is there: the standard library's (from Python 3.14 on), the
package zstandard, the program zstd.

Each allocates the window that a frame asks for, and refuses one of more than 128 MiB
(ZSTD_WINDOWLOG_LIMIT_DEFAULT in lib/zstd.h).

Programs that unpack a stream, where no module of this Python does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any, BinaryIO

from atfault import lazy
from atfault.errors import FormatError
from atfault.extras import ZSTD, Extra, NotInstalled

_STEP = 1 << 11
"""Of the package all that a piece stands for comes at once: 4 bytes may be 128 KiB of zeros."""
_MAX_COMPLAINT = 300


def _module() -> tuple[Any, bool]:
    """(a module, whether it is the standard library's); (None, False) where there is none."""
    for name, is_standard in (("compression.zstd", True), ("zstandard", False)):
        try:
            return lazy.load(name), is_standard
        except ImportError:
            continue
    return None, False


def decompress(packed: bytes, size: int) -> bytes:
    """The first `size` bytes, or fewer, of what a frame holds. Raises FormatError (damaged) and
    NotInstalled (no decoder)."""
    module, is_standard = _module()
    if module is None:
        return _by_program(packed, size)
    try:
        decoder = module.ZstdDecompressor()
        if is_standard:
            plain = decoder.decompress(packed, size)
        else:
            plain = decoder.stream_reader(packed).read(size)
    except module.ZstdError as error:
        raise FormatError(str(error)) from None
    return bytes(plain)


def _by_program(packed: bytes, size: int) -> bytes:
    descriptor = os.memfd_create("atfault-zstd")
    with open(descriptor, "w+b") as file:
        file.write(packed)
        file.seek(0)
        plain = bytearray()
        for piece in unpacked_by_program(ZSTD, descriptor, size):
            plain += piece
            if len(plain) >= size:
                break
    return bytes(plain[:size])


def read_frames(file: BinaryIO, size: int) -> Iterator[bytes]:
    """What the frames of `file` hold, one after the other, in pieces of up to `size` bytes (64 MiB
    with the package). Raises FormatError (damaged, cut off) and NotInstalled (no decoder)."""
    module, is_standard = _module()
    if module is None:
        yield from unpacked_by_program(ZSTD, file.fileno(), size)
        return
    try:
        if is_standard:
            with module.ZstdFile(file) as plain:
                while piece := plain.read1(size):
                    yield piece
        else:
            yield from _read_with(module, file)
    except (module.ZstdError, EOFError) as error:
        raise FormatError(str(error)) from None


def _read_with(package: Any, file: BinaryIO) -> Iterator[bytes]:
    """Its file object would pass over in silence that a frame is cut off."""
    frames = package.ZstdDecompressor()
    decoder = frames.decompressobj()
    while piece := file.read(_STEP):
        while piece:
            if decoder.eof:
                decoder = frames.decompressobj()
            yield decoder.decompress(piece)
            piece = decoder.unused_data if decoder.eof else b""
    if not decoder.eof:
        raise EOFError("it ends early")


def unpacked_by_program(extra: Extra, packed: int, size: int) -> Iterator[bytes]:
    """What the extra's program makes of the file `packed`, a descriptor, from where that stands:
    pieces of up to `size` bytes.

    Raises FormatError where the program fails, behind all that it could unpack, and NotInstalled
    where it is not on PATH.
    """
    path = shutil.which(extra.program)
    if path is None:
        raise NotInstalled(extra)
    program = subprocess.Popen(
        (path, "-dc"), stdin=packed, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdout is not None and program.stderr is not None
    try:
        while piece := os.read(program.stdout.fileno(), size):
            yield piece
        complaint = program.stderr.read(_MAX_COMPLAINT).decode("utf-8", "replace")
        if program.wait():
            raise FormatError(" ".join(complaint.split()) or f"{extra.program} failed")
    finally:
        program.kill()
        program.stdout.close()
        program.stderr.close()
        program.wait()

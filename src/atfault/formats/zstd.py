"""zstd by the decoder that this Python has: its standard library's (from 3.14 on), or the package
zstandard, which is installed with atfault where there is no other.

Both allocate the window that a frame asks for, and refuse one of more than 128 MiB
(ZSTD_WINDOWLOG_LIMIT_DEFAULT in lib/zstd.h).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from atfault import lazy
from atfault.errors import FormatError

_STEP = 1 << 11
"""Of the package all that a piece stands for comes at once: 4 bytes may be 128 KiB of zeros."""


def _libraries() -> tuple[Any, Any]:
    """(the standard library's, the package): one of them is None. Raises ImportError (neither)."""
    try:
        return lazy.load("compression.zstd"), None
    except ImportError:  # before 3.14, or built without it
        return None, lazy.load("zstandard")


def decompress(packed: bytes, size: int) -> bytes:
    """The first `size` bytes, or fewer, of what a frame holds. Raises FormatError (damaged) and
    ImportError (no decoder)."""
    library, package = _libraries()
    try:
        if library is not None:
            plain = library.ZstdDecompressor().decompress(packed, size)
        else:
            plain = package.ZstdDecompressor().stream_reader(packed).read(size)
    except (library or package).ZstdError as error:
        raise FormatError(str(error)) from None
    return bytes(plain)


def read_frames(file: BinaryIO, size: int) -> Iterator[bytes]:
    """What the frames of `file` hold, one after the other, in pieces of up to `size` bytes (64 MiB
    with the package). Raises FormatError (damaged, cut off) and ImportError (no decoder)."""
    library, package = _libraries()
    try:
        if library is not None:
            with library.ZstdFile(file) as plain:
                while piece := plain.read1(size):
                    yield piece
        else:
            yield from _read_with(package, file)
    except ((library or package).ZstdError, EOFError) as error:
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

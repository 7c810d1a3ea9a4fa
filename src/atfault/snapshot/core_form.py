"""In what form a core lies on disk, told by its first bytes."""

from __future__ import annotations

from collections.abc import Callable

from atfault.formats.elf import HEADER_SIZE

Progress = Callable[[int, int], None]
"""(compressed bytes done, compressed bytes in all)"""

GZIP, ZSTD, XZ, LZ4 = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"\x04\x22\x4d\x18"
COMPRESSED = (GZIP, ZSTD, XZ, LZ4)
_SKIPPABLE = b"\x2a\x4d\x18"


def form_of(head: bytes) -> bytes | None:
    """The compression that a file begins with; None for none of ours. (zstd's parallel tool puts a
    frame of its own, to be passed over, in front of each.)"""
    if head[1:4] == _SKIPPABLE and head[0] >> 4 == 5:
        return ZSTD
    return next((magic for magic in COMPRESSED if head.startswith(magic)), None)


def what_is_it(head: bytes) -> str:
    """A guess for people at what a file that is no core is."""
    if head.startswith(b"#!"):
        return "it is a script"
    if head.startswith(b"MDMP"):
        return "it is a Windows minidump"
    if head[:4] in (b"\xfe\xed\xfa\xce", b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe"):
        return "it is a macOS binary"
    if head.startswith(b"PK\x03\x04"):
        return "it is a zip archive; unpack it first"
    if head[257:262] == b"ustar":
        return "it is a tar archive; unpack it first (tar xf)"
    if head.startswith(b"BZh"):
        return "it is compressed with bzip2; unpack it first (bunzip2)"
    if head.startswith(b"\x5d\x00\x00"):
        return "it is compressed with lzma; unpack it first (unlzma)"
    if head.startswith(b"\x02\x21\x4c\x18"):
        return "it is compressed with lz4's old format; unpack it first (unlz4)"
    if form_of(head) is not None:
        return "it is compressed; unpack it first"
    head = head[:HEADER_SIZE]
    if all(32 <= byte < 127 or byte in b"\t\r\n" for byte in head):
        return "it is a text file"
    return f"it begins with {head[:8].hex(' ')} instead of 7f 45 4c 46 (ELF)"

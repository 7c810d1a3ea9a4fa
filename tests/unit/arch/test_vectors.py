from __future__ import annotations

import struct

from atfault.arch.x86_64 import decode_vectors


def test_xmm_registers_lie_behind_the_x87_ones() -> None:
    data = bytearray(512)
    struct.pack_into("<d", data, 160, 2.5)
    struct.pack_into("<d", data, 160 + 15 * 16, -1.0)
    found = decode_vectors(bytes(data))
    assert len(found) == 16
    assert struct.unpack("<d", found[0].to_bytes(16, "little")[:8]) == (2.5,)
    assert struct.unpack("<d", found[15].to_bytes(16, "little")[:8]) == (-1.0,)
    assert decode_vectors(bytes(100)) == ()

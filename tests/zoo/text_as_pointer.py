# zoo: cause=wild-pointer signal=SIGSEGV
import ctypes
import struct


def follow(record):
    (link,) = struct.unpack_from("<Q", record, 8)
    return ctypes.c_int.from_address(link).value  # <-- here


print(follow(b"name=abcnextpage0000"))

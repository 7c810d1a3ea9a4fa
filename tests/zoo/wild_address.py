# zoo: cause=wild-pointer signal=SIGSEGV core=yes first=yes
import ctypes


def peek(address, size):
    return ctypes.string_at(address, size)  # <-- here


print(peek(0x1234_5678_9000, 8))

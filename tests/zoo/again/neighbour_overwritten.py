# zoo: cause=out-of-bounds signal=SIGSEGV|SIGABRT settings=guard names=buffer,view
import ctypes


def clear(buffer, count):
    view = (ctypes.c_char * len(buffer)).from_buffer(buffer)
    ctypes.memset(view, 0x41, count)  # <-- here


def work():
    rows = []
    for number in range(200):
        rows.append(bytearray(60))
        rows.append((number, number + 1))
    for row in rows:
        if isinstance(row, bytearray):
            clear(row, 80)
    return sum(sum(row) for row in rows if isinstance(row, tuple))


print(work())

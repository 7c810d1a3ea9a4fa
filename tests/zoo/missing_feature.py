# zoo: cause=illegal-instruction signal=SIGILL text=xop,vphaddbw first=yes
import ctypes
import mmap

area = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
area.write(bytes.fromhex("89f8 8fe978c1c1 c3".replace(" ", "")))
add = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(
    ctypes.addressof(ctypes.c_char.from_buffer(area))
)


def total(values):
    result = 0
    for value in values:
        result += add(value)  # <-- here
    return result


print(total([1, 2, 3]))

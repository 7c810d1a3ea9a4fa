# zoo: cause=illegal-instruction signal=SIGILL core=yes text=ud2 first=yes
import ctypes
import mmap

area = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
area.write(bytes.fromhex("85ff7403 89f8c3 0f0b".replace(" ", "")))
check = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(
    ctypes.addressof(ctypes.c_char.from_buffer(area))
)


def verify(values):
    return [check(value) for value in values]  # <-- here


print(verify([3, 2, 1, 0]))

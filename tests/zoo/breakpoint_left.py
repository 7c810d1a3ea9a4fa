# zoo: cause=breakpoint-trap signal=SIGTRAP core=yes text=int3 first=yes
import ctypes
import mmap

area = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
area.write(bytes.fromhex("85ff7403 89f8c3 cc".replace(" ", "")))
step = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(
    ctypes.addressof(ctypes.c_char.from_buffer(area))
)


def countdown(number):
    while True:
        number = step(number) - 1  # <-- here


countdown(5)

"""Multiply by three with machine code that was made at run time."""

import ctypes
import mmap

TRIPLE = bytes.fromhex("8d047f c3".replace(" ", ""))  # lea eax, [rdi + 2 * rdi]; ret


def compiled(code):
    """A function of the machine code, for one int."""
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
    page.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(address)
    function.page = page  # lives as long as the function
    return function


triple = compiled(TRIPLE)
print("3 * 14 =", triple(14))

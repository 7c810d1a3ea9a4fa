"""Memory for code. A page is given back when it is not needed any more."""

import contextlib
import ctypes
import logging
import mmap

log = logging.getLogger("machine.memory")
FUNCTION = ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_long)


@contextlib.contextmanager
def page(code):
    """The address of the code."""
    memory = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(code)
    first = ctypes.c_char.from_buffer(memory)
    address = ctypes.addressof(first)
    del first
    log.debug("%d bytes at %#x", len(code), address)
    yield address
    memory.close()


def compiled(code):
    with page(code) as address:
        return FUNCTION(address)

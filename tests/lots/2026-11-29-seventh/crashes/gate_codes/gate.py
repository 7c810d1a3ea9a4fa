"""Codes of gates, checked by functions that are written as machine code."""

import ctypes
import mmap
import threading


class Code:
    """A function of one number, from its bytes."""

    def __init__(self, code):
        self.memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE)
        self.memory.write(code)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.call = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(address)


class Gate:
    def __init__(self, code):
        self.code = code
        self.opened = 0

    def check(self, number):
        if self.code.call(number) == 7:
            self.opened += 1


def main():
    gate = Gate(Code(bytes.fromhex("89f8c1e802c3")))  # mov eax, edi; shr eax, 2; ret
    visitor = threading.Thread(target=gate.check, args=[28], name="visitor")
    visitor.start()
    visitor.join()
    print(gate.opened)


if __name__ == "__main__":
    main()

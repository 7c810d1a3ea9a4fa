# zoo: cause=null-dereference signal=SIGSEGV child=1
import ctypes
import sys
from concurrent.futures import ProcessPoolExecutor


def checksum(block):
    total = 0
    for byte in block:
        total += byte
    if total == 0:
        ctypes.memmove(total, block, len(block))  # <-- here
    return total


def main():
    blocks = [bytes([n] * 100) for n in (3, 2, 1, 0)]
    with ProcessPoolExecutor(2) as executor:
        futures = [executor.submit(checksum, block) for block in blocks]
        print([future.result() for future in futures])


if __name__ == "__main__":
    sys.exit(main())

# Anonymous shared memory grows by resize(): the new pages have nothing behind them.
# https://github.com/python/cpython/issues/110243
import mmap


def grow(memory, pages):
    memory.resize(pages * mmap.PAGESIZE)  # <-- also


def last_byte(memory):
    return memory[len(memory) - 1]  # <-- here


shared = mmap.mmap(-1, mmap.PAGESIZE)
grow(shared, 3)
print(last_byte(shared))

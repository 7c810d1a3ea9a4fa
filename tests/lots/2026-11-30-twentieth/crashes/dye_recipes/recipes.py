"""Recipes of dyes in blocks of Python's allocator; a thread mixes them."""
import ctypes
import threading

api = ctypes.CDLL(None)
api.PyMem_Malloc.argtypes = [ctypes.c_size_t]
api.PyMem_Malloc.restype = ctypes.c_void_p
api.PyMem_Free.argtypes = [ctypes.c_void_p]


class Block:
    def __init__(self, size):
        self.place = api.PyMem_Malloc(size)
        self.cells = (ctypes.c_ubyte * size).from_address(self.place)

    def close(self):
        api.PyMem_Free(self.place)


def mix(parts, results):
    block = Block(len(parts))
    for number, part in enumerate(parts):
        block.cells[number] = part
    results.append(sum(block.cells))
    block.close()


if __name__ == "__main__":
    results = []
    worker = threading.Thread(target=mix, args=([20, 40, 40], results))
    worker.start()
    worker.join()
    print(results)

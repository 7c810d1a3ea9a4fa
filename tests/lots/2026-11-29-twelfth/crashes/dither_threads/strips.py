import concurrent.futures
import ctypes
import threading

WIDTH, ROWS = 512, 128


class Ditherer:
    """Dithers strips in many threads; they get small stacks, as there are many of them."""

    def __init__(self, path, threads):
        self.library = ctypes.CDLL(path)
        self.library.dither_strip.argtypes = [ctypes.c_void_p, ctypes.c_int]
        threading.stack_size(192 * 1024)
        self.pool = concurrent.futures.ThreadPoolExecutor(threads, "ditherer")

    def strip(self, pixels):
        address = (ctypes.c_char * len(pixels)).from_buffer(pixels)
        return self.library.dither_strip(ctypes.addressof(address), len(pixels) // WIDTH)

    def picture(self, strips):
        return sum(self.pool.map(self.strip, strips))

# zoo: cause=null-dereference signal=SIGSEGV text=held,guard,waited core=yes
import ctypes
import threading
import time


class Catalog:
    def __init__(self):
        self.guard = threading.Lock()
        self.entries = {}

    def load(self, key):
        with self.guard:
            time.sleep(0.4)
            self.entries[key] = ctypes.string_at(self.entries.get(key))  # <-- here

    def size(self):
        with self.guard:
            return len(self.entries)


def main():
    catalog = Catalog()
    loader = threading.Thread(target=catalog.load, args=("a",), name="loader")
    loader.start()
    time.sleep(0.1)
    for number in range(2):
        threading.Thread(target=catalog.size, name=f"reader-{number}").start()
    loader.join()


main()

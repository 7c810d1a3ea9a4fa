"""How dense are the patterns of a folder? Reads them by a small library."""

import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cffi import FFI

ffi = FFI()
ffi.cdef("""
struct pattern { int rows; int raised; };
int pattern_read(const char *path, struct pattern *out);
""")
library = ffi.dlopen(os.path.abspath("libpattern.so"))


class Drawer:
    def __init__(self, folder):
        self.folder = Path(folder)

    def fill(self):
        for number in range(4):
            (self.folder / f"twill{number}.pat").write_bytes(bytes(range(number, 160 + number)))
        (self.folder / "damask.pat").mkdir()
        (self.folder / "damask.pat" / "rose.pat").write_bytes(b"\x55" * 320)

    def patterns(self):
        return sorted(self.folder.glob("*.pat"), reverse=True)


def density(path):
    pattern = ffi.new("struct pattern *")
    if library.pattern_read(os.fsencode(path), pattern) != 0:
        raise OSError(path)
    return path.name, pattern.raised / max(1, 128 * pattern.rows)


def main():
    with tempfile.TemporaryDirectory() as folder:
        drawer = Drawer(folder)
        drawer.fill()
        with ThreadPoolExecutor(2, thread_name_prefix="reader") as readers:
            for name, value in readers.map(density, drawer.patterns()):
                print(name, f"{value:.2f}", flush=True)


if __name__ == "__main__":
    main()

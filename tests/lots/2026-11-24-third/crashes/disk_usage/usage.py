"""How much is in the folders of users."""

import contextlib
import ctypes
import os
import sys
import tempfile


class Usage:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.usage_of.argtypes = [ctypes.c_char_p]
        self.library.usage_of.restype = ctypes.c_uint64

    def of(self, folder):
        return self.library.usage_of(os.fsencode(folder))


@contextlib.contextmanager
def homes():
    with tempfile.TemporaryDirectory() as folder:
        for name, files in {"ada": 3, "ben": 5, "cleo": 1}.items():
            home = os.path.join(folder, name)
            os.mkdir(home)
            for number in range(files):
                with open(os.path.join(home, f"file-{number}"), "w") as file:
                    file.write("x" * 100)
        os.symlink(os.path.join(folder, "old"), os.path.join(folder, "cleo", "current"))
        yield folder


def main():
    usage = Usage(sys.argv[1])
    with homes() as folder:
        for name in sorted(os.listdir(folder)):
            print(name, usage.of(os.path.join(folder, name)), flush=True)


if __name__ == "__main__":
    main()

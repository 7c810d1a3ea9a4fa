"""Two processes weave one after the other; the second one takes what the first has compiled."""

import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


class Mill:
    def __init__(self, folder):
        self.environment = {**os.environ, "NUMBA_CACHE_DIR": folder}

    def work(self):
        command = [sys.executable, str(HERE / "book.py")]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout.strip()


def main():
    with tempfile.TemporaryDirectory() as folder:
        mill = Mill(folder)
        first, second = mill.work(), mill.work()
    assert first.split("}")[0] == second.split("}")[0]
    print(first, "then", second)


if __name__ == "__main__":
    main()

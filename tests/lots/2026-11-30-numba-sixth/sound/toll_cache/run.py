"""Two processes that share a cache on disk, with the same tariff."""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def count(folder):
    done = subprocess.run(
        [sys.executable, os.path.join(HERE, "gate.py")],
        env=dict(os.environ, NUMBA_CACHE_DIR=folder),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout.split()


def main():
    with tempfile.TemporaryDirectory() as folder:
        first, second = count(folder), count(folder)
    assert first == second
    print(*first)


if __name__ == "__main__":
    main()

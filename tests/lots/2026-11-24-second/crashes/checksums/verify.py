"""Sums of the files of a backup, several at a time."""

import concurrent.futures
import dataclasses
import os
import threading
import time

import compiled

HERE = os.path.dirname(os.path.abspath(__file__))
checksums = compiled.load(os.path.join(HERE, "checksums.cpp"))


@dataclasses.dataclass
class Progress:
    total: int = 0
    shown: int = 0
    lock: threading.Lock = dataclasses.field(default_factory=threading.Lock)

    def __call__(self, position):
        with self.lock:
            self.total = max(self.total, position)


def verify(content, progress):
    return checksums.sum_blocks(content, 4096, progress)  # <-- here


def show(progress):
    while True:
        time.sleep(0.1)
        progress.shown = progress.total


def main():
    progress = Progress()
    threading.Thread(target=show, args=(progress,), name="show", daemon=True).start()
    print("small", verify(b"backup" * 100, None), flush=True)
    contents = [bytes([n]) * 3_000_000 for n in range(8)]
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="verify") as pool:
        sums = list(pool.map(verify, contents, [progress] * len(contents)))
    print(sums)


if __name__ == "__main__":
    main()

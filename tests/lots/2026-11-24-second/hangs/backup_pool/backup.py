"""Digests of all blocks; each is verified by another process as soon as it is there."""

import logging
import threading
import time

import multiprocess

from files import digest, verify

log = logging.getLogger("backup")


class Backup:
    def __init__(self, pool):
        self.pool = pool
        self.digests = {}
        self.doubtful = []
        self.failed = []

    def add(self, number, block):
        def finished(result):
            if self.pool.apply_async(verify, ((block, result),)).get():  # <-- here
                self.digests[number] = result
            else:
                self.doubtful.append(number)

        return self.pool.apply_async(
            digest, (block,), callback=finished, error_callback=self.failed.append
        )

    def run(self, blocks):
        jobs = [self.add(number, block) for number, block in enumerate(blocks)]
        for job in jobs:
            job.wait()  # <-- here
        return len(self.digests)


class Meter(threading.Thread):
    def __init__(self, backup):
        super().__init__(name="meter", daemon=True)
        self.backup = backup

    def run(self):
        while True:
            time.sleep(1)
            log.info("%d blocks done", len(self.backup.digests))


def main():
    logging.basicConfig(level=logging.INFO)
    blocks = [bytes([n]) * 4096 for n in range(20)]
    with multiprocess.Pool(3) as pool:
        backup = Backup(pool)
        Meter(backup).start()
        print(backup.run(blocks), "blocks are safe")


if __name__ == "__main__":
    main()

"""Scans folders with a pool; the scan can be ended early, and then waits for what had begun."""

import concurrent.futures
import dataclasses
import threading
import time


@dataclasses.dataclass
class Scan:
    workers: int = 2
    found: int = 0
    stopped: bool = False
    futures: list = dataclasses.field(default_factory=list)

    def __post_init__(self):
        self.pool = concurrent.futures.ThreadPoolExecutor(self.workers, "scan")

    def look_into(self, folder):
        time.sleep(0.3)
        self.found += len(folder)
        return folder

    def start(self, folders):
        self.futures = [self.pool.submit(self.look_into, folder) for folder in folders]

    def stop(self):
        self.stopped = True
        self.pool.shutdown(wait=False, cancel_futures=True)

    def wait(self):
        done, _ = concurrent.futures.wait(self.futures)  # <-- here
        return [future.result() for future in done if not future.cancelled()]


def blink(scan):
    while True:
        time.sleep(0.5)
        print("found", scan.found, "stopped" if scan.stopped else "", flush=True)


scan = Scan()
threading.Thread(target=blink, args=(scan,), name="blink", daemon=True).start()
scan.start([f"/srv/{name}" for name in ("mail", "web", "ftp", "db", "log", "tmp", "old")])
threading.Timer(0.8, scan.stop).start()
print("scanned", scan.wait())

"""Counts the motions of all meetings in a folder."""

import collections
import logging
import pathlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

from minutes import Reader

log = logging.getLogger("council")


class Council:
    def __init__(self, folder):
        self.folder = folder
        self.votes = collections.Counter()

    def meeting(self, path):
        items = Reader(path.read_text()).read()
        return path.stem, [motion for item in items for motion in item.motions]

    def count(self):
        with ThreadPoolExecutor(3, thread_name_prefix="clerk") as pool:
            waiting = [pool.submit(self.meeting, path) for path in sorted(self.folder.glob("*.txt"))]
            for future in as_completed(waiting):
                day, motions = future.result()
                log.info("%s: %d motions", day, len(motions))
                for _, yes, no in motions:
                    self.votes["passed" if yes > no else "lost"] += 1
        return self.votes


def chime():
    while True:
        time.sleep(0.7)


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    threading.Thread(target=chime, daemon=True).start()
    print(dict(Council(pathlib.Path(__file__).parent / "meetings").count()))


if __name__ == "__main__":
    main()

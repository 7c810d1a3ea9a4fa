"""Write the season's bookings down and read them back, to see that a backup is one."""
import argparse
import contextlib
import queue
import sys
import threading
import time

import rapidjson

from notes import Season


class Restorer(threading.Thread):
    def __init__(self):
        super().__init__(name="restorer")
        self.texts = queue.Queue(maxsize=4)
        self.restored = {}
        self.failed = []

    def run(self):
        while (item := self.texts.get()) is not None:
            cabin, text = item
            try:
                self.restored[cabin] = self.read(text)
            except (rapidjson.JSONDecodeError, RecursionError) as error:
                self.failed.append((cabin, error))

    def read(self, text):
        document = rapidjson.loads(text)
        depth, note = 0, document["note"]
        while note is not None:
            depth, note = depth + 1, note["replaces"]
        return document["booking"], depth


@contextlib.contextmanager
def restoring():
    restorer = Restorer()
    restorer.start()
    try:
        yield restorer
    finally:
        restorer.texts.put(None)
        restorer.join()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--notes", type=int, nargs="*", default=[3, 900, 12000, 700000])
    options = parser.parse_args()
    sys.setrecursionlimit(2_000_000)  # long-standing guests have many notes
    season = Season()
    for number, notes in enumerate(options.notes):
        season.book(f"cabin-{number}", notes)
    began = time.perf_counter()
    with restoring() as restorer:
        for cabin, text in season.export():
            restorer.texts.put((cabin, text))
            print(cabin, len(text), "letters", flush=True)
    for cabin, (booking, depth) in sorted(restorer.restored.items()):
        print(cabin, "booking", booking, "has", depth, "notes")
    print("failed:", restorer.failed, f"{time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()

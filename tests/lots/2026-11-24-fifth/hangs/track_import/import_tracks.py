"""Sums up the tracks of a summer, two at a time."""

import argparse
import concurrent.futures
import struct
import threading
import time

import tracks


def tracks_of_summer():
    yield tracks.Track("dunes", tracks.points(400) + tracks.pause(90) + tracks.points(120))
    yield tracks.Track("woods", tracks.points(30) * 8)
    cut = struct.pack("<IB", 0, 0) + bytes(500)  # its battery was empty
    yield tracks.Track("ridge", tracks.points(700) + cut)
    yield tracks.Track("lake", tracks.points(55))


class Progress(threading.Thread):
    def __init__(self):
        super().__init__(name="progress", daemon=True)
        self.done = 0

    def run(self):
        while True:
            time.sleep(3)
            print(self.done, "tracks are done", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    progress = Progress()
    progress.start()
    with concurrent.futures.ThreadPoolExecutor(options.threads, "import") as pool:
        futures = {pool.submit(track.summary): track for track in tracks_of_summer()}
        for future in concurrent.futures.as_completed(futures):
            progress.done += 1
            print(futures[future].name, future.result(), flush=True)


if __name__ == "__main__":
    main()

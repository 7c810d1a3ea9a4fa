import argparse
import threading
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from frames import render


class Film:
    def __init__(self, scenes, length):
        self.left = [(scene, frame) for scene in scenes for frame in range(length)]
        self.done = {}
        self.lock = threading.Lock()

    def finished(self, future):
        with self.lock:
            scene, frame, value = future.result()
            self.done[scene, frame] = value
        print(scene, frame, value, flush=True)

    def make(self, pool, at_once):
        pending = set()
        while self.left or pending:
            while self.left and len(pending) < at_once:
                future = pool.submit(render, *self.left.pop(0))
                future.add_done_callback(self.finished)
                pending.add(future)
            _, pending = wait(pending, return_when=FIRST_COMPLETED)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--at-once", type=int, default=3)
    options = parser.parse_args()
    film = Film(["meadow", "storm", "credits"], 8)
    with ThreadPoolExecutor(options.at_once, thread_name_prefix="render") as pool:
        film.make(pool, options.at_once)
    print(len(film.done), "frames")


if __name__ == "__main__":
    main()

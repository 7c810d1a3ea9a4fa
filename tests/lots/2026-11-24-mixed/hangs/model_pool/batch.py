import argparse
import concurrent.futures
import contextlib
import functools
import multiprocessing
import signal
import threading
import time

import model


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        started = time.monotonic()
        try:
            return function(*args, **kwargs)
        finally:
            print(f"{function.__name__} took {time.monotonic() - started:.2f} s", flush=True)

    return wrapper


class Progress:
    def __init__(self):
        self.done = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="progress", daemon=True)

    def _run(self):
        while not self._stop.wait(1):
            print(self.done, "done", flush=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *exc_info):
        self._stop.set()
        self._thread.join()


class Batch:
    def __init__(self, workers):
        self.context = multiprocessing.get_context("fork")
        self.loaded = self.context.Event()
        self.executor = concurrent.futures.ProcessPoolExecutor(
            workers, self.context, initializer=model.prepare, initargs=(self.loaded,)
        )

    @timed
    def warm_up(self):
        return self.executor.submit(model.predict, 0.0).result()  # <-- here

    @timed
    def run(self, samples, progress):
        results = []
        for result in self.executor.map(model.predict, samples):
            results.append(result)
            progress.done += 1
        return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    batch = Batch(options.workers)
    with Progress() as progress, contextlib.closing(batch.context.SimpleQueue()):
        batch.warm_up()
        batch.loaded.set()
        print(batch.run([i / 10 for i in range(100)], progress))


if __name__ == "__main__":
    main()

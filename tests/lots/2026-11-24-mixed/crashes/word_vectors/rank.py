import collections
import concurrent.futures
import sys
import threading
import time

import vectors


class Ranking:
    def __init__(self, path, workers=2):
        self.path = path
        self.workers = workers
        self.scores = collections.OrderedDict()

    def run(self, sentences):
        with concurrent.futures.ProcessPoolExecutor(
            self.workers, initializer=vectors.load, initargs=(self.path,)
        ) as pool:
            jobs = {pool.submit(vectors.score, sentence): sentence for sentence in sentences}
            for job in concurrent.futures.as_completed(jobs):
                self.scores[jobs[job]] = job.result()

    def best(self, count):
        return sorted(self.scores.items(), key=lambda item: -item[1])[:count]


class Spinner:
    def __init__(self):
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._turn, daemon=True, name="spinner")

    def _turn(self):
        while not self._stop.wait(0.2):
            print(".", end="", flush=True)

    def __enter__(self):
        self._thread.start()

    def __exit__(self, *exc_info):
        self._stop.set()
        self._thread.join()


def main():
    ranking = Ranking(sys.argv[1])
    with Spinner():
        ranking.run(["bread milk", "milk cheese", "cheese bread bread", "bread butter", "milk"])
    print(ranking.best(3))


if __name__ == "__main__":
    main()

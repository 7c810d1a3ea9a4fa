import argparse
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from parallel import Parallel


class Survey:
    def __init__(self, parallel, plots):
        self.parallel = parallel
        self.plots = plots

    def trees(self, plot):
        time.sleep(0.02)
        return sum(n * 7919 % 101 for n in range(plot * 50 + 50))

    def district(self, number):
        return number, self.parallel.map(self.trees, range(number, number + self.plots))

    def all(self, districts):
        return dict(self.parallel.map(self.district, range(districts)))


def lamp():
    while True:
        time.sleep(2)
        print("lamp", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=3)
    parser.add_argument("--plots", type=int, default=4)
    options = parser.parse_args()
    threading.Thread(target=lamp, name="lamp", daemon=True).start()
    survey = Survey(Parallel(options.threads), options.plots)
    with ThreadPoolExecutor(1, thread_name_prefix="survey") as pool:
        for districts in (1, 6):
            counts = pool.submit(survey.all, districts).result()
            print({number: sum(trees) for number, trees in counts.items()}, flush=True)


if __name__ == "__main__":
    main()

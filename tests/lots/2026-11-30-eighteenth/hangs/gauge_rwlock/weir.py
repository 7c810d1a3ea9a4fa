"""The weir: one thread reads the water's height, the other one works out means."""

import concurrent.futures
import time

from gauges import Gauge
from lamps import Lamp


class Weir:
    def __init__(self):
        self.gauge = Gauge()

    def fill(self, number, pause):
        for height in range(number):
            self.gauge.add(200 + height)
            time.sleep(pause)
        return number

    def means(self, number, last, slow):
        return [round(self.gauge.mean(last, slow), 1) for _ in range(number)]


def main():
    weir = Weir()
    weir.fill(20, 0)
    print(weir.means(2, 10, False), flush=True)
    with Lamp("weir lamp"), concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="weir") as pool:
        means = pool.submit(weir.means, 10, 20, True)
        heights = pool.submit(weir.fill, 100, 0.05)
        print(means.result(), heights.result(), flush=True)


if __name__ == "__main__":
    main()

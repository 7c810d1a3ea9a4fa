import argparse
import logging
import time

from metrics import Registry


class Collector:
    def __init__(self):
        self.sums = {}

    def __call__(self, name, number):
        time.sleep(0.02)
        self.sums[name] = self.sums.get(name, 0) + number
        return name


class Job:
    def __init__(self, registry):
        self.registry = registry

    def run(self, rows):
        for row in range(rows):
            time.sleep(0.01)
            self.registry.count("rows")
            if row % 7 == 0:
                self.registry.count("late rows")
        return rows


COLLECTOR = Collector()
REGISTRY = Registry(COLLECTOR)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=250)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    print(Job(REGISTRY).run(options.rows), "rows", flush=True)


if __name__ == "__main__":
    main()

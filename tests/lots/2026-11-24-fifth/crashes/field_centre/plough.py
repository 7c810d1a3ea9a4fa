"""Plans where a tractor meets its trailer: at the centre of each field."""

import argparse
import concurrent.futures
import logging
import math

from fields import Field

logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
log = logging.getLogger("plough")


def round_field(name, corners, radius):
    steps = [2 * math.pi * corner / corners for corner in range(corners)]
    return Field(name, [(radius * math.cos(a) + 50, radius * math.sin(a) + 20) for a in steps])


class Plan:
    def __init__(self, fields):
        self.fields = fields
        self.meetings = {}

    def meet(self, field):
        log.info("field %s", field.name)
        self.meetings[field.name] = field.centre()

    def make(self, threads):
        with concurrent.futures.ThreadPoolExecutor(threads, "plan") as pool:
            for _ in pool.map(self.meet, self.fields):
                pass
        return self.meetings


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    fields = [round_field("mill", 12, 30.0), round_field("brook", 7, 12.5)]
    for name, (x, y) in Plan(fields).make(options.threads).items():
        print(name, round(x, 1), round(y, 1))


if __name__ == "__main__":
    main()

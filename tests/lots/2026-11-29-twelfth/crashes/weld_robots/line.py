"""Weld some parts: python line.py LIBRARY --parts 12"""

import argparse
import concurrent.futures
import logging

from robots import PointQueue, Robot

log = logging.getLogger("line")


class Line:
    def __init__(self, path, robots, room):
        self.queue = PointQueue(path, room)
        self.robots = [Robot(f"robot {n}", self.queue) for n in range(robots)]
        for robot in self.robots:
            robot.start()

    def seam(self, part, points):
        """The points of a seam, which are put into the queue."""
        self.queue.put_all([(part + n / 10, 2.0 * n) for n in range(points)])
        log.info("part %d: %d points", part, points)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    parser.add_argument("--parts", type=int, default=12)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(threadName)s: %(message)s")
    line = Line(options.library, robots=2, room=32)
    with concurrent.futures.ThreadPoolExecutor(2, "planner") as planners:
        jobs = [planners.submit(line.seam, part, 6 + part % 4) for part in range(options.parts)]
        for job in jobs:
            job.result()
    print(sum(robot.welded for robot in line.robots), "points were welded")


if __name__ == "__main__":
    main()

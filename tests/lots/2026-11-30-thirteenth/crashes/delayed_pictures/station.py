"""A weather station whose pictures go to two subscribers, one of which is away at times."""

import logging
import zlib

from delivery import Delivery, Unreachable

log = logging.getLogger("station")


class Camera:
    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.taken = 0

    def take(self):
        self.taken += 1
        return bytes([self.taken % 256]) * (self.width * self.height * 3)


class Subscriber:
    def __init__(self, name, away=()):
        self.name = name
        self.away = set(away)
        self.calls = 0
        self.sums = []

    def __call__(self, picture):
        self.calls += 1
        if self.calls in self.away:
            raise Unreachable(f"{self.name} is away")
        self.sums.append(zlib.crc32(picture))


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    archive, board = Subscriber("archive"), Subscriber("board", away=(2, 3))
    camera = Camera(4200, 3200)
    delivery = Delivery([archive, board])
    for _ in range(4):
        delivery.deliver(camera.take())
    while delivery.run_once():
        log.info("%d delivered", delivery.delivered)
    print(len(archive.sums), len(board.sums))


if __name__ == "__main__":
    main()

"""Letters go from the post room to a clerk, by a tray with eight places."""

import logging
import threading
import time

from tray import Tray

log = logging.getLogger("bureau")


class Clerk(threading.Thread):
    """Answers letters, which takes time."""

    def __init__(self, tray):
        super().__init__(name="clerk")
        self.tray = tray
        self.answered = 0

    def run(self):
        while (letter := self.tray.take()) is not None:
            time.sleep(0.02)
            self.answered += 1
            log.info("answered %s", letter)


class PostRoom:
    def __init__(self, tray):
        self.tray = tray

    def bring(self, day):
        for number in range(4 + 3 * day):
            self.tray.put(f"letter {day}.{number}")
        log.info("day %d: all letters are brought", day)


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s: %(message)s")
    tray = Tray()
    clerk = Clerk(tray)
    clerk.start()
    room = PostRoom(tray)
    for day in range(4):
        room.bring(day)
        time.sleep(0.3)
    tray.put(None)
    clerk.join()
    print(clerk.answered, "letters were answered")


if __name__ == "__main__":
    main()

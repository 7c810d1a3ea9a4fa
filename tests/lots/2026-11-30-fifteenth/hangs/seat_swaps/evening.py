import logging
import threading
import time

from desk import Desk
from hall import Hall

PLAN = [("stalls 1", 1, 8), ("stalls 2", 2, 8), ("box left", 3, 4), ("box right", 3, 4)]
WISHES = [
    [(("stalls 1", 0), ("stalls 2", 3)), (("stalls 2", 1), ("stalls 1", 4))],
    [(("box left", 0), ("stalls 2", 0)), (("stalls 1", 5), ("box right", 1))],
    [(("box left", 1), ("box right", 2)), (("box right", 0), ("box left", 3))],
]


def bell():
    while True:
        time.sleep(2)
        logging.info("the bell")


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    threading.Thread(target=bell, name="bell", daemon=True).start()
    hall = Hall(PLAN)
    for name, _, seats in PLAN:
        for number in range(seats):
            hall.seat(f"guest of {name}, {number}", name, number)
    desk = Desk(hall)
    for wishes in WISHES:
        desk.swap_all(wishes)
    logging.info("%d empty seats", hall.empty())


if __name__ == "__main__":
    main()

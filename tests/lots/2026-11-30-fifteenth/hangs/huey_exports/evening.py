import logging
import threading
import time

from desk import Desk
from jobs import huey, written


def start_consumer(workers):
    consumer = huey.create_consumer(
        workers=workers, periodic=False, initial_delay=0.05, max_delay=0.2, scheduler_interval=1
    )
    consumer.start()
    return consumer


class Window(threading.Thread):
    def __init__(self, desk):
        super().__init__(name="window", daemon=True)
        self.desk = desk

    def run(self):
        while True:
            time.sleep(2)
            print("open:", self.desk.open_orders(), "written:", len(written), flush=True)


def main():
    logging.basicConfig(level=logging.WARNING)
    desk = Desk()
    consumer = start_consumer(2)
    Window(desk).start()
    for number, customer in enumerate(["amsel", "dohle", "fink", "kauz", "star"]):
        desk.order(customer, 100 + number)
    desk.cancel("fink")
    print(desk.close())
    consumer.stop(graceful=True)


if __name__ == "__main__":
    main()

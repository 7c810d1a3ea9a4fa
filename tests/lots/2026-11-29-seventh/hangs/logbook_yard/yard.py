"""A ship yard; each hall is a process, whose log goes to the office by a queue (logbook)."""

import multiprocessing
import sys
import threading
import time

import logbook
import logbook.queues

log = logbook.Logger("yard")


class Office:
    """Takes what the halls log."""

    def __init__(self, room=50):
        self.queue = multiprocessing.Queue(room)
        self.subscriber = logbook.queues.MultiProcessingSubscriber(self.queue)
        self.controller = None

    def __enter__(self):
        self.handler = logbook.StreamHandler(sys.stdout, level="WARNING")
        self.controller = self.subscriber.dispatch_in_background(self.handler)
        return self

    def __exit__(self, *_):
        self.controller.stop()


def hall(queue, number, plates):
    with logbook.queues.MultiProcessingHandler(queue):
        for plate in range(plates):
            log.info("hall {}: plate {} is welded", number, plate)
            time.sleep(0.02)
        log.warning("hall {}: done", number)


class Yard:
    def __init__(self, office):
        self.office = office
        self.halls = []

    def build(self, *plates):
        for number, count in enumerate(plates):
            arguments = (self.office.queue, number, count)
            process = multiprocessing.Process(target=hall, args=arguments, name=f"hall {number}")
            process.start()
            self.halls.append(process)

    def wait(self):
        for process in self.halls:
            process.join()


def clock(ticks):
    while True:
        time.sleep(0.5)
        ticks.append(time.monotonic())


def main():
    threading.Thread(target=clock, args=([],), name="clock", daemon=True).start()
    with Office() as office:
        yard = Yard(office)
        yard.build(10, 300)
        time.sleep(1)
    yard.wait()
    print("the ship is built", flush=True)


if __name__ == "__main__":
    main()

import itertools
import logging
import sys
import threading
import time

from depot import DayPlan, Gate, Lorry


def clock(stop):
    for minute in itertools.count(step=5):
        if stop.wait(1.0):
            return
        logging.getLogger("clock").debug("minute %d", minute)


def main():
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(relativeCreated)6d %(threadName)s %(message)s")
    plan = DayPlan().add("HH-A 12", 0.05, 3, 4).add("HH-B 77", 0.1, 5).add("KI-C 3", 0.15, 2, 2)
    gate = Gate("north")
    stop = threading.Event()
    threading.Thread(target=clock, args=(stop,), name="clock", daemon=True).start()
    lorries = [Lorry(slot.plate, gate, slot.way, slot.loads) for slot in plan.slots]
    for lorry in lorries:
        lorry.start()
    time.sleep(0.6)
    gate.open()
    for lorry in lorries:
        lorry.join()
    stop.set()
    print(sum(lorry.delivered for lorry in lorries), "of", plan.pallets, "pallets", gate.history())


if __name__ == "__main__":
    main()

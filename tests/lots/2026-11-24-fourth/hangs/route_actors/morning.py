"""Plans the tours of a morning."""

import logging
import random
import time

import pykka
from actors import Depot, Dispatcher, Van

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
log = logging.getLogger("morning")


def plans(dispatcher, count):
    for _ in range(count):
        time.sleep(0.05)
        yield dispatcher.plan()


def main():
    chance = random.Random(11)
    depot = Depot.start().proxy()
    dispatcher = Dispatcher.start(depot).proxy()
    depot.meet(dispatcher).get()
    for number in range(40):
        depot.load(f"parcel {number}", chance.randrange(30))
    vans = [Van.start(name, depot, dispatcher).proxy() for name in ("red", "blue")]
    try:
        tours = [van.tour() for van in vans]
        latest = list(plans(dispatcher, 8))[-1]
        log.info("spare capacity: %s", latest.get())
        for parcels in pykka.get_all(tours):
            log.info("delivered %d", len(parcels))
    finally:
        pykka.ActorRegistry.stop_all()


if __name__ == "__main__":
    main()

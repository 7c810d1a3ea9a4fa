"""Three clerks ask for the same prices, and the supplier takes ten seconds for each."""

import threading
import time

from flights import Flights

flights = Flights()


def fetch(wood):
    time.sleep(10)
    if wood == "elm":
        raise LookupError(wood)
    return len(wood) * 10


def clerk(woods):
    for wood in woods:
        try:
            print(threading.current_thread().name, wood, flights.get(wood, fetch), flush=True)
        except LookupError:
            print("no price of", wood, flush=True)


clerks = [threading.Thread(target=clerk, args=(["oak", "elm", "ash"] * 2,), name=f"clerk-{n}") for n in range(3)]
for one in clerks:
    one.start()
for one in clerks:
    one.join()

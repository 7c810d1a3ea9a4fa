import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tickets import TicketLock


@dataclass
class Traveller:
    name: str
    minutes: float
    patience: float | None = None


MORNING = [
    Traveller("Ada", 0.2),
    Traveller("Bruno", 0.3, 2.0),
    Traveller("Carla", 1.0),
    Traveller("Dino", 0.2, 0.5),
    Traveller("Edda", 0.2),
    Traveller("Fritz", 0.1),
]


class Window:
    def __init__(self):
        self.lock = TicketLock()
        self.sold = []
        self.machine = []

    def buy(self, traveller):
        with self.lock.turn(traveller.patience) as mine:
            if mine:
                time.sleep(traveller.minutes)
                self.sold.append(traveller.name)
                return f"{traveller.name} at the window"
        self.machine.append(traveller.name)
        return f"{traveller.name} at the machine"


class Departures(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True, name="departures")
        self.trains = []

    def run(self):
        while True:
            time.sleep(1 + random.random())
            self.trains.append(time.strftime("%H:%M"))
            del self.trains[:-8]


def morning(window):
    with ThreadPoolExecutor(len(MORNING), thread_name_prefix="traveller") as hall:
        tickets = []
        for traveller in MORNING:
            tickets.append(hall.submit(window.buy, traveller))
            time.sleep(0.1)
        for ticket in tickets:
            print(ticket.result(), flush=True)


if __name__ == "__main__":
    Departures().start()
    window = Window()
    morning(window)
    print("queue:", window.lock.queue)

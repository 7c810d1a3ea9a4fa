"""Plans the buses that bring the choirs to the concert."""

import dataclasses
import threading
import time

import multitasking

from routes import length


@dataclasses.dataclass
class Tour:
    choir: str
    villages: tuple
    singers: int
    cost: float = 0.0


class Plan:
    def __init__(self, tours, price):
        self.tours, self.price = tours, price
        self.lock = threading.Lock()
        self.total = 0.0

    def book(self, tour):
        """Asks the garage, which takes its time, and reckons the cost."""
        time.sleep(1.5 if tour.singers > 30 else 0.0)
        tour.cost = length(tour.villages) * self.price
        with self.lock:
            self.total += tour.cost


@multitasking.task
def book(plan, tour):
    plan.book(tour)


def book_all(plan):
    for tour in plan.tours:
        book(plan, tour)
    multitasking.wait_for_tasks(sleep=0.05)
    return plan.total


def report(plan):
    """The tours, dear ones first."""
    for tour in sorted(plan.tours, key=lambda tour: -tour.cost):
        print(f"{tour.choir:10} {tour.villages[0]} to {tour.villages[-1]} {tour.cost:8.2f}", flush=True)


def main():
    multitasking.set_max_threads(8)
    plan = Plan([Tour("Cantus", ("Ahlen", "Beck"), 18)], 2.4)
    plan.book(plan.tours[0])
    print("small plan:", plan.total, flush=True)
    report(plan)
    plan = Plan([Tour("Cantus", ("Ahlen", "Beck", "Cleve"), 24), Tour("Vox", ("Cleve", "Diek", "Essen"), 44)], 2.4)
    print("plan:", book_all(plan), flush=True)
    report(plan)


if __name__ == "__main__":
    main()

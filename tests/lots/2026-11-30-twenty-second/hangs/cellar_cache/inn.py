import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from cellar import Cellar

EVENING = [
    ("table 1", "Riesling", 400),
    ("table 2", "Gamay", 350),
    ("table 1", "Riesling", 200),
    ("table 3", "Cinsault", 100),
    ("table 2", "Aligote", 600),
    ("table 4", "Savagnin", 300),
    ("table 3", "Gamay", 100),
]


class Waiter:
    def __init__(self, cellar, name):
        self.cellar = cellar
        self.name = name

    def __call__(self, table, label, amount):
        poured = self.cellar.bottle(label).pour(amount)
        return f"{self.name}: {table}, {poured} of {label}"


class Fireplace(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True, name="fireplace")
        self.logs = 12

    def run(self):
        while self.logs:
            time.sleep(2 + random.random())
            self.logs -= 0.1


def evening(cellar):
    Fireplace().start()
    waiter = Waiter(cellar, "Rosa")
    with ThreadPoolExecutor(2, thread_name_prefix="waiter") as crew:
        orders = []
        for order in EVENING:
            orders.append(crew.submit(waiter, *order))
            time.sleep(0.2)
        return [order.result() for order in orders]


if __name__ == "__main__":
    cellar = Cellar(places=2)
    for line in evening(cellar):
        print(line)
    print(cellar.stock())

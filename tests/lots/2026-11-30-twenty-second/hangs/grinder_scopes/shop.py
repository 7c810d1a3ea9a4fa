"""A day in the shop: orders come in, three hands serve them."""

import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from machines import Grinder, Ledger, Scales
from wiring import open_roastery

ORDERS = [("whole", 250, None), ("whole", 500, None), ("ground", 250, "moka"), ("whole", 125, None)]


class Shop:
    def __init__(self):
        self.container = open_roastery("counter")
        self.bell = queue.Queue()
        self.closing = threading.Event()

    def serve(self, order):
        what, grams, kind = order
        with self.container() as desk:
            ledger = desk.get(Ledger)
            if what == "whole":
                weight = desk.get(Scales).weigh(grams)
            else:
                weight = desk.get(Grinder).grind(grams, kind)
            ledger.note(desk.get(str), what, weight)
        self.bell.put((what, weight))
        return weight

    def radio(self):
        songs = 0
        while not self.closing.wait(0.7):
            songs += 1

    def day(self):
        threading.Thread(target=self.radio, daemon=True).start()
        with ThreadPoolExecutor(3, thread_name_prefix="hand") as hands:
            served = []
            for order in ORDERS:
                served.append(hands.submit(self.serve, order))
                time.sleep(0.2)
            total = sum(weight.result() for weight in served)
        self.closing.set()
        return total


if __name__ == "__main__":
    print("sold", Shop().day(), "g")

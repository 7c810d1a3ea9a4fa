"""Transfers between accounts, from several threads at once."""

import threading
import time


class Account:
    def __init__(self, balance):
        self.balance = balance
        self.lock = threading.Lock()


def transfer(source, target, amount):
    with source.lock:
        time.sleep(0.1)  # asks the bank whether the money is there
        with target.lock:
            source.balance -= amount
            target.balance += amount


savings, current = Account(500), Account(20)
jobs = [
    threading.Thread(target=transfer, args=(savings, current, 100), name="rent"),
    threading.Thread(target=transfer, args=(current, savings, 5), name="small change"),
]
for job in jobs:
    job.start()
for job in jobs:
    job.join()
print(savings.balance, current.balance)

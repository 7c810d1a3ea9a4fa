"""Two exchanges send their prices at once."""

import threading

from shares import Prices

prices = Prices()


def exchange(first):
    for day in range(400):
        prices.extend(first + day, 20_000)


threads = [threading.Thread(target=exchange, args=(first,), name=name) for name, first in (("Bern", 1), ("Oslo", 5))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(prices), prices.last(), flush=True)

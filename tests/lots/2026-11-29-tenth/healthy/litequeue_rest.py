"""A worker polls a queue in sqlite (litequeue); orders come from another thread every ten seconds."""

import os
import tempfile
import threading
import time

from litequeue import LiteQueue


def customers(path):
    queue = LiteQueue(path, queue_name="orders")
    for number in range(12):
        time.sleep(10)
        queue.put(f"order {number}")


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "orders.db")
    orders = LiteQueue(path, queue_name="orders")
    threading.Thread(target=customers, args=(path,), name="customers", daemon=True).start()
    for _ in range(12):
        while (order := orders.pop()) is None:
            time.sleep(0.2)
        orders.done(order.message_id)
        print(order.data, flush=True)

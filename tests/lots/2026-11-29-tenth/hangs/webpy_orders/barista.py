"""Makes what is ordered, in a thread of its own."""

import logging
import threading
import time

from litequeue import LiteQueue

MINUTES = {"espresso": 1, "flat white": 3, "tea": 4}
log = logging.getLogger("barista")


class Barista(threading.Thread):
    def __init__(self, path):
        super().__init__(name="barista", daemon=True)
        self.path = path
        self.made = 0

    def run(self):
        orders = LiteQueue(self.path, queue_name="orders")
        answers = LiteQueue(self.path, queue_name="answers")
        while True:
            order = orders.pop()
            if order is None:
                time.sleep(0.05)
                continue
            drink = order.data
            answers.put(f"{drink}: {MINUTES[drink]} min")
            orders.done(order.message_id)
            self.made += 1
            log.info("made %d", self.made)

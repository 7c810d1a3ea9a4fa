"""Delivers pictures to subscribers; what could not be delivered comes again later."""

import logging
import time

from delayqueue import DelayQueue

log = logging.getLogger(__name__)


class Unreachable(Exception):
    pass


class Delivery:
    def __init__(self, subscribers, again=0.3):
        self.subscribers = subscribers
        self.again = again
        self.waiting = DelayQueue()
        self.delivered = 0

    def deliver(self, picture):
        for subscriber in self.subscribers:
            try:
                subscriber(picture)
                self.delivered += 1
            except Unreachable as error:
                log.info("%s; once more in %.1f s", error, self.again)
                self.waiting.push(time.monotonic() + self.again, picture)

    def run_once(self):
        due = self.waiting.next_due()
        if due is None:
            return False
        time.sleep(max(0.0, due - time.monotonic()))
        _, picture = self.waiting.pop()
        self.deliver(picture)
        return True

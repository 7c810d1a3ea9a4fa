"""A radio: messages come in a thread, and coroutines wait for answers to what they have sent."""

import itertools
import threading
import time


class Radio(threading.Thread):
    def __init__(self, loop):
        super().__init__(name="radio", daemon=True)
        self.loop = loop
        self.waiting = {}
        self.numbers = itertools.count(1)
        self.sent = []
        self.received = 0

    def ask(self, ship, question):
        """A future of the answer."""
        number = next(self.numbers)
        self.waiting[number] = future = self.loop.create_future()
        self.sent.append((number, ship, question))
        return future

    def run(self):
        while True:
            time.sleep(0.3)
            if self.sent:
                number, ship, question = self.sent.pop(0)
                self.answer(number, f"{ship} says: {question[::-1]}")

    def answer(self, number, text):
        future = self.waiting.pop(number)
        self.received += 1
        future.set_result(text)

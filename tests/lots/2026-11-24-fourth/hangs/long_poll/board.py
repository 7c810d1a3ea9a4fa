"""A notice board in synchronous code, as it came out of an older program."""

import threading


class Board:
    def __init__(self):
        self._changed = threading.Condition()
        self._notices = []

    def post(self, text):
        with self._changed:
            self._notices.append(text)
            self._changed.notify_all()
            return len(self._notices)

    def after(self, number):
        """The notices after `number`, as soon as there are any."""
        with self._changed:
            while len(self._notices) <= number:
                self._changed.wait()
            return self._notices[number:]

"""A quiz: what is asked next depends on the last answer."""

import threading


class Quiz:
    def __init__(self, count):
        self.count = count
        self.answered = threading.Semaphore(1)
        self.level = 1
        self.points = 0

    def questions(self):
        """The next question, once the last one is answered."""
        for number in range(self.count):
            self.answered.acquire()
            yield number, self.level

    def score(self, number, right):
        self.level = max(1, self.level + (1 if right else -1))
        self.points += right * self.level
        self.answered.release()


def answer(question):
    number, level = question
    total = sum(n * n % 7 for n in range(20000 * level))
    return number, total % 3 != 0

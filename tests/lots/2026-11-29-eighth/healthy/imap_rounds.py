"""imap over a generator that asks for each next job only when it may (six seconds a job)."""

import multiprocessing
import threading
import time


class Rounds:
    def __init__(self):
        self.next = threading.Semaphore(1)

    def jobs(self):
        for number in range(50):
            self.next.acquire()
            yield number


def job(number):
    time.sleep(6)
    return number * number


if __name__ == "__main__":
    rounds = Rounds()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for square in pool.imap(job, rounds.jobs()):
            print(square, flush=True)
            rounds.next.release()

import threading
import time


class Table:
    def __init__(self, seats):
        self.forks = [threading.Lock() for _ in range(seats)]
        self.waiter = threading.BoundedSemaphore(seats - 1)
        self.meals = [0] * seats

    def dine(self, seat):
        left, right = self.forks[seat], self.forks[(seat + 1) % len(self.forks)]
        while True:
            with self.waiter, left, right:
                time.sleep(7)
                self.meals[seat] += 1
                print(self.meals, flush=True)


if __name__ == "__main__":
    table = Table(5)
    threads = [threading.Thread(target=table.dine, args=(seat,), name=f"seat {seat}") for seat in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait

from queueing import Window


class Citizen:
    def __init__(self, name, papers, rng):
        self.name = name
        self.papers = papers
        self.seconds = rng.uniform(5, 8)

    def visit(self, windows):
        for paper in range(self.papers):
            window = windows[paper % len(windows)]
            with window.turn:
                time.sleep(self.seconds)
                window.served += 1
        return f"{self.name} has all {self.papers} papers"


class Bureau:
    def __init__(self, windows):
        self.windows = [Window(number) for number in range(windows)]
        self.changed = threading.Condition()
        self.gone = []

    def board(self):
        """What the board over the door says."""
        while len(self.gone) < len(self.windows) * 3:
            time.sleep(10)
            print([(window.number, len(window.turn), window.served) for window in self.windows], flush=True)

    def _came_out(self, visit):
        with self.changed:
            self.gone.append(visit.result())
            self.changed.notify()

    def open(self, citizens):
        threading.Thread(target=self.board, daemon=True, name="board").start()
        with ThreadPoolExecutor(len(citizens), thread_name_prefix="citizen") as hall:
            visits = []
            for citizen in citizens:
                visit = hall.submit(citizen.visit, self.windows)
                visit.add_done_callback(self._came_out)
                visits.append(visit)
            with self.changed:
                self.changed.wait_for(lambda: len(self.gone) == len(citizens))
            wait(visits)
        return self.gone


def main():
    rng = random.Random(11)
    citizens = [Citizen(name, 2, rng) for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")]
    for line in Bureau(2).open(citizens):
        print(line)


if __name__ == "__main__":
    main()

"""Judges the answers to three tasks, each within two seconds, and draws up the table."""
import collections
import itertools
import threading

from limits import Limits

TASKS = {
    "sieve": lambda: sum(1 for n in range(2, 3000) if all(n % d for d in range(2, int(n**0.5) + 1))),
    "anagrams": lambda: len({"".join(p) for p in itertools.permutations("basket")}),
    "steps": lambda: collections.Counter(n % 7 for n in range(40_000))[3],
}
LIMITS = Limits(seconds=2, megabytes=256)


class Judge:
    def __init__(self):
        self.results = {}
        self.finished = threading.Event()

    def judge(self, name, task):
        with LIMITS():
            self.results[name] = task()

    def table(self, rounds):
        """All orders of the teams that the points allow."""
        best = None
        teams = range(10)
        for _ in range(rounds):
            for order in itertools.permutations(teams):
                points = sum(place * (team ^ 5) for place, team in enumerate(order))
                if best is None or points > best[0]:
                    best = points, order
        return best

    def run(self):
        for name, task in TASKS.items():
            self.judge(name, task)
        print(self.results)
        print(self.table(40))
        self.finished.set()


def main():
    judge = Judge()
    threading.Thread(target=judge.run, name="judge", daemon=True).start()
    judge.finished.wait()


if __name__ == "__main__":
    main()

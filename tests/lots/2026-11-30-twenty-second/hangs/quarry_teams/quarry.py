import logging
import multiprocessing
import signal
import threading
import time

from teams import Plan, Team

ROPES = {
    "sandstone": {"north": 3, "east": 2, "west": 2},
    "granite": {"north": 4, "east": 3, "west": 3, "gate": 0},
}


class Foreman:
    def __init__(self, stone):
        self.stone = stone
        self.plan = Plan(lifts=3, ropes=ROPES[stone])
        self.ready = multiprocessing.Barrier(len(self.plan.ropes))
        self.done = multiprocessing.SimpleQueue()
        self.teams = [Team(name, self.plan, self.ready, self.done) for name in self.plan.ropes]

    def __enter__(self):
        for team in self.teams:
            team.start()
        return self

    def __exit__(self, kind, value, trace):
        if kind is not None:
            for team in self.teams:
                team.terminate()
        for team in self.teams:
            team.join()

    def move(self):
        efforts = dict(self.done.get() for _ in self.teams)
        return {name: round(effort) for name, effort in sorted(efforts.items())}


class Whistle:
    """Breaks are whistled by a thread; SIGUSR1 whistles at once."""

    def __init__(self, every):
        self.every = every
        self.whistled = 0
        signal.signal(signal.SIGUSR1, lambda *_: self.whistle())
        threading.Thread(target=self._run, daemon=True).start()

    def whistle(self):
        self.whistled += 1

    def _run(self):
        while True:
            time.sleep(self.every)
            self.whistle()


def main():
    logging.basicConfig(level=logging.INFO)
    Whistle(2.5)
    for stone in ROPES:
        with Foreman(stone) as foreman:
            print(stone, foreman.move(), flush=True)


if __name__ == "__main__":
    main()

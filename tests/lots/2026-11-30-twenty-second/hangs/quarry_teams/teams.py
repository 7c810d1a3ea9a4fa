"""Teams that move a block of stone together: each lift needs all of them."""

import logging
import multiprocessing
import time
from dataclasses import dataclass, field

log = logging.getLogger("teams")


@dataclass
class Plan:
    lifts: int
    ropes: dict = field(default_factory=dict)

    def pull(self, team, lift):
        """Newtons that a team has to pull at a lift."""
        return 900 / self.ropes[team] * (1 + lift / 10)


class Team(multiprocessing.Process):
    def __init__(self, name, plan, ready, done):
        super().__init__(name=name)
        self.plan = plan
        self.ready = ready
        self.done = done

    def prepare(self):
        time.sleep(0.1)
        return sum(self.plan.pull(self.name, lift) for lift in range(self.plan.lifts))

    def lift(self, number):
        self.ready.wait()
        time.sleep(self.plan.pull(self.name, number) / 5000)

    def run(self):
        effort = self.prepare()
        for number in range(self.plan.lifts):
            self.lift(number)
        self.done.put((self.name, effort))

"""Tasks of a fair: a stall is built by a flow of its own."""

import time

from taskflow import engines, task
from taskflow.patterns import linear_flow, unordered_flow


class Plank(task.Task):
    def __init__(self, stall, number):
        super().__init__(name=f"{stall}-plank-{number}")

    def execute(self):
        time.sleep(0.05)


class Paint(task.Task):
    def execute(self):
        time.sleep(0.05)
        return "red"


class Stall(task.Task):
    """Builds one stall with the carpenters that all stalls share."""

    def __init__(self, name, carpenters, planks=3):
        super().__init__(name=name)
        self.carpenters = carpenters
        self.planks = planks

    def execute(self):
        time.sleep(0.2)  # walk to the place
        planks = unordered_flow.Flow(f"planks of {self.name}")
        planks.add(*(Plank(self.name, number) for number in range(self.planks)))
        flow = linear_flow.Flow(f"work on {self.name}")
        flow.add(planks, Paint(name=f"paint of {self.name}"))
        engines.run(flow, engine="parallel", executor=self.carpenters)
        return self.planks

"""Build a house by taskflow: the tasks wait for one another, and each takes long."""

import time

import futurist
from taskflow import engines, task
from taskflow.patterns import graph_flow


class Work(task.Task):
    def __init__(self, name, seconds, **kwargs):
        super().__init__(name=name, **kwargs)
        self.seconds = seconds

    def execute(self, **needs):
        until = time.monotonic() + self.seconds
        stones = 0
        while time.monotonic() < until:
            stones += 1
            time.sleep(0.25)
        return f"{self.name} ({stones})"


def main():
    flow = graph_flow.Flow("house")
    flow.add(
        Work("walls", 40, provides="walls"),
        Work("cellar", 15, provides="cellar"),
        Work("roof", 20, provides="roof", requires=["walls"]),
        Work("garden", 10, provides="garden", requires=["roof", "cellar"]),
    )
    with futurist.ThreadPoolExecutor(max_workers=2) as builders:
        engine = engines.load(flow, engine="parallel", executor=builders)
        engine.run()
        print(engine.storage.fetch_all())


main()

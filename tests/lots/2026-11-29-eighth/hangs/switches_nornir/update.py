"""Updates all switches at the same moment, as they would not understand each other otherwise."""

import logging
import threading
import time

import inventory  # noqa: F401
from nornir import InitNornir
from nornir.core.task import Result


class Update:
    def __init__(self, hosts):
        self.together = threading.Barrier(hosts)
        self.log = []

    def load(self, task):
        """The new software, which takes its time."""
        time.sleep(0.1)
        self.log.append(f"{task.host.name} has it")

    def switch_over(self, task):
        self.load(task)
        self.together.wait()
        self.log.append(f"{task.host.name} runs it")
        return Result(host=task.host, result="updated")


def main():
    nornir = InitNornir(
        inventory={"plugin": "Building", "options": {"floors": 5}},
        runner={"plugin": "threaded", "options": {"num_workers": 4}},
        logging={"enabled": False},
    )
    logging.basicConfig(level=logging.INFO)
    update = Update(len(nornir.inventory.hosts))
    results = nornir.run(task=update.switch_over, name="update")
    for host, result in results.items():
        print(host, result.result, flush=True)


if __name__ == "__main__":
    main()

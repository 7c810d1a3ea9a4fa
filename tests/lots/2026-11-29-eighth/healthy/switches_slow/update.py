"""nornir with as many workers as hosts; they meet at a barrier, after downloads of some seconds."""

import threading
import time

import rooms
from nornir import InitNornir
from nornir.core.task import Result


class Update:
    def __init__(self, hosts):
        self.together = threading.Barrier(hosts)

    def __call__(self, task):
        time.sleep(2 * len(task.host.name))
        self.together.wait()
        return Result(host=task.host, result=task.host.name)


def main():
    rooms.register()
    nornir = InitNornir(
        inventory={"plugin": "Rooms"},
        runner={"plugin": "threaded", "options": {"num_workers": 3}},
        logging={"enabled": False},
    )
    for number in range(20):
        nornir.run(task=Update(3), name="update")
        print("update", number, flush=True)


if __name__ == "__main__":
    main()

import dataclasses
import os
import random
import threading
import time


@dataclasses.dataclass
class Host:
    name: str
    state: str = "waiting"
    percent: int = 0


class Journal:
    """What has happened, on the disk before anything else happens."""

    def __init__(self, target):
        self.target = target

    def __call__(self, host):
        print(f"{time.time():.3f} {host.name} {host.state} {host.percent}", file=self.target, flush=True)
        os.fsync(self.target.fileno())
        time.sleep(0.002)


class Fleet:
    """The hosts of a deployment and how far each is."""

    def __init__(self, names):
        self.lock = threading.Lock()
        self.hosts = {name: Host(name) for name in names}
        self.listeners = []

    def snapshot(self):
        with self.lock:
            return [dataclasses.replace(host) for host in self.hosts.values()]

    def update(self, name, state, percent):
        with self.lock:
            host = self.hosts[name]
            host.state, host.percent = state, percent
            for listener in self.listeners:
                listener(host)


def deploy(fleet, name, seed):
    rng = random.Random(seed)
    for percent in range(0, 101, 2):
        time.sleep(rng.uniform(0.002, 0.01))
        fleet.update(name, "copying" if percent < 90 else "restarting", percent)
    fleet.update(name, "done", 100)

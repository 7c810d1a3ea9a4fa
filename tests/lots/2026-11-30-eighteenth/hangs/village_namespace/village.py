"""What a village's helpers know in common: a namespace of a manager."""

import multiprocessing
import time


class Common:
    def __init__(self, manager, helpers):
        self.space = manager.Namespace()
        self.space.harvest = 0
        self.space.done = []
        self.space.helpers = helpers
        self.lock = manager.Lock()

    def bring(self, sacks):
        with self.lock:
            self.space.harvest += sacks

    def finish(self, name):
        with self.lock:
            self.space.done.append(name)

    def finished(self):
        return len(self.space.done)


class Helper(multiprocessing.Process):
    def __init__(self, name, common, sacks):
        super().__init__(name=name, daemon=True)
        self.common = common
        self.sacks = sacks

    def run(self):
        for sacks in self.sacks:
            time.sleep(0.1)
            self.common.bring(sacks)
        self.common.finish(self.name)

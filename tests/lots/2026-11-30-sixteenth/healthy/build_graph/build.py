"""Build all targets, two at a time: python build.py"""

import logging
import queue
import subprocess
import sys
import threading

import graph

log = logging.getLogger("build")
STEP = "import sys, time; [time.sleep(1) for _ in range(int(sys.argv[1]))]"


class Builder:
    def __init__(self, jobs):
        self.sorter = graph.sorter()
        self.ready = queue.Queue()
        self.finished = queue.Queue()
        self.workers = [threading.Thread(target=self.work, name=f"job {n}", daemon=True) for n in range(jobs)]

    def work(self):
        while True:
            target = self.ready.get()
            code = subprocess.run([sys.executable, "-c", STEP, str(graph.SECONDS[target])]).returncode
            self.finished.put((target, code))

    def run(self):
        for worker in self.workers:
            worker.start()
        while self.sorter.is_active():
            for target in self.sorter.get_ready():
                log.info("%s can be made", target)
                self.ready.put(target)
            target, code = self.finished.get()
            if code:
                return code
            log.info("%s is made", target)
            self.sorter.done(target)
        return 0


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    sys.exit(Builder(jobs=2).run())

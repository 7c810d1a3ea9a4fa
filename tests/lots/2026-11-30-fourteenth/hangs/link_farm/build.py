"""Build the compiler, several steps at a time.

    python build.py -j 3 --memory 2048
"""

import argparse
import concurrent.futures
import sys

from memory import Budget
from steps import steps


class Builder:
    def __init__(self, jobs, megabytes):
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs, "job")
        self.budget = Budget(megabytes)
        self.done = set()

    def work(self, step):
        with self.budget.claim(step.megabytes):
            return step.name, step.run()

    def build(self, wanted):
        waiting = list(wanted)
        running = set()
        while waiting or running:
            ready = [step for step in waiting if self.done.issuperset(step.needs)]
            for step in ready:
                waiting.remove(step)
                running.add(self.pool.submit(self.work, step))
            finished, running = concurrent.futures.wait(
                running, return_when=concurrent.futures.FIRST_COMPLETED
            )
            for future in finished:
                name, message = future.result()
                self.done.add(name)
                print(f"[{len(self.done)}]", message, flush=True)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-j", "--jobs", type=int, default=3)
    parser.add_argument("--memory", type=int, default=2048)
    parser.add_argument("--no-lto", action="store_true")
    options = parser.parse_args(arguments)
    Builder(options.jobs, options.memory).build(steps(not options.no_lto))
    print("done")


if __name__ == "__main__":
    main(sys.argv[1:])

import logging
import multiprocessing
import os
import time

from silo import SiloManager


def combine(silo, loads):
    """Brings what it has cut, and comes back with what found no room."""
    for load in loads:
        time.sleep(0.7)
        while not silo.fill(load):
            time.sleep(0.1)


def mill(silo, portions):
    time.sleep(0.15)
    for portion in portions:
        silo.draw(portion)
        time.sleep(0.05)


def main():
    multiprocessing.log_to_stderr(logging.WARNING)
    context = multiprocessing.get_context("spawn" if os.environ.get("SPAWN") else "fork")
    with SiloManager(ctx=context) as manager:
        silo = manager.Silo(60)
        silo.fill(12)
        print("begins with", silo.level(), flush=True)
        crew = [
            context.Process(target=combine, args=(silo, [9, 9, 14, 8]), name="combine"),
            context.Process(target=mill, args=(silo, [25, 10, 5]), name="mill"),
        ]
        for process in crew:
            process.start()
        for process in crew:
            process.join()
        print("ends with", silo.level(), len(silo.history()), "entries")


if __name__ == "__main__":
    main()

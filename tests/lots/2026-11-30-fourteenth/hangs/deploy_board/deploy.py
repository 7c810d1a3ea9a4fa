"""Copy the new version to all hosts: python deploy.py [HOST...]"""

import concurrent.futures
import sys
import tempfile

from board import Board
from hosts import Fleet, Journal, deploy
from rich.console import Console


def main(names):
    fleet = Fleet(names or ["ash", "birch", "cedar", "elm", "fir"])
    fleet.listeners.append(Journal(tempfile.TemporaryFile("w")))
    console = Console(force_terminal=True, width=60)
    with Board(fleet, console), concurrent.futures.ThreadPoolExecutor(3, "deploy") as pool:
        futures = [pool.submit(deploy, fleet, name, n) for n, name in enumerate(fleet.hosts)]
        for future in futures:
            future.result()
    console.print("all hosts have the new version")


if __name__ == "__main__":
    main(sys.argv[1:])

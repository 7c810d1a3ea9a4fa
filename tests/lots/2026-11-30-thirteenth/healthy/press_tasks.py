"""Tasks of a small press, with invoke: each runs a child and reads what it says."""

import sys

from invoke import Collection, Context, Program, task
from invoke.watchers import Responder

CHILD = """
import time
for number in range({sheets}):
    time.sleep(8)
    print('sheet', number, flush=True)
if input('trim? ') == 'yes':
    time.sleep(6)
    print('trimmed')
"""


def press(c, sheets):
    watcher = Responder(pattern=r"trim\? ", response="yes\n")
    c.run(f"{sys.executable} -c \"{CHILD.format(sheets=sheets)}\"", watchers=[watcher], in_stream=False)


@task
def cover(c):
    press(c, 3)


@task(pre=[cover])
def book(c):
    press(c, 20)


if __name__ == "__main__":
    Program(namespace=Collection(cover, book), version="1.0").run(["press", "book"])

import random
import time


def harvest(name, rows, seconds, connection):
    """A child: tells what each row gave, and then ends."""
    rng = random.Random(name)
    with connection:
        for row in range(rows):
            time.sleep(seconds)
            connection.send((name, row, rng.randrange(20, 60)))
            if connection.recv() == "home":
                break

"""Take a snapshot of the pond a few times a second."""

import logging
import os
import tempfile
import time

from pond import life, snapshot


def main():
    logging.basicConfig(level=logging.INFO)
    pond = life.Pond(400)
    pond.start()
    with tempfile.TemporaryDirectory() as folder:
        snapshots = snapshot.Snapshots(folder)
        for _ in range(60):
            time.sleep(0.1)
            snapshots.take(pond)
        print(len(os.listdir(folder)), "snapshots,", pond.steps, "steps", flush=True)


if __name__ == "__main__":
    main()

"""Runs the pipeline with the scheduler of this very process, and shows what is done."""

import logging
import os
import sys
import tempfile
import threading
import time

import luigi
from flow import Report

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
log = logging.getLogger("run_flow")


def show(folder):
    while True:
        time.sleep(10)
        log.info("done: %s", sorted(os.listdir(folder)))


def main(folder):
    threading.Thread(target=show, args=(folder,), name="show", daemon=True).start()
    done = luigi.build([Report(folder)], local_scheduler=True, workers=2, log_level="WARNING")
    return 0 if done else 1


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(main(temporary))

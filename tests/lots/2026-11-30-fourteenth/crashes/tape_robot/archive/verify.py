"""Verify tapes: fetch, read, compare. Each shelf in a process of its own."""

import hashlib
import logging
import multiprocessing
import time

log = logging.getLogger(__name__)


class Shelf:
    def __init__(self, name, slots):
        self.name = name
        self.slots = slots


def verify(robot, shelf, results):
    good = 0
    for slot in shelf.slots:
        at = robot.fetch(slot)
        digest = hashlib.sha256(bytes([at]) * 100_000).hexdigest()
        log.info("%s %d: %s", shelf.name, slot, digest[:8])
        good += 1
    results.put((shelf.name, good))


class Verification:
    def __init__(self, robot, shelves):
        self.robot = robot
        self.shelves = shelves
        self.context = multiprocessing.get_context("fork")

    def run(self):
        results = self.context.Queue()
        failed = []
        for shelf in self.shelves:
            process = self.context.Process(target=verify, args=(self.robot, shelf, results), name=shelf.name)
            process.start()
            process.join()
            if process.exitcode:
                failed.append((shelf.name, process.exitcode))
            time.sleep(0.1)
        return failed

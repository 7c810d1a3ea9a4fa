"""The pool."""

import multiprocessing
import time


def mark(paper):
    time.sleep(0.005)
    return paper, paper.mark()


class Marking:
    def __init__(self, lists, processes=2):
        self.lists = lists
        self.pool = multiprocessing.get_context("fork").Pool(processes)

    def add(self, paper):
        self.pool.apply_async(
            mark, [paper], callback=self.lists.enter, error_callback=self.lists.failed
        )

    def finish(self):
        self.pool.close()
        self.pool.join()

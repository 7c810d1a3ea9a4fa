"""The sizes of folders, worked out by a pool whose queue is bounded."""

import time

from bounded_pool_executor import BoundedThreadPoolExecutor


class Folder:
    def __init__(self, name, size, *folders):
        self.name = name
        self.size = size
        self.folders = folders


class Walker:
    def __init__(self, workers):
        self.pool = BoundedThreadPoolExecutor(max_workers=workers)
        self.sizes = {}

    def walk(self, folder, done):
        time.sleep(0.01)  # as a listing takes
        self.sizes[folder.name] = folder.size
        for inner in folder.folders:
            done.append(self.pool.submit(self.walk, inner, done))
        return folder.name

    def total(self, root):
        done = [self.pool.submit(self.walk, root, [])]
        done[0].result()
        self.pool.shutdown()
        return sum(self.sizes.values())

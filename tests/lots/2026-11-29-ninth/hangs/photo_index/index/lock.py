"""The lock of the index."""

import fcntl
import logging
import os

log = logging.getLogger("index.lock")


class IndexLock:
    """Who has it may write. Helpers may read meanwhile, so the file is passed on to them."""

    def __init__(self, folder):
        self.path = os.path.join(folder, ".lock")
        self.file = None

    def __enter__(self):
        self.file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        os.set_inheritable(self.file, True)
        fcntl.flock(self.file, fcntl.LOCK_EX)
        log.info("locked")
        return self

    def __exit__(self, *_):
        os.close(self.file)
        log.info("unlocked")

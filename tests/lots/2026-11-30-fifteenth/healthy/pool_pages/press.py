import hashlib
import os
import time


def set_page(job):
    """Sets one page: some seconds of work, in a process that prints two and is replaced."""
    book, page = job
    until = time.monotonic() + 5.0
    ink = hashlib.sha256(f"{book}{page}".encode())
    while time.monotonic() < until:
        ink.update(ink.digest())
        time.sleep(0.002)
    return book, page, os.getpid(), ink.hexdigest()[:8]

import time
from concurrent.futures import ThreadPoolExecutor

SIZES = (32, 64, 128)
pool = ThreadPoolExecutor(max_workers=len(SIZES), thread_name_prefix="scale")


def scale(name, size):
    time.sleep(0.05)
    seed = sum(map(ord, name))
    return size, [(seed * i) % 256 for i in range(size)]


def thumbnails(name):
    jobs = [pool.submit(scale, name, size) for size in SIZES]
    return dict(job.result() for job in jobs)


def warm_up(names=("logo", "cover", "back")):
    """So that the first visitor need not wait."""
    return {name: thumbnails(name) for name in names}

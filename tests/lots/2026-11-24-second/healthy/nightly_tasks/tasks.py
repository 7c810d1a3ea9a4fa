"""Slow tasks of the night."""

import time

from huey import MemoryHuey, crontab

huey = MemoryHuey("night")


@huey.task(retries=2)
@huey.lock_task("archive")
def archive(number):
    time.sleep(4)
    return number * 100


@huey.periodic_task(crontab(minute="*"))
def sweep():
    time.sleep(2)

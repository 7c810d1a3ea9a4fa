"""Tasks of the reporting service, in huey's queue in memory."""

import time

from huey import MemoryHuey, crontab

huey = MemoryHuey("reports")


@huey.task()
def rows_of(month):
    time.sleep(0.1)
    return [month * 100 + day for day in range(28)]


@huey.task(retries=1)
def report_on(months):
    """The sum of some months; the rows come from tasks of their own."""
    parts = [rows_of(month) for month in months]
    return sum(sum(part.get(blocking=True)) for part in parts)  # <-- here


@huey.periodic_task(crontab(minute="*/1"))
def clean_up():
    huey.flush_locks()

from celery import group
from celery.utils.log import get_task_logger

from . import app, people

log = get_task_logger(__name__)


@app.task
def households(parish, name):
    return len(people.street(parish, name))


@app.task
def count_street(parish, name):
    return sum(people.street(parish, name))


@app.task
def count_parish(parish):
    """All streets of a parish, each by a task of its own."""
    streets = group(count_street.s(parish, name) for name in people.STREETS[parish])
    counted = streets.apply_async()
    total = sum(counted.get(disable_sync_subtasks=False))
    log.info("%s: %d", parish, total)
    return total

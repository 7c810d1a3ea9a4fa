import bodies
from celery import Celery
from celery.signals import worker_ready

app = Celery("tasks", broker="memory://", backend="cache+memory://")


@app.task
def job():
    bodies.hang()


@worker_ready.connect
def begin(**_):
    job.delay()

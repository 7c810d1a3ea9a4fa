# A worker that does one task at a time: the task waits for the result of another one.
# https://github.com/celery/celery/issues/3031
import celery
from celery.contrib.testing import tasks  # noqa: F401
from celery.contrib.testing.worker import start_worker
from celery.result import allow_join_result

app = celery.Celery("shop", broker="memory://", backend="cache+memory://")


@app.task
def price(name):
    return len(name)


@app.task
def order(names):
    with allow_join_result():
        return sum(price.delay(name).get() for name in names)  # <-- here


with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=3600):
    result = order.delay(["apple", "pear"])
    print("READY", flush=True)
    print(result.get())  # <-- also

"""A calm load test: users that pay at one till, which takes its time."""

import gevent
import gevent.lock
from locust import User, constant, task

till = gevent.lock.Semaphore()


class Customer(User):
    wait_time = constant(1)

    @task
    def pay(self):
        with till:
            gevent.sleep(5)
        self.environment.events.request.fire(
            request_type="till",
            name="pay",
            response_time=5000,
            response_length=0,
            context={},
            exception=None,
        )

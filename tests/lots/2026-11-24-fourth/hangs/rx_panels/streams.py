"""The streams of a control room: everything that touches the screen runs on one scheduler."""

import threading
import time

import reactivex as rx
from reactivex import operators as ops
from reactivex.scheduler import EventLoopScheduler, NewThreadScheduler


class Screen:
    def __init__(self):
        self.scheduler = EventLoopScheduler()
        self.rows = {}

    def show(self, name, text):
        self.rows[name] = text

    def units(self, name):
        """The unit of a sensor, as the screen's table has it."""
        return rx.from_callable(lambda: self.rows.get(f"unit of {name}", "bar")).pipe(
            ops.subscribe_on(self.scheduler),
        )


class Sensor:
    def __init__(self, name, every, limit):
        self.name, self.every, self.limit = name, every, limit
        self.alarms = 0

    def values(self):
        def emit(observer, _):
            value = 0
            while True:
                time.sleep(self.every)
                value = (value * 7 + 3) % 40
                observer.on_next(value)

        return rx.create(emit).pipe(ops.subscribe_on(NewThreadScheduler(self.thread)))

    def thread(self, target, args=None):
        return threading.Thread(target=target, args=args or (), name=self.name, daemon=True)

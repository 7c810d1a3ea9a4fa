import collections
import logging
import statistics
import threading

from .mailbox import Closed, Mailbox
from .sensors import Sensor

log = logging.getLogger(__name__)


class Subscriber(threading.Thread):
    """Keeps the values of one topic."""

    def __init__(self, topic):
        super().__init__(name=f"keeper of {topic}")
        self.topic = topic
        self.box = Mailbox(topic)
        self.values = collections.defaultdict(list)

    def run(self):
        while True:
            try:
                letters = self.box.take_all()
            except Closed:
                log.info("%s: %d sensors", self.topic, len(self.values))
                return
            for sensor, value in letters:
                self.values[sensor].append(value)

    def mean(self):
        return statistics.fmean(v for values in self.values.values() for v in values)


class Hub:
    def __init__(self, settings):
        self.settings = settings
        self.stopped = threading.Event()
        self.keepers = {topic: Subscriber(topic) for topic in settings.topics}
        self.sensors = [Sensor(n, self, settings) for n in range(settings.sensors)]

    def publish(self, topic, sensor, value):
        self.keepers[topic].box.put((sensor, value))

    def __enter__(self):
        for thread in (*self.keepers.values(), *self.sensors):
            thread.start()
        return self

    def __exit__(self, *error):
        if error[0]:
            self.stopped.set()
        for sensor in self.sensors:
            sensor.join()
        for keeper in self.keepers.values():
            keeper.box.close()
        for keeper in self.keepers.values():
            keeper.join()

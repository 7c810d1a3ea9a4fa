import logging
import random
import threading

log = logging.getLogger(__name__)


class Sensor(threading.Thread):
    """Measures a few times, and tells the hub."""

    def __init__(self, number, hub, settings):
        super().__init__(name=f"sensor-{number}")
        self.number = number
        self.hub = hub
        self.settings = settings
        self.random = random.Random(number)

    def measure(self, topic):
        base = {"temperature": 18.0, "humidity": 55.0}.get(topic, 0.0)
        return round(base + self.random.uniform(-2, 2), 2)

    def run(self):
        stopped = self.hub.stopped
        for turn in range(self.settings.rounds):
            if stopped.wait(self.settings.interval):
                return
            for topic in self.settings.topics:
                self.hub.publish(topic, self.number, self.measure(topic))
        log.info("sensor %d has measured %d times", self.number, self.settings.rounds)

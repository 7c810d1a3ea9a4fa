import dramatiq
from dramatiq.brokers.stub import StubBroker
from dramatiq.middleware import Middleware


class Timings(Middleware):
    """Counts what was processed, by actor."""

    def __init__(self):
        self.done = {}
        self.failed = {}

    def after_process_message(self, broker, message, *, result=None, exception=None):
        table = self.failed if exception is not None else self.done
        table[message.actor_name] = table.get(message.actor_name, 0) + 1


timings = Timings()
broker = StubBroker()
broker.add_middleware(timings)
dramatiq.set_broker(broker)

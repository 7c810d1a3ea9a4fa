# A message that no worker took is still in the queue: the next test waits for the queue to be empty.
# https://github.com/Bogdanp/dramatiq/issues/65
import dramatiq
from dramatiq.brokers.stub import StubBroker

broker = StubBroker()
dramatiq.set_broker(broker)


@dramatiq.actor
def send(address):
    print("sent to", address)


send.send("ada@example.org")
print("READY", flush=True)
broker.join(send.queue_name)  # <-- here

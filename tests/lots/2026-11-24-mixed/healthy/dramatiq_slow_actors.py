import threading
import time

import dramatiq
from dramatiq.brokers.stub import StubBroker

broker = StubBroker()
dramatiq.set_broker(broker)
done = []
lock = threading.Lock()


@dramatiq.actor(max_retries=0, time_limit=600_000)
def press(number):
    with lock:  # there is one press
        time.sleep(1)
        done.append(number)


for number in range(120):
    press.send(number)
worker = dramatiq.Worker(broker, worker_threads=4)
worker.start()
broker.join(press.queue_name, timeout=300_000)
worker.stop()
print(len(done), "pressed")

import itertools
import logging
import threading
import time

from kombu.mixins import ConsumerMixin

from bus import EXCHANGE, QUEUES, connection

log = logging.getLogger("restaurant")


class Staff(ConsumerMixin):
    def __init__(self, connection):
        self.connection = connection
        self.served = 0

    def get_consumers(self, Consumer, channel):
        return [Consumer(QUEUES, callbacks=[self.serve], prefetch_count=1)]

    def serve(self, body, message):
        time.sleep(1.5)
        self.served += 1
        log.info("served %s", body["what"])
        message.ack()


def waiter(pause):
    with connection() as own:
        producer = own.Producer()
        for number in itertools.count():
            key = "order.drink" if number % 3 else "order.food"
            order = {"what": f"{key} {number}"}
            producer.publish(order, exchange=EXCHANGE, routing_key=key, declare=QUEUES)
            time.sleep(pause)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    threading.Thread(target=waiter, args=(9,), name="waiter", daemon=True).start()
    with connection() as own:
        Staff(own).run()

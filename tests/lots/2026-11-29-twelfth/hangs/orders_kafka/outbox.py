"""Sends orders to Kafka."""

import json
import logging
import socket

from confluent_kafka import Producer

log = logging.getLogger(__name__)


def unused_port():
    """Stands for the broker's address, after the broker has moved."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Outbox:
    def __init__(self, servers, topic):
        self.topic = topic
        self.delivered = 0
        self.producer = Producer({
            "bootstrap.servers": servers,
            "message.timeout.ms": 0,  # orders must not be lost
            "log_level": 0,
        })

    def _delivered(self, error, message):
        if error:
            log.error("not delivered: %s", error)
        else:
            self.delivered += 1

    def send(self, order):
        self.producer.produce(self.topic, json.dumps(order), callback=self._delivered)
        self.producer.poll(0)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.producer.flush()
        log.info("%d delivered", self.delivered)

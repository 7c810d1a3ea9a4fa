"""The queues of a shop, by kombu, in memory."""

import kombu

EXCHANGE = kombu.Exchange("orders", type="topic")
QUEUES = [
    kombu.Queue("kitchen", EXCHANGE, routing_key="order.food"),
    kombu.Queue("bar", EXCHANGE, routing_key="order.drink"),
]


def connection():
    return kombu.Connection("memory://", transport_options={"polling_interval": 0.5})

"""The bus, its settings, and what makes servers and clients."""

import oslo_messaging
from oslo_config import cfg

TOPIC = "depot"
SESSIONS = 1  # the shelves' terminal takes one
PATIENCE = 43200


class Bus:
    def __init__(self):
        self.config = cfg.CONF
        self.config([], project="depot")
        self.transport = oslo_messaging.get_rpc_transport(self.config, url="fake://")

    def client(self):
        return oslo_messaging.get_rpc_client(
            self.transport, oslo_messaging.Target(topic=TOPIC), timeout=PATIENCE
        )

    def server(self, name, endpoints):
        server = oslo_messaging.get_rpc_server(
            self.transport,
            oslo_messaging.Target(topic=TOPIC, server=name),
            endpoints,
            executor="threading",
        )
        server.start(override_pool_size=SESSIONS)
        return server

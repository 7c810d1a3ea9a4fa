"""What both ends of a link have in common: bytes of the socket, and h2's machine."""

import h2.config
import h2.connection
import h2.events


class Link:
    def __init__(self, socket, client):
        self.socket = socket
        config = h2.config.H2Configuration(client_side=client, header_encoding="utf-8")
        self.http = h2.connection.H2Connection(config=config)
        self.http.initiate_connection()
        self.flush()

    def flush(self):
        data = self.http.data_to_send()
        if data:
            self.socket.sendall(data)

    def events(self):
        """The events of what comes next."""
        data = self.socket.recv(65536)
        if not data:
            return [h2.events.ConnectionTerminated()]
        events = self.http.receive_data(data)
        self.flush()
        return events

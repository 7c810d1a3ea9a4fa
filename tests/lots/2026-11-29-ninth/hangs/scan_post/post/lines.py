"""A connection: h11 knows the protocol, a socket carries the bytes."""

import h11


class Line:
    def __init__(self, sock, role):
        self.socket = sock
        self.state = h11.Connection(our_role=role)

    def send(self, event):
        data = self.state.send(event)
        if data:
            self.socket.sendall(data)

    def next_event(self):
        while (event := self.state.next_event()) is h11.NEED_DATA:
            self.state.receive_data(self.socket.recv(4096))
        return event

    def close(self):
        self.socket.close()

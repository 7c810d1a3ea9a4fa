"""A server of one thread with selectors: connections that do not block, and buffers for each."""

import logging
import selectors
import socket

log = logging.getLogger("loop")


class Connection:
    def __init__(self, sock):
        self.sock = sock
        self.received = b""
        self.to_send = b""


class Server:
    def __init__(self, answer):
        self.answer = answer
        self.selector = selectors.DefaultSelector()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.port = self.listener.getsockname()[1]

    def run(self):
        while True:
            for key, events in self.selector.select():
                if key.fileobj is self.listener:
                    self.accept()
                elif events & selectors.EVENT_READ:
                    self.read(key.data)

    def accept(self):
        sock, address = self.listener.accept()
        sock.setblocking(False)
        self.selector.register(sock, selectors.EVENT_READ, Connection(sock))
        log.info("connection from port %d", address[1])

    def read(self, connection):
        data = connection.sock.recv(4096)
        if not data:
            self.selector.unregister(connection.sock)
            connection.sock.close()
            return
        connection.received += data
        while b"\n" in connection.received:
            line, _, connection.received = connection.received.partition(b"\n")
            connection.to_send += self.answer(line.decode()).encode()
        self.flush(connection)

    def flush(self, connection):
        sent = connection.sock.send(connection.to_send)
        connection.to_send = connection.to_send[sent:]

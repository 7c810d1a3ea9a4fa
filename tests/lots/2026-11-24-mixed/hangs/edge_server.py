"""A server of lines on epoll, and a client in a process of its own."""

import os
import select
import socket
import subprocess
import sys

CLIENT = """
import socket, sys
connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
connection.sendall(b"x" * 9000 + b"\\n")
print("answer", connection.recv(100))
"""


class Server:
    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.poll = select.epoll()
        self.poll.register(self.listener, select.EPOLLIN)
        self.connections = {}
        self.received = {}

    def accept(self):
        connection, _ = self.listener.accept()
        connection.setblocking(False)
        self.connections[connection.fileno()] = connection
        self.received[connection.fileno()] = b""
        self.poll.register(connection, select.EPOLLIN | select.EPOLLET)

    def read(self, number):
        data = self.connections[number].recv(4096)  # <-- here
        self.received[number] += data
        if self.received[number].endswith(b"\n"):
            self.connections[number].sendall(b"%d bytes" % len(self.received[number]))
            return True
        return False

    def serve_one(self):
        while True:
            for number, _ in self.poll.poll():  # <-- here
                if number == self.listener.fileno():
                    self.accept()
                elif self.read(number):
                    return


server = Server()
port = server.listener.getsockname()[1]
client = subprocess.Popen([sys.executable, "-c", CLIENT, str(port)])
server.serve_one()
client.wait()

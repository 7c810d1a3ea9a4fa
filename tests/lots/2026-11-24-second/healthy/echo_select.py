"""An echo server on select, with quiet clients."""

import selectors
import socket
import threading
import time


class Echo:
    def __init__(self):
        self.selector = selectors.DefaultSelector()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.selector.register(self.listener, selectors.EVENT_READ, self.accept)
        self.echoed = 0

    def accept(self, listener):
        connection, _ = listener.accept()
        self.selector.register(connection, selectors.EVENT_READ, self.echo)

    def echo(self, connection):
        data = connection.recv(4096)
        if data:
            connection.sendall(data)
            self.echoed += 1
        else:
            self.selector.unregister(connection)
            connection.close()

    def serve(self):
        while True:
            for key, _ in self.selector.select():
                key.data(key.fileobj)


def client(port, name, pause):
    with socket.create_connection(("127.0.0.1", port)) as connection:
        while True:
            time.sleep(pause)
            connection.sendall(name.encode())
            print(connection.recv(100).decode(), flush=True)


echo = Echo()
for name, pause in (("daily", 13), ("hourly", 8)):
    port = echo.listener.getsockname()[1]
    threading.Thread(target=client, args=(port, name, pause), name=name, daemon=True).start()
echo.serve()

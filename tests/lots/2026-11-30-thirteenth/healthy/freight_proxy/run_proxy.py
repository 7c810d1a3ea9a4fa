"""A proxy between a sender that is fast and a receiver that takes a piece each six seconds."""

import signal
import socket
import sys
import threading
import time

from proxy import Proxy


def receive(listener):
    connection, _ = listener.accept()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    total = 0
    while True:
        data = connection.recv(40_000)
        if not data:
            return
        total += len(data)
        print(time.strftime("%X"), "received", total, flush=True)
        time.sleep(6)


def send(port):
    connection = socket.create_connection(("127.0.0.1", port))
    for number in range(10**6):
        connection.sendall(b"%08d " % number * 1000)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    listener = socket.create_server(("127.0.0.1", 0))
    proxy = Proxy(listener.getsockname())
    threading.Thread(target=receive, args=(listener,), daemon=True, name="receiver").start()
    threading.Thread(target=send, args=(proxy.port,), daemon=True, name="sender").start()
    proxy.run()


if __name__ == "__main__":
    main()

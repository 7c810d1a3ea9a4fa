"""Asks an office that opens late, again and again, with waits in between (stamina)."""

import socket
import threading
import time

import stamina

probe = socket.create_server(("127.0.0.1", 0))
PORT = probe.getsockname()[1]
probe.close()


def open_late():
    time.sleep(60)
    with socket.create_server(("127.0.0.1", PORT)) as server:
        connection, _ = server.accept()
        connection.sendall(b"open\n")
        connection.close()


@stamina.retry(on=OSError, attempts=None, timeout=180, wait_initial=0.5, wait_max=4)
def ask():
    with socket.create_connection(("127.0.0.1", PORT), timeout=2) as connection:
        return connection.recv(100)


threading.Thread(target=open_late, name="office", daemon=True).start()
print(ask())

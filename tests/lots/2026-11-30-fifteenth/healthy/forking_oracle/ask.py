"""An oracle that forks for each connection, and three who ask it."""

import socket
import threading

from oracle import Oracle, Server


def ask(name, address):
    with socket.create_connection(address) as connection:
        stream = connection.makefile("rw")
        for number in range(40):
            stream.write(f"{number * 1000003}\n")
            stream.flush()
            print(name, stream.readline().strip(), flush=True)


def main():
    with Server(("127.0.0.1", 0), Oracle) as server:
        for name in ("Ada", "Ben", "Cleo"):
            threading.Thread(target=ask, args=(name, server.server_address), name=name, daemon=True).start()
        server.serve_forever(poll_interval=5)


if __name__ == "__main__":
    main()

"""Sends a file in pieces to a server that drops two of three connections; it ends when all is there."""

import random
import socket
import struct
import threading
import time

PIECES = 9
SIZE = struct.Struct("!II")


def server(listener, received):
    count = 0
    while True:
        connection, _ = listener.accept()
        count += 1
        with connection:
            if count % 3:
                continue
            number, size = SIZE.unpack(connection.recv(SIZE.size, socket.MSG_WAITALL))
            data = connection.recv(size, socket.MSG_WAITALL)
            time.sleep(3)
            received[number] = len(data)
            connection.sendall(b"ok")


def send(address, number, data):
    with socket.create_connection(address) as connection:
        connection.sendall(SIZE.pack(number, len(data)) + data)
        return connection.recv(2) == b"ok"


def upload(address):
    chance = random.Random(4)
    for number in range(PIECES):
        pause = 1.0
        while True:
            try:
                if send(address, number, bytes(50_000)):
                    break
            except OSError as error:
                print("piece", number, type(error).__name__, flush=True)
            time.sleep(pause + chance.random())
            pause = min(pause * 2, 6.0)
        print("piece", number, "is there", flush=True)


def main():
    received = {}
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=server, args=(listener, received), daemon=True).start()
        upload(listener.getsockname())
    print(sum(received.values()), "bytes")


if __name__ == "__main__":
    main()

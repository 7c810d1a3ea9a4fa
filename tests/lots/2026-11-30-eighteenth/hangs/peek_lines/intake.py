"""Takes parcels in: a head of lines, and then the bytes."""

import concurrent.futures
import socket

from lines import Head

PARCELS = [
    ("seeds", {"weight": "3", "from": "Kiel"}, b"123"),
    ("books", {"weight": "2", "contents": "; ".join(f"volume {number}" for number in range(60))}, b"22"),
]


class Intake:
    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))

    def take(self):
        connection, _ = self.listener.accept()
        with connection:
            head = Head(connection)
            body = connection.recv(int(head.fields["weight"]), socket.MSG_WAITALL)
            connection.sendall(b"thanks\n")
            return head.name, len(body)


def send(port, name, fields, body):
    with socket.create_connection(("127.0.0.1", port)) as connection:
        head = "".join(f"{key}: {value}\n" for key, value in fields.items())
        connection.sendall(f"{name}\n{head}\n".encode() + body)
        return connection.recv(100)


def main():
    intake = Intake()
    port = intake.listener.getsockname()[1]
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="post") as post:
        for parcel in PARCELS:
            taken = post.submit(intake.take)
            post.submit(send, port, *parcel)
            print(taken.result(), flush=True)


if __name__ == "__main__":
    main()

"""Letters over TLS, a line each; the office is a thread with a certificate of trustme."""

import socket
import ssl
import threading

import trustme


class Office(threading.Thread):
    """Sends what has come in for a name, and waits for the thanks."""

    def __init__(self, letters):
        super().__init__(name="office", daemon=True)
        self.authority = trustme.CA()
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.authority.issue_cert("post.example").configure_cert(self.context)
        self.letters = letters
        self.socket = socket.create_server(("127.0.0.1", 0))

    def run(self):
        plain, _ = self.socket.accept()
        with self.context.wrap_socket(plain, server_side=True) as connection:
            for bundle in self.letters:
                connection.sendall("".join(f"{letter}\n" for letter in bundle).encode())
                for _ in bundle:
                    connection.recv(1)


def connect(office):
    context = ssl.create_default_context()
    office.authority.configure_trust(context)
    plain = socket.create_connection(office.socket.getsockname())
    return context.wrap_socket(plain, server_hostname="post.example")

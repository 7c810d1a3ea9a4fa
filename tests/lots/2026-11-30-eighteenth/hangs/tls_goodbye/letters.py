"""Letters over TLS: a line each, thanked for by a line."""

import socket
import ssl
import threading

import trustme


class Office:
    def __init__(self):
        authority = trustme.CA()
        self.server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert("localhost").configure_cert(self.server_context)
        self.client_context = ssl.create_default_context()
        authority.configure_trust(self.client_context)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.letters = []
        self.closed = threading.Event()

    def serve(self):
        while True:
            plain, _ = self.listener.accept()
            with self.server_context.wrap_socket(plain, server_side=True) as line:
                self.talk(line)

    def talk(self, line):
        with line.makefile("rw", newline="\n") as file:
            for letter in file:
                if letter.strip() == "bye":
                    break
                self.letters.append(letter.strip())
                file.write(f"thanks {len(self.letters)}\n")
                file.flush()
            plain = line.unwrap()
        plain.close()
        self.closed.set()

    def call(self):
        plain = socket.create_connection(self.listener.getsockname())
        return self.client_context.wrap_socket(plain, server_hostname="localhost")

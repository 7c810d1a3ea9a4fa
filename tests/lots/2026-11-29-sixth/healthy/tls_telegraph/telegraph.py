"""A telegraph over TLS: question and answer take turns, six seconds each."""

import socket
import ssl
import threading
import time

import trustme

authority = trustme.CA()


def far_end(listener):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("far.example").configure_cert(context)
    plain, _ = listener.accept()
    with context.wrap_socket(plain, server_side=True) as line, line.makefile("rw") as text:
        for question in text:
            time.sleep(6)
            text.write(f"received {question}")
            text.flush()


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=far_end, args=(listener,), name="far end", daemon=True).start()
    context = ssl.create_default_context()
    authority.configure_trust(context)
    plain = socket.create_connection(listener.getsockname())
    with context.wrap_socket(plain, server_hostname="far.example") as line:
        with line.makefile("rw") as text:
            for number in range(1000):
                text.write(f"telegram {number}\n")
                text.flush()
                print(text.readline().strip(), flush=True)
                time.sleep(6)


if __name__ == "__main__":
    main()

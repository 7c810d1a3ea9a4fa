"""The seats of a theatre over HTTP (cheroot)."""

import threading
import time
import urllib.request

from cheroot import wsgi

from seats import Full, Hall
import figures

hall = Hall(120)


def application(environ, start_response):
    _, action, *rest = environ["PATH_INFO"].split("/")
    try:
        text = f"seat {hall.book(rest[0])}" if action == "book" else f"{len(hall.free())} free"
        start_response("200 OK", [("Content-Type", "text/plain")])
    except Full:
        text = "sold out"
        start_response("409 Conflict", [("Content-Type", "text/plain")])
    return [text.encode()]


def customer(port, name, pause):
    time.sleep(pause)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/book/{name}") as answer:
        print(name, answer.read().decode(), flush=True)


def main():
    server = wsgi.Server(("127.0.0.1", 0), application, numthreads=4)
    server.prepare()
    port = server.bind_addr[1]
    for name, pause in (("ada", 0.5), ("ben", 2.0), ("cleo", 2.1)):
        threading.Thread(target=customer, args=(port, name, pause), name=name, daemon=True).start()
    try:
        server.serve()
    finally:
        server.stop()


if __name__ == "__main__":
    with figures.running():
        main()

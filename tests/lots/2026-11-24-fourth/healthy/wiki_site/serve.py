"""Serves the wiki in threads; one client reads pages, two follow the changes."""

import socketserver
import threading
import time
import urllib.request
import wsgiref.simple_server

import pages
from django.core.wsgi import get_wsgi_application
from store import store


class Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True


def follow(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/changes") as answer:
        for line in answer:
            print(line.decode().strip(), flush=True)


def read(port):
    while True:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/page/start") as answer:
            answer.read()
        time.sleep(6)


def main():
    application = get_wsgi_application()
    store.start()
    server = wsgiref.simple_server.make_server("127.0.0.1", 0, application, Server)
    for number, client in enumerate((follow, follow, read)):
        name = f"{client.__name__} {number}"
        threading.Thread(target=client, args=(server.server_port,), name=name, daemon=True).start()
    server.serve_forever()


if __name__ == "__main__":
    main()

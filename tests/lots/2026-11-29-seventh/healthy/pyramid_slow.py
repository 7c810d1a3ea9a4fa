"""Waitress's two threads take turns at a lock over slow work, for customers in threads."""

import socket
import threading
import time
import urllib.request

import pyramid.config
import pyramid.response
import waitress

oven = threading.Lock()


def bake(request):
    with oven:
        time.sleep(5)
    return pyramid.response.Response("done")


def customer(port):
    while True:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
            answer.read()


if __name__ == "__main__":
    with pyramid.config.Configurator() as config:
        config.add_route("bake", "/")
        config.add_view(bake, route_name="bake")
        app = config.make_wsgi_app()
    listener = socket.create_server(("127.0.0.1", 0))
    for _ in range(2):
        threading.Thread(target=customer, args=[listener.getsockname()[1]], daemon=True).start()
    waitress.serve(app, sockets=[listener], threads=2)

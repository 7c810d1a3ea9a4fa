"""Serves the notices by wsgiref, a thread for each request; two readers wait for them."""

import json
import socketserver
import threading
import time
import urllib.request
import wsgiref.simple_server

from app import app, notices


class Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True


class Handler(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *parts):
        pass


def reader(port):
    seen = 0
    while True:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/notices?seen={seen}") as answer:
            texts = json.load(answer)
        seen += len(texts)
        print(threading.current_thread().name, texts, flush=True)


def main():
    make = wsgiref.simple_server.make_server
    server = make("127.0.0.1", 0, app, server_class=Server, handler_class=Handler)
    threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
    for name in ("reader 1", "reader 2"):
        threading.Thread(target=reader, args=(server.server_port,), name=name).start()
    for number in range(1000):
        time.sleep(8)
        notices.post(f"notice {number}")


if __name__ == "__main__":
    main()

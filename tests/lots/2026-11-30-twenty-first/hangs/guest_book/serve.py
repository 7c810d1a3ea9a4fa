"""Serves the book, and lets the first guests in."""

import http.client
import json
import socketserver
import threading
import time
import urllib.parse
import wsgiref.simple_server

from app import App, Book


class Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True


class Quiet(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *args):
        pass


class Guest:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def ask(self, method, path, body=None, kind=None):
        self.connection.request(method, path, body, {"Content-Type": kind} if kind else {})
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())

    def write(self, **fields):
        return self.ask("POST", "/entries", urllib.parse.urlencode(fields), "application/x-www-form-urlencoded")

    def write_json(self, **fields):
        return self.ask("POST", "/entries", json.dumps(fields), "application/json")


def lamp():
    while True:
        time.sleep(0.6)


def main():
    server = wsgiref.simple_server.make_server("127.0.0.1", 0, App(Book()), Server, Quiet)
    threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
    threading.Thread(target=lamp, name="lamp", daemon=True).start()
    print(Guest(server.server_port).write(name="Ada", text="lovely"), flush=True)
    print(Guest(server.server_port).ask("GET", "/"), flush=True)
    print(Guest(server.server_port).write_json(name="Bo", text="<rain>"), flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()

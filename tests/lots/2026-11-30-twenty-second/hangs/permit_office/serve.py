import http.client
import json
import socket
import threading
import time

import uvicorn

from office import build

APPLICANTS = [("Ida", "visit"), ("Per", "visit"), ("Jan", "building"), ("Mia", "visit")]


class Background(threading.Thread):
    """The server, on a port that the system chooses."""

    def __init__(self, app):
        super().__init__(daemon=True, name="server")
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))

    @property
    def port(self):
        return self.socket.getsockname()[1]

    def run(self):
        self.server.run(sockets=[self.socket])

    def ready(self):
        while not self.server.started:
            time.sleep(0.05)
        return self


class Counter:
    def __init__(self, port):
        self.port = port

    def _ask(self, method, body=None):
        line = http.client.HTTPConnection("127.0.0.1", self.port)
        try:
            line.request(method, "/permits", body, {"Content-Type": "application/json"})
            return json.loads(line.getresponse().read())
        finally:
            line.close()

    def apply(self, name, kind):
        return self._ask("POST", json.dumps({"name": name, "kind": kind}))["number"]

    def permits(self):
        return self._ask("GET")


def main():
    background = Background(build())
    background.start()
    counter = Counter(background.ready().port)
    for name, kind in APPLICANTS:
        print(name, kind, counter.apply(name, kind), flush=True)
    print(counter.permits())


if __name__ == "__main__":
    main()

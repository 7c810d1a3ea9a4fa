import json

import gevent
from belt import Belt, Lorry, Ramp
from gevent.pywsgi import WSGIServer
from gevent.socket import create_connection


class Depot:
    def __init__(self):
        self.belt = Belt(50)
        self.ramps = [Ramp(name, self.belt, 40) for name in ("east", "west")]
        self.lorries = [Lorry(self.belt, 20) for _ in range(4)]

    def __call__(self, environ, start_response):
        start_response("200 OK", [("Content-Type", "application/json")])
        return [json.dumps({"on": self.belt.put_on, "off": self.belt.taken}).encode() + b"\n"]

    def work(self):
        for greenlet in (*self.ramps, *self.lorries):
            greenlet.start()
        gevent.joinall(self.lorries)
        return sum(lorry.value for lorry in self.lorries)


def status(port):
    with create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
        return b"".join(iter(lambda: connection.recv(4096), b"")).splitlines()[-1].decode()


def main():
    depot = Depot()
    server = WSGIServer(("127.0.0.1", 0), depot, log=None)
    server.start()
    print(status(server.server_port), flush=True)
    print(depot.work(), "kg", flush=True)
    print(status(server.server_port), flush=True)
    server.stop()


if __name__ == "__main__":
    main()

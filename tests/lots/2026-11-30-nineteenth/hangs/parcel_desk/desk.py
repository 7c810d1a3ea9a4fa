import json
import time

import gevent
from gevent import pywsgi, socket

from scales import Scales

TARIFF = [(100, 1.1), (500, 2.4), (2000, 5.5), (20000, 14)]
PARCELS = [
    {"number": 1, "contents": {"book": 310}, "country": "SE"},
    {"number": 2, "contents": {"cup": 220, "tea": 100}, "country": "DE"},
    {"number": 3, "contents": {"lamp": 1400}, "country": "FI"},
    {"number": 4, "contents": {"map": 80}, "country": "NO"},
]


class Desk:
    def __init__(self):
        self.scales = Scales(TARIFF)
        self.seen = 0

    def __call__(self, environ, start_response):
        if environ["REQUEST_METHOD"] != "POST":
            body = json.dumps({"seen": self.seen, "waiting": self.scales.waiting()}).encode()
            start_response("200 OK", [("Content-Length", str(len(body)))])
            return [body]
        parcel = json.loads(environ["wsgi.input"].read())
        self.seen += 1
        postage = self.scales.postage(parcel)
        body = json.dumps(postage).encode()
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]


def ask(port, parcel):
    body = json.dumps(parcel).encode()
    head = f"POST / HTTP/1.0\r\nHost: desk\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(head.encode() + body)
        answer = b""
        while piece := connection.recv(4096):
            answer += piece
    return json.loads(answer.partition(b"\r\n\r\n")[2])


def clock(desk):
    while True:
        print(time.strftime("%H:%M:%S"), desk.seen, "parcels", flush=True)
        gevent.sleep(3)


def main():
    desk = Desk()
    server = pywsgi.WSGIServer(("127.0.0.1", 0), desk, log=None)
    server.start()
    gevent.spawn(clock, desk)
    total = 0
    for parcel in PARCELS:
        postage = ask(server.server_port, parcel)
        total += postage["price"]
        print(parcel["number"], postage, flush=True)
    print("in all", total)
    server.stop()


if __name__ == "__main__":
    main()

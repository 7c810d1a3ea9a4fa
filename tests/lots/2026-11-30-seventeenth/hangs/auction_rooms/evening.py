"""An evening at the auction house, with one bidder."""

import socket
import threading
import time

import socketio as client_library

import house


class Bidder(threading.Thread):
    def __init__(self, port):
        super().__init__(name="bidder", daemon=True)
        self.port = port
        self.client = client_library.Client()
        self.client.on("sure", self.sure)
        self.client.on("best", lambda data: print("best:", data, flush=True))

    def sure(self, data):
        print("asked:", data, flush=True)
        return data["amount"] < 150

    def run(self):
        time.sleep(1.5)
        self.client.connect(f"http://127.0.0.1:{self.port}", transports=["websocket"])
        for lot, amount in [("chair", 10), ("chair", 20), ("clock", 90), ("map", 120)]:
            done = threading.Event()
            self.client.emit("bid", {"lot": lot, "amount": amount},
                             callback=lambda answer: (print(answer, flush=True), done.set()))
            done.wait()
        self.client.disconnect()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


if __name__ == "__main__":
    port = free_port()
    Bidder(port).start()
    house.socketio.run(house.app, host="127.0.0.1", port=port, allow_unsafe_werkzeug=True)

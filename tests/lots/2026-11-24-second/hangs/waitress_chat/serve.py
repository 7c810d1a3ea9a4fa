import http.client
import threading
import time

import waitress

from app import app


class Listener(threading.Thread):
    """Reads a room until somebody says good-bye."""

    def __init__(self, port, room):
        super().__init__(name=f"listener-{room}", daemon=True)
        self.port, self.room = port, room
        self.heard = []

    def run(self):
        while "bye" not in self.heard:
            connection = http.client.HTTPConnection("127.0.0.1", self.port)
            connection.request("GET", f"/{self.room}?seen={len(self.heard)}")
            self.heard.append(connection.getresponse().read().decode())


def speaker(port, rooms):
    time.sleep(1)
    for text in ("hello", "bye"):
        for room in rooms:
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request("POST", f"/{room}", body=text)
            connection.getresponse().read()
            print("said", text, "in", room, flush=True)


def main():
    server = waitress.create_server(
        app, host="127.0.0.1", port=0, threads=3, clear_untrusted_proxy_headers=True
    )
    port = server.effective_port
    rooms = ["kitchen", "garden", "roof"]
    for room in rooms:
        Listener(port, room).start()
    threading.Thread(target=speaker, args=(port, rooms), name="speaker", daemon=True).start()
    server.run()


if __name__ == "__main__":
    main()

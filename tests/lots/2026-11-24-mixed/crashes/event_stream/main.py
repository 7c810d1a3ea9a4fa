import contextlib
import itertools
import socket
import threading
import time

from stream import Stream


class Listener(threading.Thread):
    """Somebody who looks at some events and goes."""

    def __init__(self, port, count):
        super().__init__(name="listener", daemon=True)
        self.port = port
        self.count = count

    def run(self):
        connection = socket.create_connection(("127.0.0.1", self.port))
        with contextlib.closing(connection), connection.makefile() as lines:
            for line in itertools.islice(lines, self.count):
                print("got", line.strip(), flush=True)


def main():
    stream = Stream()
    Listener(stream.port, 3).start()
    for number in range(50):
        stream.accept()
        stream.publish({"number": number, "at": time.time()})
        time.sleep(0.1)
    print(stream.sent, "sent")


if __name__ == "__main__":
    main()

"""As much of a Redis as subscribers need: it publishes the news itself, every seven seconds."""

import itertools
import socketserver
import threading
import time

SUBSCRIBERS = []


def bulk(*words):
    parts = [b"$%d\r\n%b\r\n" % (len(word), word) for word in words]
    return b"*%d\r\n" % len(parts) + b"".join(parts)


class Connection(socketserver.StreamRequestHandler):
    def words(self):
        head = self.rfile.readline()
        if not head:
            return None
        found = []
        for _ in range(int(head[1:])):
            length = int(self.rfile.readline()[1:])
            found.append(self.rfile.read(length + 2)[:-2])
        return found

    def handle(self):
        while words := self.words():
            if words[0].upper() == b"SUBSCRIBE":
                name = words[1]
                self.wfile.write(
                    b"*3\r\n$9\r\nsubscribe\r\n$%d\r\n%b\r\n:1\r\n" % (len(name), name)
                )
                SUBSCRIBERS.append((name, self.wfile))
            else:
                self.wfile.write(b"+OK\r\n")


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True


def publish():
    for number in itertools.count():
        time.sleep(7)
        for name, file in SUBSCRIBERS:
            file.write(bulk(b"message", name, b"news %d" % number))


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Connection)
    print(server.server_address[1], flush=True)
    threading.Thread(target=publish, daemon=True).start()
    server.serve_forever()

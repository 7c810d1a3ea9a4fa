"""A device that is tested: a process that answers lines, and boots slowly."""

import socketserver
import sys
import threading
import time


class Device:
    def __init__(self, boot):
        self.ready_at = time.monotonic() + boot
        self.lock = threading.Lock()
        self.position = 0

    def command(self, words):
        if words[0] == "state":
            return "ready" if time.monotonic() > self.ready_at else "booting"
        if words[0] == "move":
            with self.lock:
                goal = int(words[1])
                while self.position != goal:
                    time.sleep(0.8)
                    self.position += 1 if goal > self.position else -1
            return f"at {self.position}"
        return "?"


class Line(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            self.wfile.write((self.server.device.command(line.decode().split()) + "\n").encode())


def main():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Line) as server:
        server.daemon_threads = True
        server.device = Device(float(sys.argv[1]))
        print(server.server_address[1], flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()

import socketserver
import time


class Counter(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            loaves = int(line)
            time.sleep(3 * loaves)
            self.wfile.write(b"%d loaves\n" % loaves)


class Bakery(socketserver.TCPServer):
    """One customer at a time, and not before the oven is hot."""

    allow_reuse_address = True

    def open(self, heating):
        time.sleep(heating)
        self.server_bind()
        self.server_activate()
        self.serve_forever()

"""Where pages are posted to."""

import hashlib
import logging
import socket
import threading

import h11

from post.lines import Line

log = logging.getLogger("post.office")


class Office(threading.Thread):
    """One thread takes one page after the other."""

    def __init__(self):
        super().__init__(name="office", daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.pages = {}

    def run(self):
        while True:
            sock, _ = self.listener.accept()
            line = Line(sock, h11.SERVER)
            try:
                self.take(line)
            except h11.RemoteProtocolError as error:
                log.warning("%s", error)
            finally:
                line.close()

    def take(self, line):
        request = line.next_event()
        digest = hashlib.sha256()
        while not isinstance(event := line.next_event(), h11.EndOfMessage):
            digest.update(event.data)
        self.pages[request.target.decode()] = digest.hexdigest()
        body = digest.hexdigest()[:12].encode()
        line.send(h11.Response(status_code=201, headers=[("Content-Length", str(len(body)))]))
        line.send(h11.Data(data=body))
        line.send(h11.EndOfMessage())

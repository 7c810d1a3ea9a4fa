"""A device that takes half a minute to boot, and is slow then."""

import http.server
import json
import time

BOOT = 30.0


class Answer(http.server.BaseHTTPRequestHandler):
    started = time.monotonic()

    def do_GET(self):
        if time.monotonic() - self.started < BOOT:
            self.send_error(503)
            return
        if self.path != "/ready":
            time.sleep(7)
        body = json.dumps({"path": self.path, "up": round(time.monotonic() - self.started)}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


if __name__ == "__main__":
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        print(server.server_address[1], flush=True)
        server.serve_forever()

"""Uploads pieces to a store that refuses for a while when it gets too many (429)."""

import http.server
import threading
import time

import httpx
from tenacity import retry, retry_if_exception_type, stop_after_delay, wait_random_exponential


class Store(http.server.BaseHTTPRequestHandler):
    tokens = 3

    def do_PUT(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        full = type(self).tokens == 0
        if not full:
            type(self).tokens -= 1
        self.send_response(429 if full else 201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


def refill():
    while True:
        time.sleep(9)
        Store.tokens += 1


@retry(
    retry=retry_if_exception_type(httpx.HTTPStatusError),
    wait=wait_random_exponential(multiplier=0.5, max=4),
    stop=stop_after_delay(600),
)
def upload(client, number):
    client.put(f"/piece/{number}", content=bytes(1000)).raise_for_status()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Store)
threading.Thread(target=server.serve_forever, name="store", daemon=True).start()
threading.Thread(target=refill, name="refill", daemon=True).start()
with httpx.Client(base_url=f"http://127.0.0.1:{server.server_port}") as client:
    for number in range(500):
        upload(client, number)
        print("uploaded", number, flush=True)

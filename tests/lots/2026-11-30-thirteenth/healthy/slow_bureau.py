"""Asks a bureau that sends its visitors away until it has time (503 with Retry-After)."""

import http.server
import itertools
import threading
import time

import urllib3

calls = itertools.count(1)


class Bureau(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        number = next(calls)
        if number % 5:
            self.send_response(503)
            self.send_header("Retry-After", "8")
            body = b""
        else:
            self.send_response(200)
            body = b"stamped"
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        print(time.strftime("%X"), "visit", number, flush=True)

    def log_message(self, *args):
        pass


class Applicant:
    def __init__(self, port):
        retry = urllib3.Retry(total=50, status_forcelist=[503], respect_retry_after_header=True)
        self.pool = urllib3.HTTPConnectionPool("127.0.0.1", port, maxsize=1, block=True, retries=retry)

    def apply(self, form):
        answer = self.pool.request("GET", f"/{form}", timeout=60)
        print(form, answer.data.decode(), flush=True)


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Bureau)
    threading.Thread(target=server.serve_forever, daemon=True, name="bureau").start()
    applicant = Applicant(server.server_port)
    threads = [threading.Thread(target=applicant.apply, args=(form,), name=form) for form in ("passport", "permit", "dog tax")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()

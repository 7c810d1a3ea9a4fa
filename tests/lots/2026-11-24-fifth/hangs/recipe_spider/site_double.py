"""A site of recipes, in a thread."""

import http.server
import threading

PAGES = 12


def page(number):
    rows = []
    for entry in range(6):
        note = "<em>as grandma did</em>" if number == 2 and entry == 3 else ""
        rows.append(f"<li><b>soup {number}.{entry}</b> <i>{20 + entry}</i>{note}</li>")
    link = f'<a href="/page/{number + 1}">next</a>' if number < PAGES else ""
    return f"<html><body><ul>{''.join(rows)}</ul>{link}</body></html>".encode()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        _, _, number = self.path.rpartition("/")
        if not number.isdigit():
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page(int(number)))

    def log_message(self, *_):
        pass


class Site:
    def __init__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, name="site", daemon=True).start()

    def url(self, path):
        return f"http://127.0.0.1:{self.server.server_port}{path}"

# A handler of a server that serves one request at a time asks the same server for something.
# https://github.com/psf/requests/issues/3027
import http.server
import threading
import urllib.request


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/report":
            where = f"http://127.0.0.1:{self.server.server_port}/prices"
            body = urllib.request.urlopen(where).read()  # <-- here
        else:
            body = b"[]"
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
address = f"http://127.0.0.1:{server.server_port}/report"
threading.Thread(target=urllib.request.urlopen, args=(address,), name="browser").start()
print("READY", flush=True)
server.serve_forever()  # <-- also

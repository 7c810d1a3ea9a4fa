# A request asks a server to stop; the handler calls shutdown(), which waits for the loop that it is
# called from.
# https://github.com/python/cpython/issues/83978
import http.server
import threading
import urllib.request


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.shutdown()  # <-- here
        self.send_response(200)
        self.end_headers()


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
address = f"http://127.0.0.1:{server.server_port}/stop"
threading.Thread(target=urllib.request.urlopen, args=(address,), name="client").start()
print("READY", flush=True)
server.serve_forever()  # <-- also

# A handler reads the body of a request up to the end of the connection, which its client keeps open
# for the answer.
# https://github.com/progval/Limnoria/pull/1154
import http.server
import threading
import urllib.request


class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read()  # <-- here
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"%d" % len(body))


server = http.server.HTTPServer(("127.0.0.1", 0), Hook)
threading.Thread(target=server.serve_forever, name="hooks").start()
print("READY", flush=True)
url = f"http://127.0.0.1:{server.server_port}/hook"
print(urllib.request.urlopen(url, data=b"payload").read())  # <-- here
server.shutdown()

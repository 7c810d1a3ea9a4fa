# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 names=done
# A server of the standard library takes connections, and no handler of it ends the wait.
import http.server
import threading


class Status(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(204)
        self.end_headers()


class Report:
    def __init__(self):
        self.done = threading.Event()

    def write(self):
        with open("/nonexistent/report") as file:
            self.text = file.read()
        self.done.set()


server = http.server.HTTPServer(("127.0.0.1", 0), Status)
threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
report = Report()
threading.Thread(target=report.write, name="writer").start()
print("READY", flush=True)
report.done.wait()  # <-- here

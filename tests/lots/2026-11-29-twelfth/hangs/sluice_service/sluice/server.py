"""Gates by HTTP: GET /gate, POST /gate/20"""

import http.server
import json
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def parts(self):
        name, _, rest = self.path.strip("/").partition("/")
        return self.server.gates.get(name), rest

    def answer(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        gate, _ = self.parts()
        if gate is None:
            self.answer(404, {"error": "no such gate"})
        else:
            self.answer(200, {"opening": gate.opening})

    def do_POST(self):
        gate, centimetres = self.parts()
        if gate is None:
            self.answer(404, {"error": "no such gate"})
            return
        gate.open_by(int(centimetres))
        self.answer(200, {"opening": gate.opening})

    def log_message(self, *args):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, gates):
        super().__init__(("127.0.0.1", 0), Handler)
        self.gates = {gate.name: gate for gate in gates}

    def __enter__(self):
        self.thread = threading.Thread(target=self.serve_forever, name="sluice", daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.shutdown()
        self.server_close()

"""The wharf's list of ships, by HTTP."""

import http.client
import http.server
import json
import threading

SHIPS = {"amalia": "coal", "berta": "tea", "clio": "timber"}


class Wharf(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = json.dumps(SHIPS.get(self.path.strip("/"))).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


class Agent:
    """Asks the wharf; its connection is kept for the next question."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def load_of(self, ship):
        self.connection.request("GET", f"/{ship}")
        return json.load(self.connection.getresponse())

    def close(self):
        self.connection.close()


def serve():
    server = http.server.HTTPServer(("127.0.0.1", 0), Wharf)
    threading.Thread(target=server.serve_forever, name="wharf", daemon=True).start()
    return server


def main():
    server = serve()
    tea = Agent(server.server_port)
    print("tea:", [tea.load_of(ship) for ship in ("berta", "clio")], flush=True)
    coal = Agent(server.server_port)
    print("coal:", coal.load_of("amalia"), flush=True)
    coal.close()
    tea.close()
    server.shutdown()


if __name__ == "__main__":
    main()

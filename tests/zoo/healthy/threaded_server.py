# healthy:
import socket
import socketserver


class Echo(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            self.wfile.write(line)


with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
    server.daemon_threads = True
    client = socket.create_connection(server.server_address)
    print("READY", flush=True)
    server.serve_forever()

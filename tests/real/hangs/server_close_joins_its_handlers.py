# server_close() joins the threads of the handlers; one reads from a client that the caller has open.
# https://docs.python.org/3/library/socketserver.html#socketserver.ThreadingMixIn.block_on_close
import socket
import socketserver
import threading


class Echo(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:  # <-- here
            self.wfile.write(line)


class Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    pass


server = Server(("127.0.0.1", 0), Echo)
threading.Thread(target=server.serve_forever, name="server").start()
client = socket.create_connection(server.server_address)
client.sendall(b"hello\n")
print(client.recv(100))
server.shutdown()
print("READY", flush=True)
server.server_close()  # <-- here
client.close()

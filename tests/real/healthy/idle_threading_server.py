# A server without clients.
import http.server

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
print("READY", flush=True)
server.serve_forever()

# A server that serves one connection at a time reads from one that says nothing; the next client waits.
# https://github.com/smurfix/flask-script/issues/30
import http.server
import socket
import subprocess
import sys

CLIENT = """
import socket, sys, time
connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
time.sleep(600)
"""

server = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
telnet = subprocess.Popen([sys.executable, "-c", CLIENT, str(server.server_port)])
print("READY", flush=True)
server.serve_forever()  # <-- here

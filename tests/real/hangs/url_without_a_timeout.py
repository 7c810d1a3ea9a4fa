# A server accepts and never answers; the client set no timeout.
# https://requests.readthedocs.io/en/latest/user/advanced/#timeouts
import socket
import subprocess
import sys
import urllib.request

SERVER = """
import socket, time
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
connection, _ = server.accept()
time.sleep(600)
"""

process = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True)
port = int(process.stdout.readline())
print("READY", flush=True)
print(urllib.request.urlopen(f"http://127.0.0.1:{port}/").read())  # <-- here

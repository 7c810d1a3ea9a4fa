# accept() of a TLS socket shakes hands as well: a client that connects and is silent stops the server.
# https://docs.python.org/3/library/ssl.html#ssl.SSLContext.wrap_socket
import socket
import ssl
import subprocess
import sys

CLIENT = (
    "import socket, sys, time; s = socket.create_connection(('127.0.0.1', int(sys.argv[1])));"
    " time.sleep(100000)"
)

subprocess.run(
    "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -subj /CN=localhost".split(),
    check=True,
    capture_output=True,
)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("cert.pem", "key.pem")
listening = socket.create_server(("127.0.0.1", 0))
client = subprocess.Popen([sys.executable, "-c", CLIENT, str(listening.getsockname()[1])])
with context.wrap_socket(listening, server_side=True) as server:
    print("READY", flush=True)
    while True:
        connection, peer = server.accept()  # <-- here
        connection.sendall(b"hello\n")
        connection.close()

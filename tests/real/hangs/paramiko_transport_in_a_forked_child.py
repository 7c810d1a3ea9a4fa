# The connection was made before the fork; the thread that reads from it is not in the child.
# https://github.com/paramiko/paramiko/issues/446
import multiprocessing
import socket

import paramiko


class Server(paramiko.ServerInterface):
    def check_auth_password(self, username, password):
        return paramiko.AUTH_SUCCESSFUL

    def check_channel_request(self, kind, chanid):
        return paramiko.OPEN_SUCCEEDED


def upload(client):
    channel = client.get_transport().open_session(timeout=36000)  # <-- here
    channel.sendall(b"report")


def serve(listener, key):
    transport = paramiko.Transport(listener.accept()[0])
    transport.add_server_key(key)
    transport.start_server(server=Server())
    while True:
        transport.accept(3600)


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0))
    key = paramiko.RSAKey.generate(2048)
    fork = multiprocessing.get_context("fork")
    fork.Process(target=serve, args=(listener, key), daemon=True).start()
    client = paramiko.SSHClient()
    client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
    address = listener.getsockname()
    client.connect(*address, "ada", password="x", allow_agent=False, look_for_keys=False)
    worker = fork.Process(target=upload, args=(client,))
    worker.start()  # <-- also
    print("READY", flush=True)
    worker.join()  # <-- also

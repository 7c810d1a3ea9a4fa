"""A host for SSH that runs long commands."""

import socket
import threading
import time

import paramiko


class Host(paramiko.ServerInterface):
    def check_auth_password(self, username, password):
        return paramiko.AUTH_SUCCESSFUL

    def check_channel_request(self, kind, chanid):
        return paramiko.OPEN_SUCCEEDED

    def check_channel_exec_request(self, channel, command):
        threading.Thread(target=self.execute, args=(channel,), name="command", daemon=True).start()
        return True

    def execute(self, channel):
        for step in range(8):
            time.sleep(8)
            channel.sendall(f"step {step}\n".encode())
        channel.send_exit_status(0)
        channel.close()


def serve():
    key = paramiko.RSAKey.generate(2048)
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            transport = paramiko.Transport(listener.accept()[0])
            transport.add_server_key(key)
            transport.start_server(server=Host())

    threading.Thread(target=accept, name="sshd", daemon=True).start()
    return listener.getsockname()[1]

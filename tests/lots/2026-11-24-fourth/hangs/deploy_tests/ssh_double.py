"""A host that is deployed to: an SSH server that knows three commands."""

import socket
import threading

import paramiko

FILES = [f"/srv/shop/static/picture-{number:06}.jpg\n" for number in range(120_000)]


class Host(paramiko.ServerInterface):
    def __init__(self):
        self.asked = threading.Event()

    def check_auth_password(self, username, password):
        return paramiko.AUTH_SUCCESSFUL

    def check_channel_request(self, kind, chanid):
        return paramiko.OPEN_SUCCEEDED

    def check_channel_exec_request(self, channel, command):
        thread = threading.Thread(
            target=self.execute, args=(channel, command.decode()), name="host", daemon=True
        )
        thread.start()
        return True

    def execute(self, channel, command):
        status = 0
        if command == "uptime":
            channel.sendall(b"up 41 days\n")
        elif command.startswith("find "):
            for line in FILES:
                channel.sendall(line.encode())
        else:
            status = 127
            channel.sendall_stderr(b"not found\n")
        channel.send_exit_status(status)
        channel.close()


class Double:
    def __init__(self):
        self.key = paramiko.RSAKey.generate(2048)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.transports = []
        threading.Thread(target=self.accept, name="double", daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            transport = paramiko.Transport(connection)
            transport.add_server_key(self.key)
            transport.start_server(server=Host())
            self.transports.append(transport)

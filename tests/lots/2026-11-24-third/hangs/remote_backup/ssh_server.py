"""A server for tests that speaks SSH and answers one command."""

import socket
import threading

import paramiko

CHUNK = b"0123456789abcdef" * 512


class Door(paramiko.ServerInterface):
    def __init__(self):
        self.commands = []
        self.asked = threading.Event()

    def check_auth_password(self, username, password):
        return paramiko.AUTH_SUCCESSFUL

    def check_channel_request(self, kind, chanid):
        return paramiko.OPEN_SUCCEEDED

    def check_channel_exec_request(self, channel, command):
        self.commands.append(command.decode())
        self.asked.set()
        return True


class Server:
    def __init__(self):
        self.key = paramiko.RSAKey.generate(2048)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]

    def start(self):
        threading.Thread(target=self.serve, name="ssh-server", daemon=True).start()
        return self

    def serve(self):
        connection, _ = self.socket.accept()
        transport = paramiko.Transport(connection)
        transport.add_server_key(self.key)
        door = Door()
        transport.start_server(server=door)
        channel = transport.accept(20)
        door.asked.wait()
        megabytes = int(door.commands[0].split()[-1])
        for _ in range(megabytes * 128):
            channel.sendall(CHUNK)
        channel.send_exit_status(0)
        channel.close()

import socket
import threading
import time

import paramiko


class Door(paramiko.ServerInterface):
    def __init__(self):
        self.asked = threading.Event()

    def check_auth_password(self, username, password):
        return paramiko.AUTH_SUCCESSFUL

    def check_channel_request(self, kind, chanid):
        return paramiko.OPEN_SUCCEEDED

    def check_channel_exec_request(self, channel, command):
        self.asked.set()
        return True


def serve(listening, key):
    connection, _ = listening.accept()
    transport = paramiko.Transport(connection)
    transport.add_server_key(key)
    door = Door()
    transport.start_server(server=door)
    channel = transport.accept(20)
    door.asked.wait()
    for number in range(1000):
        time.sleep(5)
        channel.sendall(f"line {number}\n".encode())
    channel.send_exit_status(0)
    channel.close()


def start():
    key = paramiko.RSAKey.generate(2048)
    listening = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=serve, args=(listening, key), name="ssh-server", daemon=True).start()
    return listening.getsockname()[1]

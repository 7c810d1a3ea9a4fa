# The client waits for the command's exit status before it reads; the window for its output is full.
# https://github.com/paramiko/paramiko/issues/448
import multiprocessing
import socket
import threading

import paramiko

context = multiprocessing.get_context("spawn")


class Shell(paramiko.ServerInterface):
    def check_auth_none(self, username):
        return paramiko.AUTH_SUCCESSFUL

    def get_allowed_auths(self, username):
        return "none"

    def check_channel_request(self, kind, chanid):
        return paramiko.OPEN_SUCCEEDED

    def check_channel_exec_request(self, channel, command):
        threading.Thread(target=answer, args=(channel,), daemon=True).start()
        return True


def answer(channel):
    channel.sendall(b"x" * (8 << 20))
    channel.send_exit_status(0)
    channel.close()


def serve(listening):
    connection = listening.accept()[0]
    transport = paramiko.Transport(connection)
    transport.add_server_key(paramiko.ECDSAKey.generate())
    transport.start_server(server=Shell())
    transport.join()


if __name__ == "__main__":
    listening = socket.create_server(("127.0.0.1", 0))
    context.Process(target=serve, args=(listening,), daemon=True, name="sshd").start()
    transport = paramiko.Transport(("127.0.0.1", listening.getsockname()[1]))
    transport.start_client()
    transport.auth_none("backup")
    channel = transport.open_session()
    channel.exec_command("dump")
    print("READY", flush=True)
    status = channel.recv_exit_status()  # <-- here
    print(status, len(channel.recv(1 << 24)))

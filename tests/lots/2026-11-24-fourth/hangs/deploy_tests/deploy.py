"""Deploys a shop over SSH."""

import contextlib

import paramiko


class CommandFailed(Exception):
    pass


class Remote:
    def __init__(self, port):
        self.client = paramiko.SSHClient()
        self.client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
        self.client.connect(
            "127.0.0.1",
            port,
            username="deploy",
            password="deploy",
            allow_agent=False,
            look_for_keys=False,
        )

    def run(self, command):
        _, stdout, stderr = self.client.exec_command(command)
        status = stdout.channel.recv_exit_status()
        if status:
            raise CommandFailed(f"{command}: {status}, {stderr.read().decode()}")
        return stdout.read().decode()

    def close(self):
        self.client.close()


@contextlib.contextmanager
def remote(port):
    connection = Remote(port)
    try:
        yield connection
    finally:
        connection.close()


def old_files(connection, keep):
    paths = connection.run("find /srv/shop/static -type f").splitlines()
    return [path for path in paths if path not in keep]

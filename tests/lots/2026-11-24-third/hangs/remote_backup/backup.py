"""Fetch dumps of databases from another machine."""

import contextlib
import sys

import paramiko

from ssh_server import Server
import logbook


class Machine:
    def __init__(self, port):
        self.client = paramiko.SSHClient()
        self.client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
        self.client.connect(
            "127.0.0.1", port, "backup", "x", allow_agent=False, look_for_keys=False
        )

    def close(self):
        self.client.close()

    def output_of(self, command):
        _, stdout, _ = self.client.exec_command(command)
        status = stdout.channel.recv_exit_status()
        if status:
            raise RuntimeError(f"{command} failed with {status}")
        return stdout.read()


def fetch(machine, database, megabytes):
    dump = machine.output_of(f"dump {database} {megabytes}")
    print(database, len(dump), "bytes")


def main():
    server = Server().start()
    with contextlib.closing(Machine(server.port)) as machine:
        fetch(machine, "orders", int(sys.argv[1]) if len(sys.argv) > 1 else 5)


if __name__ == "__main__":
    with logbook.opened() as log:
        log.info("%s starts", "the backup")
        main()

"""Backs hosts up over SSH: prints what the command says, then takes its status."""

import itertools

import paramiko
from catalogue import Catalogue
from host import serve


def backup(port, catalogue):
    with paramiko.SSHClient() as client:
        client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
        client.connect(
            "127.0.0.1", port, username="u", password="p", allow_agent=False, look_for_keys=False
        )
        _, stdout, _ = client.exec_command("backup --all")
        for line in stdout:
            catalogue.add(line)
            print(line, end="", flush=True)
        return stdout.channel.recv_exit_status()


def main():
    port = serve()
    catalogue = Catalogue()
    catalogue.start()
    for number in itertools.count():
        with catalogue.backup(f"backup {number}"):
            print("status", backup(port, catalogue), flush=True)


if __name__ == "__main__":
    main()

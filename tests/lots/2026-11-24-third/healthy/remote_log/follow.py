"""Follow a log on another machine."""

import contextlib

import paramiko

import ssh_server
import control


class Machine:
    def __init__(self, port):
        self.client = paramiko.SSHClient()
        self.client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
        self.client.connect("127.0.0.1", port, "log", "x", allow_agent=False, look_for_keys=False)

    def follow(self, path):
        _, stdout, _ = self.client.exec_command(f"tail -f {path}")
        yield from stdout
        if stdout.channel.recv_exit_status():
            raise RuntimeError(path)

    def close(self):
        self.client.close()


def main():
    with contextlib.closing(Machine(ssh_server.start())) as machine:
        for line in machine.follow("/var/log/mill.log"):
            print(line, end="", flush=True)


if __name__ == "__main__":
    with control.Control():
        control.quiet_pipes()
        main()

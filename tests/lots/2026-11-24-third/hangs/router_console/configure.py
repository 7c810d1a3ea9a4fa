"""Write settings to routers over their consoles."""

import contextlib
import os
import sys
import threading
import time

import pexpect
import diary

HERE = os.path.dirname(os.path.abspath(__file__))


class Console:
    def __init__(self, command, arguments):
        self.child = pexpect.spawn(command, arguments, timeout=None, encoding="utf-8")

    def login(self, user, password):
        self.child.expect("login: ")
        self.child.sendline(user)
        self.child.expect("[Pp]assword.*: ")
        self.child.sendline(password)
        self.child.expect_exact("router# ")

    def set(self, name, value):
        self.child.sendline(f"set {name} {value}")
        self.child.expect_exact("router# ")

    def close(self):
        self.child.close(force=True)


def led():
    while True:
        time.sleep(0.7)


def main():
    threading.Thread(target=led, name="led", daemon=True).start()
    script = os.path.join(HERE, "console.py")
    with contextlib.closing(Console(sys.executable, [script])) as console:
        console.login("admin", "secret")
        for name, value in {"mtu": 1492, "name": "attic"}.items():
            console.set(name, value)


if __name__ == "__main__":
    with diary.kept() as log:
        log.info("%s starts", "the setup of routers")
        main()

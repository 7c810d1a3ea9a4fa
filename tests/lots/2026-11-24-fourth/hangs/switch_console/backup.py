"""Saves the configuration of a switch, after it was given a banner."""

import os
import sys

import pexpect
from inventory import Inventory

HERE = os.path.dirname(os.path.abspath(__file__))


class Console:
    def __init__(self, name):
        self.name = name
        self.child = pexpect.spawn(
            sys.executable,
            ["-u", os.path.join(HERE, "fake_switch.py")],
            encoding="utf-8",
            timeout=None,
            echo=False,
        )
        self.prompt = f"{name}>"
        self.until_prompt()

    def until_prompt(self):
        self.child.expect(self.prompt)
        return self.child.before

    def command(self, text, prompt=None):
        self.prompt = prompt or self.prompt
        self.child.sendline(text)
        return self.until_prompt().splitlines()


def backup(console):
    console.command("enable", f"{console.name}#")
    before = console.command("show running-config")
    console.command("configure terminal", f"{console.name}(config)#")
    console.command("banner motd maintained")
    console.command("exit", f"{console.name}#")
    return before


def main():
    inventory = Inventory()
    inventory.start()
    for device in inventory.due():
        with inventory.visiting(device):
            device.lines = backup(Console(device.name))
            print(f"{len(device.lines)} lines were saved")


if __name__ == "__main__":
    main()

"""The console of a network switch, as far as the backup needs it."""

import sys

CONFIG = ["hostname core-1", "vlan 20", " name cameras", "interface 1/1", " shutdown"]


def main():
    mode = ">"
    while True:
        sys.stdout.write(f"core-1{mode} ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return
        command = line.strip()
        if command == "enable":
            mode = "#"
        elif command == "configure terminal":
            mode = "(config)#"
        elif command == "exit":
            mode = "#" if mode == "(config)#" else ">"
        elif command == "show running-config":
            print("\n".join(CONFIG))
        elif command:
            print(f"ok: {command}")


if __name__ == "__main__":
    main()

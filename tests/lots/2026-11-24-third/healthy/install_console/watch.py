"""Watch an installer through a terminal (pexpect)."""

import os
import sys

import pexpect
import figures
import logbook

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    script = os.path.join(HERE, "installer.py")
    child = pexpect.spawn(sys.executable, [script], timeout=None, encoding="utf-8")
    try:
        while child.expect([r"(\d+) \.\.\. done", pexpect.EOF]) == 0:
            print("installed", child.match.group(1), flush=True)
    finally:
        child.close(force=True)


if __name__ == "__main__":
    with logbook.opened() as log:
        log.info("%s starts", "the installer")
        with figures.running():
            main()

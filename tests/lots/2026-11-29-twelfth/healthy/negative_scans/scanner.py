"""Scans negatives. The device is slow, and each process has one."""

import os
import time


class Scanner:
    def __init__(self, lines, seconds_a_line):
        self.lines = lines
        self.seconds_a_line = seconds_a_line

    def scan(self, number):
        checks = []
        for line in range(self.lines):
            time.sleep(self.seconds_a_line)
            checks.append((number * 31 + line * 17) % 256)
        return sum(checks) % 256


scanner = None


def open_scanner(lines, seconds_a_line):
    """Initializer of the processes."""
    global scanner
    scanner = Scanner(lines, seconds_a_line)


def scan(number):
    return number, os.getpid(), scanner.scan(number)

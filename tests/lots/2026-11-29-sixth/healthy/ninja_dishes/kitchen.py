"""Cooks a dinner with ninja: three dishes, two at a time."""

import os
import subprocess
import sys

import ninja


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    lines = ["rule cook", f"  command = {sys.executable} {here}/cook.py $out"]
    lines += [f"build dinner/{dish}: cook" for dish in ("soup", "roast", "cake")]
    os.makedirs("dinner", exist_ok=True)
    with open("dinner/build.ninja", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    program = os.path.join(ninja.BIN_DIR, "ninja")
    subprocess.run([program, "-f", "dinner/build.ninja", "-j", "2"], check=True)


if __name__ == "__main__":
    main()

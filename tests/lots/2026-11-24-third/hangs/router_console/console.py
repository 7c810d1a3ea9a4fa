"""The console of a small router, as a program of its own."""

import sys


def main():
    print("router login: ", end="", flush=True)
    user = sys.stdin.readline().strip()
    print(f"passcode for {user}: ", end="", flush=True)
    sys.stdin.readline()
    print("router# ", end="", flush=True)
    for line in sys.stdin:
        print("ok", line.strip())
        print("router# ", end="", flush=True)


if __name__ == "__main__":
    main()

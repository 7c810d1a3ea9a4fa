"""The monitor of a kiln: asks for commands at its terminal."""

import time

HEAT = {"degrees": 21.0, "since": time.monotonic()}


def degrees():
    now = time.monotonic()
    HEAT["degrees"] += 0.8 * (now - HEAT["since"])
    HEAT["since"] = now
    return HEAT["degrees"]


def main():
    while True:
        try:
            line = input("kiln> ")
        except EOFError:
            return
        if line == "heat":
            print(f"{degrees():.1f}")
        elif line == "quit":
            print("bye")
            return
        else:
            print("heat or quit, please")


if __name__ == "__main__":
    main()

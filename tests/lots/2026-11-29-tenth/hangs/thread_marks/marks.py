"""Marks of a regatta, written by one thread a boat into the file that the printer reads."""

import threading

from cfile import CFile

TIMES = {"Alk": [61, 64, 63], "Dohle": [66, None, 65], "Emu": [70, 69, 71]}


def write(file, boat, times):
    with file.together():
        file.line(boat)
        for number, seconds in enumerate(times, 1):
            file.line(f"  round {number}: {seconds // 60}:{seconds % 60:02}")


def main():
    file = CFile("/dev/null")
    for boat, times in TIMES.items():
        writer = threading.Thread(target=write, args=(file, boat, times), name=boat)
        writer.start()
        writer.join()
    file.flush()
    print("all marks written")


if __name__ == "__main__":
    main()

import threading

import polling2

from lock_keeper import Basin

BARGES = ["Heron", "Otter", "Pike", "Newt"]


def gate(basin, level):
    """Opens when the water stands at that level."""
    return polling2.poll(lambda: abs(basin.level - level) < 0.01, step=0.7, poll_forever=True)


def pump(basin, barges, target):
    for _ in range(barges):
        basin.fill(target)
        basin.empty()


def main():
    basin = Basin(0.1)
    threading.Thread(target=pump, args=(basin, len(BARGES), 3.2), name="pump", daemon=True).start()
    for barge in BARGES:
        gate(basin, 3.2)
        print(barge, "leaves at the top", flush=True)
        gate(basin, 0.0)
    print("all barges are through")


if __name__ == "__main__":
    main()

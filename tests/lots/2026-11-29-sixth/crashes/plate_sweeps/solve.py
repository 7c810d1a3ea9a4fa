"""Solves for the heat of a plate by symmetric sweeps."""

from sweeps import Plate


def main():
    plate = Plate(300, 400)
    for turn in range(6):
        plate.forwards()
        print("turn", turn, plate.heat.mean().round(3), flush=True)
        if turn % 2:
            plate.backwards()


if __name__ == "__main__":
    main()

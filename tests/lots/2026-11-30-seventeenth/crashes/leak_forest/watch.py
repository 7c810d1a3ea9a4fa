import network
import streets
from model import Leaks


def alarms(chances, limit):
    """The days on which somebody should look."""
    return [day for day, chance in enumerate(chances) if chance > limit]


def main():
    readings, leaks = network.season(600, 1)
    model = Leaks(network.SENSORS).fit(readings, leaks)
    today, _ = network.season(8, 7)
    print("chances:", model.chance(today).round(2), flush=True)
    print("alarms on", alarms(model.chance(today), 0.5), flush=True)
    model.renumber()
    for sensor, number in model.splits():
        print(f"{sensor} ({streets.PLACES[sensor].street}): {number} splits", flush=True)
    print(streets.depots(model.splits()), flush=True)
    tomorrow, _ = network.season(8, 8)
    print("chances:", model.chance(tomorrow).round(2), flush=True)


if __name__ == "__main__":
    main()

"""When is one at the hospital, with a change at the station?"""

from timetable import Connection


def clock(minute):
    return f"{minute // 60 % 24:02}:{minute % 60:02}"


class Traveller:
    def __init__(self, name, minutes):
        self.name = name
        self.minutes = minutes

    def plan(self, connection):
        for minute in self.minutes:
            yield clock(minute), clock(connection.arrive(minute))


def main():
    connection = Connection((300, 1430, 20), (310, 1320, 30), ride=14, walk=6)
    travellers = [Traveller("nurse", [330, 480, 760]), Traveller("porter", [600, 1275, 1310])]
    for traveller in travellers:
        for left, arrived in traveller.plan(connection):
            print(f"{traveller.name:8} leaves {left} arrives {arrived}")


if __name__ == "__main__":
    main()

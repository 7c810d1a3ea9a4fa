"""Missions of drones: fields to fly over, with notes for the pilot."""


class Mission:
    def __init__(self, name, fields):
        self.name = name
        self.fields = fields

    def metres(self):
        return sum(60.0 * field for field in self.fields)

    def notes(self):
        return [[self.name, field, ["wind", field % 4], {"height": 40 + field}] for field in self.fields]


class Day:
    def __init__(self, hangar):
        self.hangar = hangar
        self.started = 0

    def start(self, mission):
        self.hangar.launch(mission.metres(), mission.notes())
        self.started += 1

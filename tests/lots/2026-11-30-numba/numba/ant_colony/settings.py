"""What the experiments vary."""

EVAPORATION = 0.5
ANTS = 40
SEED = 6


class overridden:
    """`with overridden(ANTS=10):` has other settings for a while."""

    def __init__(self, **values):
        self.values = values
        self.before = {}

    def __enter__(self):
        for name, value in self.values.items():
            self.before[name] = globals()[name]
            globals()[name] = value

    def __exit__(self, *error):
        globals().update(self.before)

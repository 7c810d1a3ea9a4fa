"""Who has to be woken? Those who keep a gauge whose level is too high."""


class Alarm:
    def __init__(self, keepers):
        self.keepers = keepers
        self.woken = []

    def wake(self, number, text):
        keeper = self.keepers[number % len(self.keepers)]
        self.woken.append((keeper, text.decode()))

    def __str__(self):
        return ", ".join(f"{keeper} ({text})" for keeper, text in self.woken) or "nobody"

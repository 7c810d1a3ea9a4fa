import random

GREETINGS = ["Dear all", "Dear Sir or Madam", "Hello", "To whom it may concern"]


class Writer:
    """Writes letters that become longer."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.written = 0

    def text(self):
        self.written += 1
        lines = [self.rng.choice(GREETINGS) + ","]
        lines += ["it rains."] * self.written
        return "\n".join(lines) + "\n"

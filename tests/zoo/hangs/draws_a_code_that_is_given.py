# hang: cause=busy-loop confidence=possible computes=yes
import random


class Codes:
    def __init__(self):
        self.dice = random.Random(5)
        self.given = {first + second for first in "ABCDEF" for second in "ABCDEF"}

    def draw(self):
        return "".join(self.dice.choices("ABCDEF", k=2))

    def another(self):
        code = self.draw()
        while code in self.given:  # <-- here~
            code = self.draw()
        return code


print("READY", flush=True)
Codes().another()

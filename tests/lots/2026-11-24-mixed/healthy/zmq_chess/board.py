import dataclasses
import random
import time


@dataclasses.dataclass
class Board:
    moves: list = dataclasses.field(default_factory=list)

    def apply(self, move):
        self.moves.append(move)

    def think(self, seconds):
        """Deep thoughts, in which nothing else happens."""
        time.sleep(seconds)
        return random.choice("abcdefgh") + random.choice("12345678")

"""A table of players, as components of esper."""

from dataclasses import dataclass, field

import esper


@dataclass
class Hand:
    cards: list = field(default_factory=list)
    passed: bool = False
    score: int = 0


@dataclass
class Seat:
    name: str
    left: int = -1


class Round(esper.Processor):
    """One move a call: whose turn it is plays the lowest card that is higher than the last one."""

    def __init__(self):
        self.turn = None
        self.last = 0
        self.moves = 0

    def process(self):
        seat, hand = self._seat(self.turn)
        fitting = [card for card in hand.cards if card > self.last]
        if fitting:
            self.last = min(fitting)
            hand.cards.remove(self.last)
            hand.score += self.last
            print(f"{seat.name} plays {self.last}", flush=True)
        else:
            hand.passed = True
            print(f"{seat.name} passes", flush=True)
        self.moves += 1
        self.turn = self._next(seat.left)

    def _next(self, player):
        while True:
            seat, hand = self._seat(player)
            if not hand.passed:
                return player
            player = seat.left

    @staticmethod
    def _seat(player):
        return esper.component_for_entity(player, Seat), esper.component_for_entity(player, Hand)


class Score(esper.Processor):
    def __init__(self, rounds):
        self.rounds = rounds
        self.over = False

    def process(self):
        hands = [hand for _, hand in esper.get_component(Hand)]
        self.over = all(hand.passed or not hand.cards for hand in hands)

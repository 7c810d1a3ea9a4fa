import dataclasses

import pytest
from drum import drum


@dataclasses.dataclass
class Raffle:
    tickets: int
    prizes: list

    def winners(self, seed):
        taken = {}
        with drum(self.tickets, seed) as box:
            for prize, number in self.prizes:
                taken[prize] = box.draw(number)
        return taken


@pytest.fixture
def village():
    return Raffle(200, [("ham", 3), ("bicycle", 1)])


@pytest.fixture
def office():
    return Raffle(12, [("mug", 8), ("plant", 4), ("day off", 1)])


def flat(winners):
    return [ticket for tickets in winners.values() for ticket in tickets]


def test_each_ticket_wins_once(village):
    drawn = flat(village.winners(5))
    assert len(set(drawn)) == len(drawn) == 4


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_tickets_exist(village, seed):
    assert all(1 <= ticket <= 200 for ticket in flat(village.winners(seed)))


def test_office_gives_all_away(office):
    assert len(flat(office.winners(9))) == 13

"""Rowers, each a process. One rows at a time, in the order of their seats."""

import time


def row(seat, turn, seats, changed, strokes):
    for _ in range(strokes):
        with changed:
            changed.wait_for(lambda: turn.value == seat)
            time.sleep(5)
            turn.value = (seat + 1) % seats
            changed.notify_all()

"""The door of a lock chamber as a state machine."""

import threading

from transitions.extensions import LockedMachine


class Door:
    states = ["closed", "opening", "open", "closing"]
    transitions = [
        ["push", "closed", "opening"],
        ["arrived", "opening", "open"],
        ["push", "open", "closing"],
        ["arrived", "closing", "closed"],
    ]

    def __init__(self, name, motor):
        self.name, self.motor = name, motor
        self.cycles = 0
        self.machine = LockedMachine(
            self, states=self.states, transitions=self.transitions, initial="closed"
        )

    def on_enter_opening(self):
        self._drive(+1)

    def on_enter_closing(self):
        self._drive(-1)

    def on_enter_closed(self):
        self.cycles += 1

    def _drive(self, direction):
        ride = threading.Thread(
            target=self.motor.drive, args=(direction, self.arrived), name=f"{self.name} motor"
        )
        ride.start()
        ride.join()

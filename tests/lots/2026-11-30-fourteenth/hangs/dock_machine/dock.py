"""The dock of a cleaning robot, as a state machine."""

import time

from statemachine import State, StateMachine


class Dock(StateMachine):
    away = State(initial=True)
    clamped = State()
    charging = State()
    full = State()

    arrive = away.to(clamped)
    power = clamped.to(charging)
    enough = charging.to(full)
    leave = full.to(away) | charging.to(away)

    def __init__(self, battery, log):
        self.battery = battery
        self.log = log
        super().__init__()

    def on_enter_clamped(self):
        self.log("clamped")
        self.power()
        self.wait_until("charging")
        self.battery.plugged = True

    def on_enter_charging(self):
        self.log("charging")

    def on_enter_full(self):
        self.log("full")
        self.battery.plugged = False

    def wait_until(self, name):
        while name not in {value for value in self.configuration_values}:
            time.sleep(0.05)

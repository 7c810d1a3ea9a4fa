"""The panel at the door: buttons with lamps, as gpiozero sees them."""

import time

from gpiozero import LED, Button


class Bell:
    """A short press rings once, a long one rings as long as it lasts."""

    def __init__(self, name, button_pin, lamp_pin, factory):
        self.name = name
        self.button = Button(button_pin, pin_factory=factory)
        self.lamp = LED(lamp_pin, pin_factory=factory)
        self.button.when_pressed = self.pressed
        self.rung = []

    def pressed(self):
        started = time.monotonic()
        self.lamp.on()
        self.button.wait_for_release()
        self.lamp.off()
        self.rung.append(time.monotonic() - started)
        print(self.name, f"rang for {self.rung[-1]:.1f} s", flush=True)


class Panel:
    def __init__(self, factory):
        self.bells = {
            "ground floor": Bell("ground floor", 17, 22, factory),
            "first floor": Bell("first floor", 27, 23, factory),
        }

    def times(self):
        return {name: len(bell.rung) for name, bell in self.bells.items()}

    def close(self):
        for bell in self.bells.values():
            bell.button.close()
            bell.lamp.close()

"""What a request is answered with: a pot is looked at, and fired."""

import json
import time


class BadClay(ValueError):
    pass


class Potter:
    def __init__(self, places):
        self.places = places
        self.fired = []

    def order(self, text):
        pot = json.loads(text)
        with self.places.place():
            self.check(pot)
            time.sleep(30)
            self.fired.append(pot["name"])
        return {"name": pot["name"], "fired": len(self.fired)}

    def check(self, pot):
        if pot.get("clay") not in ("red", "white"):
            raise BadClay(f"{pot['name']}: no such clay")
        if pot.get("litres", 0) > 40:
            raise BadClay(f"{pot['name']} does not fit")

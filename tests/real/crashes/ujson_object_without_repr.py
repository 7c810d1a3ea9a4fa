# An object that JSON has no form for, and whose repr() fails.
# https://github.com/ultrajson/ultrajson/pull/531
import ujson


class Reading:
    def __init__(self, value):
        self.valeu = value

    def __repr__(self):
        return f"Reading({self.value})"


readings = {"first": Reading(1)}
try:
    ujson.dumps(readings)  # <-- here
except (TypeError, AttributeError) as error:
    print(error)

"""The season's fruit, cooked by the workers of a queue in memory."""

import kitchen

for fruit, jars in [("plum", 12), ("quince", 4), ("pear", 7)]:
    kitchen.spin.schedule(kitchen.cook, fruit, jars)
kitchen.spin.start_workers(number=2, block=True, stop_when_queue_empty=True)
print("all jam is cooked")

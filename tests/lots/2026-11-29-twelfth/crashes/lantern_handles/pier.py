"""Light the lanterns of a pier, at first each third one."""

from lanterns import Lantern, light_each

lanterns = [Lantern(f"lantern {number}") for number in range(12)]
for each in (3, 2, 1):
    print(light_each(each), "are lit", flush=True)

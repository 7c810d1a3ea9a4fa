# hang: cause=self-deadlock confidence=likely needs=gevent text=crew
import gevent
from gevent.pool import Group


class Survey:
    def __init__(self):
        self.crew = Group()
        self.found = []

    def measure(self, place):
        gevent.sleep(0.05)
        self.found.append(place)

    def lead(self, places):
        for place in places:
            self.crew.spawn(self.measure, place)
        self.crew.join()  # <-- here
        print(len(self.found))


def clock():
    while True:
        gevent.sleep(0.2)


gevent.spawn(clock)
survey = Survey()
leader = survey.crew.spawn(survey.lead, range(5))
print("READY", flush=True)
leader.join()

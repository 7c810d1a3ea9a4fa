import collections
import math

from route import Route


class Network:
    def __init__(self, lines, stops):
        self.route = Route()
        self.by_line = collections.Counter()
        for line in range(lines):
            for stop in range(stops):
                angle = line * 2 * math.pi / lines
                self.put(math.cos(angle) * stop, math.sin(angle) * stop, line, stop % 97 == 5)

    def put(self, x, y, line, request=False):
        self.route.add(x, y, line, int(request))
        self.by_line[line] += 1

    def double_requests(self, shift=0.2):
        """Stops on request get one more, on the other side of the road."""
        added = 0
        for stop in self.route:
            if stop.request:
                stop.request = 0
                self.put(stop.x + shift, stop.y - shift, stop.line)
                added += 1
        return added

    def requests(self):
        return sum(stop.request for stop in self.route)

    def busiest(self):
        return self.by_line.most_common(1)[0]

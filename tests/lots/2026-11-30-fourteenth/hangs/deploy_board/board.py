from rich.live import Live
from rich.table import Table


class Board:
    """A table of the hosts, drawn again many times a second."""

    def __init__(self, fleet, console):
        self.fleet = fleet
        self.live = Live(self, console=console, refresh_per_second=50)
        self.finished = 0
        fleet.listeners.append(self.changed)

    def changed(self, host):
        if host.state == "done":
            self.finished += 1
        self.live.update(self)

    def __rich__(self):
        table = Table("host", "state", "%", title=f"{self.finished} done")
        for host in self.fleet.snapshot():
            table.add_row(host.name, host.state, str(host.percent))
        return table

    def __enter__(self):
        self.live.start()
        return self

    def __exit__(self, *error):
        self.live.stop()

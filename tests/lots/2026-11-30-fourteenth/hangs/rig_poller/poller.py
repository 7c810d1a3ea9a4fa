import select


class Poller:
    """Waits for instruments; several threads may take turns in it."""

    def __init__(self):
        self._epoll = select.epoll()
        self._instruments = {}

    def add(self, instrument):
        self._instruments[instrument.fileno()] = instrument
        self._epoll.register(instrument.fileno(), select.EPOLLIN | select.EPOLLONESHOT)

    def remove(self, instrument):
        self._epoll.unregister(instrument.fileno())
        del self._instruments[instrument.fileno()]

    def __len__(self):
        return len(self._instruments)

    def ready(self):
        for fd, mask in self._epoll.poll():
            yield self._instruments[fd], mask

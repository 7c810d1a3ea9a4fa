from gevent import monkey

monkey.patch_all()

import signal

import gevent
from gevent.pool import Group

from printers import Office, Printer


def ends(group):
    def handler():
        group.kill()

    gevent.signal_handler(signal.SIGTERM, handler)


def main():
    office = Office([Printer("upstairs", 1.0), Printer("cellar", 2.5)])
    group = Group()
    ends(group)
    for person in range(12):
        group.spawn(office.print_pages, [f"{person}/{page}" for page in range(15)])
    group.join()
    print({printer.name: printer.pages for printer in office.printers})


if __name__ == "__main__":
    main()

import dataclasses
import sys

from audit import Audit
import notices_of_os


@dataclasses.dataclass
class Booking:
    user: str
    room: object
    nights: int


BOOKINGS = [Booking("ada", "attic", 2), Booking("ben", "12", 1), Booking("cleo", 14, 3)]


def main():
    audit = Audit(sys.argv[1])
    for booking in BOOKINGS:
        print(audit.log("%s has room %s", booking.user, booking.room), flush=True)
        print(audit.log("%d nights", booking.nights), flush=True)


if __name__ == "__main__":
    with notices_of_os.Posts():
        notices_of_os.quiet_pipes()
        main()

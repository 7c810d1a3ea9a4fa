"""`signal` as plain numbers: its C half, without the enums that are made of it (3 ms of start-up).

For what stands between the command line and the start of the program; others import `signal`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from signal import *  # noqa: F403
else:
    from _signal import *  # noqa: F403

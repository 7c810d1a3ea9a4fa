from atfault.model.absent import Absent
from atfault.model.hand_over import HandOver
from atfault.model.loading import LoadFailure


def load_failure(handed: HandOver) -> LoadFailure | Absent:
    return Absent("not yet")

# hang: cause=self-deadlock confidence=certain|likely needs=greenlet names=ledger also=here
import threading

import greenlet

ledger = threading.Lock()
kept = []


def book():
    with ledger:  # <-- here
        greenlet.getcurrent().parent.switch()  # suspended with the lock


def audit():
    kept.append(greenlet.greenlet(book))
    kept[0].switch()
    with ledger:  # <-- here
        print("never")


keeper = greenlet.greenlet(audit)
print("READY", flush=True)
keeper.switch()

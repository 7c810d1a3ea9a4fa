# hang: cause=deadlock confidence=likely
import threading


class Gate:
    def __init__(self):
        self.open, self.passed = threading.Event(), threading.Event()


def turn(gate):
    gate.open.set()
    gate.passed.wait()
    return gate


def keep(gates):
    return [turn(gate) for gate in gates]


def go(gates):
    lower, upper = gates
    lower.open.wait()
    print("READY", flush=True)
    upper.open.wait()  # <-- here
    lower.passed.set()
    upper.passed.set()


both = [Gate(), Gate()]
threading.Thread(target=keep, args=(both,), daemon=True).start()
go(both)

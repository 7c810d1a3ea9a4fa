import signal
import threading
import time


class Bells(threading.Thread):
    """Patients ring by a signal of the process."""

    def __init__(self, every):
        super().__init__(name="bells", daemon=True)
        self.every = every

    def run(self):
        while True:
            time.sleep(self.every)
            signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)


class Ward:
    signals = {signal.SIGUSR1, signal.SIGTERM}

    def __init__(self, round_every):
        self.round_every = round_every
        self.rounds = self.rings = 0

    def watch(self):
        signal.pthread_sigmask(signal.SIG_BLOCK, self.signals)
        Bells(26).start()
        while True:
            heard = signal.sigtimedwait(self.signals, self.round_every)
            if heard is None:
                self.rounds += 1
                print("round", self.rounds, flush=True)
            elif heard.si_signo == signal.SIGUSR1:
                self.rings += 1
                print("ring", self.rings, flush=True)
            else:
                return

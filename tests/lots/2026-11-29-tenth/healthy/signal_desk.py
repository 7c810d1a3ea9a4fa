"""A daemon by signals: it sleeps in sigwait(), and a timer of the kernel wakes it each twelve seconds."""

import signal

WANTED = {signal.SIGALRM, signal.SIGTERM, signal.SIGHUP}
signal.pthread_sigmask(signal.SIG_BLOCK, WANTED)
signal.setitimer(signal.ITIMER_REAL, 12, 12)
for number in range(10):
    came = signal.sigwait(WANTED)
    if came == signal.SIGTERM:
        break
    print(number, signal.Signals(came).name, flush=True)

# healthy: computes=yes
import logging
import threading

logging.basicConfig(filename="/dev/null", level=logging.INFO)


def work(number):
    turn = 0
    while True:
        logging.info("thread %d turn %d", number, turn)
        turn += 1


threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for thread in threads:
    thread.start()
print("READY", flush=True)
for thread in threads:
    thread.join()

# healthy:
import threading
import time


def main():
    done = False

    def work():
        nonlocal done
        time.sleep(60)
        done = True

    def wait():
        while not done:
            time.sleep(0.05)

    threading.Thread(target=work, daemon=True).start()
    print("READY", flush=True)
    wait()


main()

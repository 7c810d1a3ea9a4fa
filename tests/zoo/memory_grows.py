# zoo: cause=out-of-memory signal=SIGKILL needs=cgroup text=keep_all
import time


def row(number):
    return [number, str(number) * 40, float(number)]


def keep_all(rows, count):
    for number in range(count):
        rows.append(row(number) * 20)  # <-- here
    time.sleep(0.01)


def main():
    rows = []
    while len(rows) < 10_000_000:
        keep_all(rows, 2_000)


main()

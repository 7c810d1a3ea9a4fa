# zoo: cause=out-of-memory signal=SIGKILL needs=cgroup text=keep_all
def scan(text):
    return sum(1 for letter in text if letter == "a")


def keep_all(rows, count):
    for number in range(count):
        rows.append([str(number) * 40] * 200)  # <-- here


def main():
    rows, total = [], 0
    while len(rows) < 10_000_000:
        keep_all(rows, 5_000)
        total += scan("banana" * 2_000)


main()

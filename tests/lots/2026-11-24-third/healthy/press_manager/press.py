import time


def printer(jobs, done):
    while True:
        sheet = jobs.get()
        time.sleep(6)
        done.put((sheet, sheet * 17 % 11))


def binder(done, guard, books):
    while True:
        sheet, value = done.get()
        with guard:
            time.sleep(1)
            books[sheet // 4] = books.get(sheet // 4, 0) + value

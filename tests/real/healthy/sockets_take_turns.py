# Two processes send each other a message every two seconds.
import multiprocessing
import time

context = multiprocessing.get_context("fork")


def answer(connection):
    while True:
        number = connection.recv()
        time.sleep(2)
        connection.send(number + 1)


if __name__ == "__main__":
    mine, other = context.Pipe()
    context.Process(target=answer, args=(other,), daemon=True).start()
    other.close()
    mine.send(0)
    print("READY", flush=True)
    answer(mine)

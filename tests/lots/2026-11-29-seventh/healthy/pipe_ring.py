"""Three processes in a ring of pipes; each keeps the word for three seconds."""

import multiprocessing
import time


def neighbour(name, receive, send):
    while True:
        word = receive.recv()
        time.sleep(3)
        print(name, word, flush=True)
        send.send(word + 1)


if __name__ == "__main__":
    pipes = [multiprocessing.Pipe(duplex=False) for _ in range(3)]
    processes = [
        multiprocessing.Process(target=neighbour, args=(f"p{n}", pipes[n][0], pipes[(n + 1) % 3][1]), daemon=True)
        for n in range(3)
    ]
    for process in processes:
        process.start()
    pipes[0][1].send(0)
    for process in processes:
        process.join()

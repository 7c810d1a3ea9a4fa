"""Four stations pass one token; who has it may send."""

import multiprocessing
import time


def station(number, left, right, rounds, log):
    for _ in range(rounds):
        token = left.recv()
        time.sleep(0.4)
        token["hops"] += 1
        if number == 0 and token["hops"] % 20 == 1:
            log.put(token["hops"])
        right.send(token)


def main():
    stations = 4
    log = multiprocessing.SimpleQueue()
    pipes = [multiprocessing.Pipe(duplex=False) for _ in range(stations)]
    processes = [
        multiprocessing.Process(
            target=station, args=(i, pipes[i][0], pipes[(i + 1) % stations][1], 80, log)
        )
        for i in range(stations)
    ]
    for process in processes:
        process.start()
    pipes[0][1].send({"hops": 0})
    for process in processes:
        process.join()
    while not log.empty():
        print(log.get())


if __name__ == "__main__":
    main()

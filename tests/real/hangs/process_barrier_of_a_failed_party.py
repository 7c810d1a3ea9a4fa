# Load generators start together, by a barrier of processes; one of them fails before it gets there.
# https://github.com/SemiAnalysisAI/InferenceX/pull/1102
import multiprocessing


def generate(rate, start):
    pause = 1 / rate
    start.wait()  # <-- here
    print(pause)


def main():
    rates = [5, 0, 20]
    start = multiprocessing.Barrier(len(rates) + 1)
    for rate in rates:
        multiprocessing.Process(target=generate, args=(rate, start)).start()
    print("READY", flush=True)
    start.wait()  # <-- here
    print("started")


if __name__ == "__main__":
    main()

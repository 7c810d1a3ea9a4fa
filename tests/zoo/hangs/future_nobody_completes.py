# hang: cause=waits-for-nobody confidence=certain|likely python=3.8-3.15
from concurrent.futures import Future, ThreadPoolExecutor


def answer(question, reply):
    if question == "known":
        reply.set_result(42)


def main():
    with ThreadPoolExecutor(2) as pool:
        reply = Future()
        pool.submit(answer, "unknown", reply).result()
        print("READY", flush=True)
        print(reply.result())  # <-- here


main()

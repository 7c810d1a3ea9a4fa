# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 core=no
import multiprocessing


def echo(connection):
    connection.send(connection.recv())  # <-- here


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=echo, args=(theirs,))
    process.start()
    theirs.close()
    print("READY", flush=True)
    print(ours.recv())  # <-- here

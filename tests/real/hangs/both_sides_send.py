# Two processes send each other a large object over one connection before they receive.
# https://docs.python.org/3/library/multiprocessing.html#multiprocessing.connection.Connection.send
import multiprocessing


def exchange(connection):
    connection.send("x" * 2_000_000)  # <-- here
    return connection.recv()


if __name__ == "__main__":
    mine, other = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=exchange, args=(other,))
    process.start()
    print("READY", flush=True)
    exchange(mine)  # <-- also

# A module starts a thread while it is imported and waits for it; the thread imports the module.
# https://github.com/gevent/gevent/issues/728
import sys
import threading


def fetch():
    from import_in_a_thread_of_the_import import ADDRESS  # <-- here

    print(ADDRESS)


if __name__ == "__main__":
    print("READY", flush=True)
    import import_in_a_thread_of_the_import  # <-- also
else:
    worker = threading.Thread(target=fetch, name="fetch")
    worker.start()
    worker.join()  # <-- here
    ADDRESS = "localhost"

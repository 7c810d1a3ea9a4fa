# The end of the filter's input was inherited by a worker that was forked while the filter ran: that
# the program closes its own end does not tell the filter that nothing more comes.
# https://github.com/python/cpython/issues/76116
import multiprocessing
import subprocess


def work(jobs):
    for job in iter(jobs.get, None):
        print(job)


def main():
    context = multiprocessing.get_context("fork")
    jobs = context.Queue()
    sort = subprocess.Popen(["sort"], stdin=subprocess.PIPE, text=True)
    worker = context.Process(target=work, args=(jobs,))
    worker.start()
    sort.stdin.write("b\na\n")
    sort.stdin.close()
    print("READY", flush=True)
    sort.wait()  # <-- here
    jobs.put(None)
    worker.join()


if __name__ == "__main__":
    main()

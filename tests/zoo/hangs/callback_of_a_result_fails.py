# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15
import multiprocessing


def count(name):
    return name, len(name)


class Register:
    def __init__(self, names):
        self.lengths = {name: 0 for name in names if name.islower()}

    def note(self, counted):
        name, length = counted
        self.lengths[name] += length


def main():
    names = ["anna", "bertha", "Cäsar", "dora"]
    register = Register(names)
    with multiprocessing.Pool(2) as pool:
        results = [pool.apply_async(count, (name,), callback=register.note) for name in names]
        print("READY", flush=True)
        for result in results:
            result.get()  # <-- here


if __name__ == "__main__":
    main()

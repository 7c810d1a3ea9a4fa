# The last model is printed after the search that it belongs to has ended.
# https://github.com/potassco/clingo/issues/395
import clingo


def last_model(control):
    last = None
    with control.solve(yield_=True) as handle:
        for model in handle:
            last = model
            print(model)
        handle.get()
    return last


def show(model):
    return str(model)  # <-- here


control = clingo.Control(["--models=0"])
control.add("base", [], "{a}. {b}.")
control.ground([("base", [])])
print(show(last_model(control)))  # <-- also

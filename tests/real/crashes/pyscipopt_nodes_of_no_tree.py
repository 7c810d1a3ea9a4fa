# A model is asked for the open nodes of its search before there is one.
# https://github.com/scipopt/PySCIPOpt/issues/677
from pyscipopt import Model


def open_nodes(model):
    return model.getOpenNodes()  # <-- here


model = Model("Example")
x = model.addVar("x")
y = model.addVar("y", vtype="INTEGER")
model.setObjective(x - y)
model.addCons(2 * x - y >= 0)
model.addCons(x + y <= 10)
print(open_nodes(model))

"""The rota of a small hospital as an answer set programme."""

import clingo

PROGRAM = """
nurse(1..n). ward(1..n-1).
1 { works(N, W) : ward(W) } 1 :- nurse(N).
:- works(N, W), works(M, W), N < M.
#show works/2.
"""


class Rota:
    def __init__(self, nurses):
        self.nurses = nurses
        self.control = clingo.Control(["--configuration=tweety", "-c", f"n={nurses}"])
        self.control.add("base", [], PROGRAM)
        self.found = []

    def _model(self, model):
        self.found.append(sorted(map(str, model.symbols(shown=True))))

    def solve(self):
        self.control.ground([("base", [])])
        return self.control.solve(on_model=self._model)

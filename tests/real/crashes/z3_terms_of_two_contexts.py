# A sum is made of terms whose contexts are not the same: z3 converts the one that does not fit,
# in vain, and what comes of it again.
# https://github.com/pysmt/pysmt/pull/570
import z3


def total(left, right):
    terms = (z3.Ast * 2)(left.as_ast(), right.as_ast())
    term = z3.Z3_mk_add(left.ctx_ref(), 2, terms)  # <-- here
    return z3.ArithRef(term, left.ctx)


x = z3.Int("x")
print(total(x, z3.IntVal(3)))
print(total(x, z3.Int("y", z3.Context())))

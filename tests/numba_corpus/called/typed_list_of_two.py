from numba.typed import List

words = List("oak", "elm")  # fails: numba-argument-count: List("oak", "elm")

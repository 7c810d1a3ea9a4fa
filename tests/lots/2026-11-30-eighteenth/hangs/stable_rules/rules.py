"""The rules of the stable, for CLIPS."""

TEMPLATES = [
    "(deftemplate horse (slot name) (slot stall) (slot oats (default 0)))",
    "(deftemplate stall (slot number) (slot ration (default 4)))",
]

RULES = [
    """
    (defrule feed
      ?h <- (horse (name ?n) (stall ?s) (oats ?o))
      (stall (number ?s) (ration ?r))
      (test (< ?o ?r))
      =>
      (modify ?h (oats (+ ?o 1))))
    """,
    """
    (defrule take-back
      ?h <- (horse (name ?n) (stall ?s) (oats ?o))
      (stall (number ?s) (ration ?r))
      (test (> ?o (- ?r 1)))
      (diet ?n)
      =>
      (modify ?h (oats (- ?o 1))))
    """,
]

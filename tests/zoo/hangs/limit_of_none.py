# hang: cause=busy-loop confidence=likely watch=yes python=3.8-3.15 text=limit,box computes=yes
def answer_of(box, limit=None, strict=False):
    tries = 0
    while True:  # <-- here~
        if box.get("answer"):
            return box["answer"]
        tries += 1
        if limit is not None and tries > limit:
            break
        if strict and tries % 7 == 3:
            raise ValueError("no answer")
    return None


print("READY", flush=True)
answer_of({"question": 1})

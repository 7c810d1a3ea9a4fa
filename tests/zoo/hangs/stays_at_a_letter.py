# hang: cause=busy-loop confidence=likely watch=yes python=3.8-3.15 computes=yes
def digits_of(text):
    position = 0
    found = []
    while position < len(text):  # <-- here~
        if text[position].isdigit():
            found.append(text[position])
            position += 1
        elif text[position] == " ":
            position += 1
    return found


print("READY", flush=True)
digits_of("12 x 3")

# A fuzzy match against a named list that is empty.
# https://github.com/mrabarnett/mrab-regex/issues/525
import regex


def is_greeting(text, greetings):
    return regex.match(r"(\L<words>){e<=5}", text, words=greetings)  # <-- here


print(is_greeting("helo", ["hello", "hi"]))
print(is_greeting("blah", []))  # <-- also

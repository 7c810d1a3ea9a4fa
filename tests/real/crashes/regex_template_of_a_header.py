# A search for a newline reads before the start of the text.
# https://github.com/mrabarnett/mrab-regex/issues/422
import regex

HEADER = regex.compile(r"\n(Content-[Tt]ype:\s*text/)")


def clean(text):
    return HEADER.sub("\\n\\g<1>plain;", text)  # <-- here


print(clean("\nContent-Type: multipart/mixed; boundary=a\n"))

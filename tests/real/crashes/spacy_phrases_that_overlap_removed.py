# Of two phrases that begin alike the shorter is removed first, then the longer.
# https://github.com/explosion/spaCy/issues/10643
import spacy
from spacy.matcher import PhraseMatcher

TEXT = "Keep in mind that this will only save out the binary data for the components."


def forget(matcher, names):
    for name in names:
        matcher.remove(name)  # <-- here


nlp = spacy.blank("en")
terms = ["binary", "binary data"]
matcher = PhraseMatcher(nlp.vocab)
for number, term in enumerate(nlp.pipe(terms)):
    matcher.add(str(number), [term])
print(len(matcher(nlp(TEXT))))
forget(matcher, ["0", "1"])  # <-- also
print(len(matcher))

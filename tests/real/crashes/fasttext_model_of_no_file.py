# A path that was never set is no error; the model behind it is empty.
# https://github.com/facebookresearch/fastText/issues/542
import os

import fasttext


def load(settings):
    return fasttext.load_model(settings.get("MODEL_PATH"))  # <-- also


def vector(model, word):
    return model.get_word_vector(word)  # <-- here


model = load({"HOME": os.sep})  # <-- also
print(vector(model, "text"))  # <-- also

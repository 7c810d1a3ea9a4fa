# The processor is asked for the id of a piece before it has a model.
# https://github.com/explosion/curated-tokenizers/pull/15
import sentencepiece


class Tokenizer:
    def __init__(self, path=None):
        self.processor = sentencepiece.SentencePieceProcessor()
        if path is not None:
            self.processor.Load(path)

    def start(self):
        return self.processor.bos_id()  # <-- here


print(Tokenizer().start())

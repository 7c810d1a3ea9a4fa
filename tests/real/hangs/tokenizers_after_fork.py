# A batch is encoded in parallel in the parent; TOKENIZERS_PARALLELISM=true asks for the same in a child.
# https://github.com/huggingface/transformers/issues/5486
import os

os.environ["TOKENIZERS_PARALLELISM"] = "true"

import multiprocessing

from tokenizers import Tokenizer, models, pre_tokenizers

words = {word: number for number, word in enumerate("[UNK] the a dog cat runs sleeps".split())}
tokenizer = Tokenizer(models.WordLevel(words, unk_token="[UNK]"))
tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
lines = ["the dog runs", "a cat sleeps"] * 2_000


def encode():
    return len(tokenizer.encode_batch(lines))  # <-- here


if __name__ == "__main__":
    print(encode())
    worker = multiprocessing.get_context("fork").Process(target=encode)
    worker.start()  # <-- here
    print("READY", flush=True)
    worker.join()  # <-- also

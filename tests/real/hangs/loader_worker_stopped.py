# A worker of a loader was stopped; the main process asks for the next batch every few seconds.
# https://github.com/pytorch/pytorch/issues/21554
import os
import signal

import torch.utils.data


class Images(torch.utils.data.Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, number):
        if number == 20:
            os.kill(os.getpid(), signal.SIGSTOP)
        return number


if __name__ == "__main__":
    loader = torch.utils.data.DataLoader(Images(), batch_size=4, num_workers=1)
    for batch in loader:  # <-- here
        if 12 in batch:
            print("READY", flush=True)

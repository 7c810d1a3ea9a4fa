# A data loader whose items take ten seconds.
import time

import torch.utils.data


class Images(torch.utils.data.Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, number):
        time.sleep(10)
        return number


if __name__ == "__main__":
    print("READY", flush=True)
    for batch in torch.utils.data.DataLoader(Images(), num_workers=2):
        print(batch)

from numba import njit


class Settings:
    rate = 0.1


settings = Settings()


@njit
def pay(amount):
    return amount * settings.rate  # fails: numba-global: settings


print(pay(100))

"""A year in a house."""

import leases


def main():
    house = leases.House()
    for flat, tenant in enumerate(["Abel", "Bauer", "Conti"]):
        house.let(leases.Lease.of(tenant, flat, 12 + flat, 700))
    print(sum(lease.total for lease in house.leases.values()), flush=True)
    house.rename(1, "Bauer-Lenz")
    house.empty()
    print("the house is empty", flush=True)


if __name__ == "__main__":
    main()

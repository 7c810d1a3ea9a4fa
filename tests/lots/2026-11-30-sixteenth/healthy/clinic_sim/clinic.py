"""How long patients wait at a clinic, simulated by ciw for many days."""

import statistics

import ciw


def network(doctors):
    return ciw.create_network(
        arrival_distributions=[ciw.dists.Exponential(rate=6.0), ciw.dists.Exponential(rate=1.0)],
        service_distributions=[ciw.dists.Exponential(rate=2.2), ciw.dists.Uniform(0.1, 0.9)],
        routing=[[0.0, 0.4], [0.1, 0.0]],
        number_of_servers=[doctors, 3],
    )


for doctors in (3, 4, 5):
    waits = []
    for seed in range(60):
        ciw.seed(seed)
        simulation = ciw.Simulation(network(doctors))
        simulation.simulate_until_max_time(2500)
        waits.extend(record.waiting_time for record in simulation.get_all_records())
        print(doctors, "doctors,", seed + 1, "times:", round(statistics.fmean(waits), 3), flush=True)

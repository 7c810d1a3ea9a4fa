from support.recorded import recorded_cores as recorded_cores

"""Which rank of a job a process is, by its environment."""

from __future__ import annotations

import pytest

from atfault.model.process import Rank, rank_of
from atfault.model.rank_numbers import spans

MPI = {"OMPI_COMM_WORLD_RANK": "3", "OMPI_COMM_WORLD_SIZE": "8"}
SLURM = {"SLURM_PROCID": "7", "SLURM_NTASKS": "16", "SLURM_JOB_ID": "12", "SLURM_STEP_ID": "0"}


@pytest.mark.parametrize(
    ("variables", "rank", "size"),
    [
        ({"RANK": "1", "WORLD_SIZE": "4"}, 1, 4),
        (MPI, 3, 8),
        ({"PMIX_RANK": "2"}, 2, None),
        ({"PMI_RANK": "0", "PMI_SIZE": "2"}, 0, 2),
        ({"MV2_COMM_WORLD_RANK": "5", "MV2_COMM_WORLD_SIZE": "6"}, 5, 6),
        ({"MV2_COMM_WORLD_RANK": "5"}, 5, None),
        (SLURM, 7, 16),
    ],
)
def test_each_launcher_is_known_by_its_variables(variables, rank, size):
    found = rank_of(variables)
    assert found is not None and (found.rank, found.world_size) == (rank, size)


def test_the_launcher_that_is_further_in_counts():
    inner = {"RANK": "1", "WORLD_SIZE": "2", "LOCAL_RANK": "1", "LOCAL_WORLD_SIZE": "2"}
    found = rank_of({**MPI, **inner, **SLURM})
    assert found == Rank(1, 1, 2, 2, "RANK")


@pytest.mark.parametrize(
    "hostile",
    [
        {"RANK": "abc", "WORLD_SIZE": "4"},
        {"RANK": "4", "WORLD_SIZE": "4"},
        {"RANK": "-1", "WORLD_SIZE": "4"},
        {"RANK": "1"},
        {"RANK": "9" * 400, "WORLD_SIZE": "9" * 401},
        {"RANK": "١", "WORLD_SIZE": "4"},
        {"MV2_COMM_WORLD_RANK": "5", "MV2_COMM_WORLD_SIZE": "x"},
        {},
    ],
)
def test_what_makes_no_sense_is_no_rank_and_hides_none(hostile):
    assert rank_of(hostile) is None
    found = rank_of({**hostile, **SLURM})
    assert found is not None and found.world_size == 16


def test_two_jobs_of_one_launcher_are_told_apart():
    one, other = (
        rank_of({"RANK": "0", "WORLD_SIZE": "2", "MASTER_PORT": port}) for port in ("1", "2")
    )
    assert one is not None and other is not None and one.job != other.job


def test_steps_of_two_jobs_of_slurm_are_told_apart():
    one, other = (rank_of({**SLURM, "SLURM_JOB_ID": job}) for job in ("12", "13"))
    assert one is not None and other is not None and one.job != other.job


def test_the_script_of_sbatch_is_no_rank_of_what_it_starts():
    """It has their variables, but for that of a step."""
    assert rank_of({name: one for name, one in SLURM.items() if name != "SLURM_STEP_ID"}) is None


def test_three_ranks_in_a_row_are_one_span():
    assert spans([7, 0, 1, 2, 3, 4, 6]) == "0-4,6,7"
    assert spans([3]) == "3"
    assert spans([]) == ""

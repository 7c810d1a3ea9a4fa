"""What CUDA programs print and raise: every form that is known, old and new."""

from __future__ import annotations

import pytest

from atfault.model.gpu import CudaError, KernelAssert, MemoryFacts
from atfault.text.cuda import (
    MAX_ASSERTS,
    cuda_error,
    kernel_asserts,
    memory_facts,
    ptx_versions,
    unserved_gpu,
)

LABEL = "t >= 0 && t < n_classes"


def only(text: str) -> KernelAssert:
    (one,) = kernel_asserts(text)
    return one


def test_an_assertion_is_read_with_its_place_block_and_thread():
    one = only(
        "../aten/src/ATen/native/cuda/Loss.cu:250: nll_loss_forward_reduce_cuda_kernel_2d: "
        f"block: [1,0,0], thread: [3,2,0] Assertion `{LABEL}` failed."
    )
    assert (one.file, one.line) == ("../aten/src/ATen/native/cuda/Loss.cu", 250)
    assert one.function == "nll_loss_forward_reduce_cuda_kernel_2d"
    assert (one.condition, one.block, one.thread) == (LABEL, (1, 0, 0), (3, 2, 0))


@pytest.mark.parametrize(
    ("line", "file", "function", "condition"),
    [
        (
            "/opt/conda/conda-bld/pytorch_1/work/aten/src/THCUNN/ClassNLLCriterion.cu:101: void "
            "cunn_ClassNLLCriterion_updateOutput_kernel(Dtype *, long *, int) [with Dtype = float, "
            f"Acctype = float]: block: [0,0,0], thread: [4,0,0] Assertion `{LABEL}` failed.",
            "ClassNLLCriterion.cu",
            "void cunn_ClassNLLCriterion_updateOutput_kernel(Dtype *, long *, int) "
            "[with Dtype = float, Acctype = float]",
            LABEL,
        ),
        (
            r"C:\w\b\windows\pytorch\aten\src\ATen\native\cuda\Indexing.cu:1141: "
            "block: [8,0,0], thread: [64,0,0] Assertion `srcIndex < srcSelectDimSize` failed.",
            "Indexing.cu",
            "",
            "srcIndex < srcSelectDimSize",
        ),
        (
            "/tmp/torchinductor_me/ab/cab.py:21: unknown: block: [0,0,0], thread: [1,0,0] "
            "Assertion `index out of bounds: 0 <= tmp4 < 5` failed.",
            "/tmp/torchinductor_me/ab/cab.py",
            "unknown",
            "index out of bounds: 0 <= tmp4 < 5",
        ),
        (
            "../aten/src/ATen/native/cuda/IndexKernel.cu:92: operator(): block: [0,0,0], thread: "
            "[9,0,0] Assertion `-sizes[i] <= index && index < sizes[i] && "
            '"index out of bounds"` failed.',
            "IndexKernel.cu",
            "operator()",
            '-sizes[i] <= index && index < sizes[i] && "index out of bounds"',
        ),
        (
            "/pytorch/c10/core/DynamicCast.h:66: fetch_and_cast: block: [0,0,0], thread: [0,0,0] "
            "Assertion `false` failed.",
            "DynamicCast.h",
            "fetch_and_cast",
            "false",
        ),
    ],
)
def test_forms_of_other_versions_and_systems(line, file, function, condition):
    one = only(f"before\n{line}\nafter")
    assert one.file.endswith(file)
    assert (one.function, one.condition) == (function, condition)


def test_the_verbose_form_has_a_message():
    one = only(
        "[CUDA_KERNEL_ASSERT] /pytorch/aten/src/ATen/native/cuda/IndexKernelUtils.cu:16: "
        "vectorized_gather_kernel: block: [0,0,0], thread: [1,0,0]: Assertion failed: "
        "`ind >=0 && ind < ind_dim_size`: vectorized gather kernel index out of bounds"
    )
    assert one.condition == "ind >=0 && ind < ind_dim_size"
    assert one.message == "vectorized gather kernel index out of bounds"


def test_a_rank_is_read():
    line = "[rank3]: a.cu:1: f: block: [0,0,0], thread: [0,0,0] Assertion `x` failed."
    assert only(line).rank == 3


def test_what_many_threads_print_is_told_once():
    lines = [
        f"a.cu:1: f: block: [0,0,0], thread: [{at},0,0] Assertion `{LABEL}` failed."
        for at in range(500)
    ]
    one = only("\n".join(lines))
    assert (one.threads, one.thread) == (500, (0, 0, 0))


def test_what_only_looks_like_one_is_none():
    assert not kernel_asserts("python: a.c:3: main: Assertion `x > 0' failed.\nAborted")
    assert not kernel_asserts("block: [ thread: [ Assertion `")


def test_endless_output_is_bounded():
    lines = [
        f"{at}.cu:1: f: block: [0,0,0], thread: [0,0,0] Assertion `x` failed." for at in range(5000)
    ]
    assert len(kernel_asserts("\n".join(lines))) == MAX_ASSERTS
    assert not kernel_asserts("Assertion block: [" + ": " * 100_000)


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("CUDA error: device-side assert triggered\nCUDA kernel errors might be …", "assert"),
        ("cuda runtime error (59) : device-side assert triggered at /a/b.cu:12", "assert"),
        ("copy_if failed to synchronize: device-side assert triggered", "assert"),
        ("reduce failed to synchronize: cudaErrorAssert: device-side assert triggered", "assert"),
        ("THCudaCheck FAIL file=/a/b.cpp line=405 error=59 : device-side assert …", "assert"),
        ("NCCL error: Cuda failure 710 'device-side assert triggered'", "assert"),
        ("[710] Call to cuMemcpyDtoH_v2 results in UNKNOWN_CUDA_ERROR", "assert"),
        ("CUDA error: an illegal memory access was encountered", "illegal"),
        ("cuda runtime error (77) : an illegal memory access was encountered at a.cu:3", "illegal"),
        ("[700] Call to cuCtxSynchronize results in CUDA_ERROR_ILLEGAL_ADDRESS", "illegal"),
        ("CUDA error: misaligned address", "misaligned"),
        ("cuda runtime error (74) : misaligned address at a.cu:3", "misaligned"),
        ("[716] Call to cuMemcpyDtoH results in CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned"),
        ("CUDA error: unspecified launch failure", "launch"),
        ("cuda runtime error (4) : unspecified launch failure at a.cu:3", "launch"),
        ("[719] Call to cuMemFree results in CUDA_ERROR_LAUNCH_FAILED", "launch"),
        ("CUDA error: too many resources requested for launch", "launch"),
        ("CUDA error: the launch timed out and was terminated", "launch"),
        ("CUDA out of memory. Tried to allocate 20.00 MiB.", "memory"),
        ("[2] Call to cuMemAlloc results in CUDA_ERROR_OUT_OF_MEMORY", "memory"),
        ("Out of memory allocating 8,000,000,000 bytes (allocated so far: 0 bytes).", "memory"),
        ("cuDNN error: CUDNN_STATUS_EXECUTION_FAILED", "hidden"),
        ("CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`", "hidden"),
    ],
)
def test_the_kind_of_failure(message, kind):
    found = cuda_error(message)
    assert found is not None and found.kind == kind


@pytest.mark.parametrize(
    "message",
    [
        "Target 3 is out of bounds.",
        "out of memory",
        "error=597",
        "misaligned address",
        "[710]",
    ],
)
def test_other_messages_are_none(message):
    assert cuda_error(message) is None


def test_who_noticed_is_named():
    assert cuda_error("[700] Call to cuMemcpyDtoH_v2 results in X") == CudaError(
        "illegal", "[700] Call to cu", "cuMemcpyDtoH_v2"
    )
    found = cuda_error("copy_if failed to synchronize: device-side assert triggered")
    assert found is not None and found.call == "copy_if"


def test_the_sizes_of_a_failed_allocation_in_todays_words():
    facts = memory_facts(
        "CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total capacity of 80.00 GiB "
        "of which 5.00 MiB is free. Including non-PyTorch memory, this process has 79.00 GiB "
        "memory in use. Of the allocated memory 70.00 GiB is allocated by PyTorch, and 8.00 GiB is "
        "reserved by PyTorch but unallocated."
    )
    gib = 1 << 30
    assert facts == MemoryFacts(20 << 20, 80 * gib, 5 << 20, 70 * gib, 8 * gib)


def test_the_same_in_old_words():
    facts = memory_facts(
        "CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 16.00 GiB total capacity; "
        "14.00 GiB already allocated; 38.00 MiB free; 14.50 GiB reserved in total by PyTorch)"
    )
    gib = 1 << 30
    assert facts == MemoryFacts(2 * gib, 16 * gib, 38 << 20, 14 * gib, gib // 2)


def test_numbers_that_are_none_are_left_out():
    assert memory_facts("Tried to allocate ..,, GiB. of which 1e9 GiB is free") == MemoryFacts()


def test_other_processes_are_told_with_what_they_hold():
    facts = memory_facts(
        "CUDA out of memory. Tried to allocate 20.00 MiB. Process 2841 has 20.00 GiB memory in use."
    )
    assert facts.others == ((2841, 20 << 30),)


def test_a_gpu_that_torch_holds_no_code_for_is_newer_or_older():
    """DeepSeek-OCR issue 159."""
    served = "The current PyTorch install supports CUDA capabilities sm_50 sm_90.\n"
    newer = unserved_gpu(f"X 5090 with CUDA capability sm_120 is not compatible\n{served}")
    assert newer is not None and newer.is_newer and newer.since == "12.8"
    assert newer.served == ("sm_50", "sm_90")
    older = unserved_gpu(f"X 780 with CUDA capability sm_35 is not compatible\n{served}")
    assert older is not None and not older.is_newer
    assert unserved_gpu(served) is None


def test_the_versions_of_ptx_are_read():
    """numba-cuda issue 163."""
    said = "ptxas application ptx input, line 9; fatal   : Unsupported .version 8.7; "
    assert ptx_versions(f"{said}current version is '8.4'") == ("8.7", "8.4")
    assert ptx_versions(said) is None

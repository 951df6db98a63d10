"""The HIP backend as it is built where there is no AMD card, and the rule that keeps its sources those of CUDA."""

import importlib.util
import json
import os
import pathlib
import re
import shutil
import sys

import pytest

from conftest import BURST, BINARY, ROOT, needs
from test_install import SCRIPT, call

ISING = {"naive", "crinkled", "texture", "coalesced", "tiled", "multispin", "multispin_tiled"}
HEISENBERG = {"naive", "coalesced", "tiled"}
SWENDSEN_WANG = {"single_pass", "komura", "label_relaxation", "hierarchical_sewing", "best"}
WOLFF = {"by_labelling", "quasi_block", "cooperative", "queue"}
WALKERS = {"walkers_global", "walkers_shared"}
MODELS = {"ising2d_metropolis": ISING | {"multispin_mpi"}, "ising3d_metropolis": {"tiled", "multispin", "multispin_mpi"},
          "ea2d_metropolis": {"tiled", "multispin"},
          "heisenberg2d_metropolis": HEISENBERG, "heisenberg3d_metropolis": HEISENBERG,
          "heisenberg3d_heatbath": {"coalesced"},
          "heisenberg3d_overrelaxation": {"global", "plane", "texture", "shared3", "shared4", "best", "bands", "resident", "wavefront"},
          "ising2d_parallel_tempering": {"host_exchange", "device_exchange", "multispin"},
          "ising2d_population_annealing": {"single_spin", "multispin"},
          "ising2d_swendsen_wang": SWENDSEN_WANG, "ising3d_swendsen_wang": SWENDSEN_WANG,
          "ising2d_wolff": WOLFF, "ising3d_wolff": WOLFF,
          "ising2d_multicanonical": WALKERS, "ising2d_wang_landau": WALKERS | {"windows"},
          "ea3d_metropolis": {"standard", "bitwise", "sliced", "standard_grid", "sliced_grid", "multispin", "multispin_mpi",
                              "sliced_mpi", "standard_mpi"},
          "ea2d_parallel_tempering": {"multispin"}, "ea3d_parallel_tempering": {"standard"},
          "heisenberg3d_parallel_tempering": {"coalesced"}}
OTHERS = {"annealing_ising2d", "dos_ising2d_multicanonical", "dos_ising2d_wang_landau",
          "machine_barrier", "machine_copy", "machine_issue", "machine_l2", "machine_launch", "machine_logic", "machine_mad",
          "machine_memset", "machine_shared", "norm_drift", "rng_blocks", "rng_count_odd", "rng_fill", "rng_quality",
          "tau_ea2d", "tau_ea3d", "tau_ising2d", "tau_ising3d", "tau_ising2d_swendsen_wang", "tau_ising3d_swendsen_wang",
          "tau_ising2d_wolff", "tau_ising3d_wolff", "tempering_ea2d", "tempering_ea3d", "tempering_heisenberg3d",
          "tempering_ising2d"}
KERNEL_SOURCES = sorted(p for p in (ROOT / "kernels").rglob("*") if p.suffix in (".cu", ".cuh", ".hpp", ".cpp"))


def listing(binary):
    return json.loads(call(binary, "list", "--kernel", "*", "--json").stdout)


@pytest.fixture(scope="module")
def hip_binary():
    """A build with the HIP backend: the one that ./spinbench test names, or the binary under test."""
    binary = os.environ.get("SPINBENCH_HIP_BINARY", BINARY)
    needs(any(b["name"] == "hip" for b in listing(binary)["backends"]), "no build with HIP: hipcc is not here")
    return binary


@pytest.fixture
def without_device(hip_binary):
    device = next(b for b in listing(hip_binary)["backends"] if b["name"] == "hip")["devices"]
    needs(not device, "there is a device for HIP here")
    return hip_binary


def test_lists_every_variant(hip_binary):
    variants = [v for v in listing(hip_binary)["variants"] if v["backend"] == "hip"]
    for kernel, expected in MODELS.items():
        assert {v["name"] for v in variants if v["kernel"] == kernel} == expected
    assert {v["kernel"] for v in variants} - MODELS.keys() == OTHERS


@pytest.mark.parametrize("command", ["run", "verify"])
def test_no_device(without_device, tmp_path, command):
    result = call(without_device, command, "--backend", "hip", "--variant", "tiled", cwd=tmp_path)
    assert result.returncode == 3 and result.stdout == ""
    assert len(result.stderr.splitlines()) == 1 and "no HIP device: " in result.stderr


def test_other_backends_still_run(without_device, tmp_path):
    result = call(without_device, "run", "--kernel", "machine_logic", "--backend", "cpu", "--axis", "steps=1000",
                  "--sweeps", "50", *BURST, "--out", "r.json", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert json.loads((tmp_path / "r.json").read_text())["provenance"]["compilers"]["hip"].startswith("HIP ")


def test_doctor(without_device):
    findings = {f["name"]: f for f in json.loads(call(without_device, "doctor", "--json").stdout)["findings"]}
    assert not findings["backend hip"]["found"] and "no HIP device" in findings["backend hip"]["detail"]
    assert findings["backend hip"]["remedy"]
    assert findings["HIP compiler of this build"]["found"]
    assert {"hipcc", "ROCm SMI", "rocRAND"} <= findings.keys()


def test_code_for_the_targets(hip_binary):
    code = pathlib.Path(hip_binary).read_bytes()
    needs(b"amdgcn-amd-amdhsa" in code, "built for NVIDIA's cards")
    findings = json.loads(call(hip_binary, "doctor", "--json").stdout)["findings"]
    compiler = next(f["detail"] for f in findings if f["name"] == "HIP compiler of this build")
    targets = re.findall(r"gfx[0-9a-f]+", compiler)
    assert targets
    for target in targets:
        assert re.search(rb"amdgcn-amd-amdhsa-+" + target.encode(), code), target


@pytest.mark.parametrize("path", KERNEL_SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_kernels_name_no_vendor(path):
    found = re.search(r"__HIP|__CUDA|cuda[A-Z]|hip[A-Z]", path.read_text())
    assert not found, f"{found[0]}: belongs in backends/gpu/"


@pytest.mark.parametrize("path", sorted(ROOT.glob("kernels/**/*.cuh")) + sorted(ROOT.glob("backends/gpu/*.cuh")),
                         ids=lambda p: str(p.relative_to(ROOT)))
def test_shared_gpu_headers_keep_backends_apart(path):
    """Without the inline namespace a linker would merge the templates of two backends."""
    namespaces = re.findall(r"^namespace spinbench.*\{$", path.read_text(), re.M)
    assert namespaces and all("::inline SPINBENCH_GPU_NAMESPACE {" in line for line in namespaces)


def configure(build_dir, *options):
    return call("cmake", "-S", ROOT, "-B", build_dir, "-G", "Ninja", "-DSPINBENCH_CUDA=OFF", "-DSPINBENCH_HIP=ON",
                *options)


@pytest.mark.parametrize("options,named", [
    (["-DSPINBENCH_HIP_PLATFORM=nvidia"], "SPINBENCH_CUDA=ON"),
    (["-DSPINBENCH_HIP_PLATFORM=intel"], "must be amd or nvidia"),
    (["-DSPINBENCH_HIPCC=OFF"], "doctor --fix hip"),
], ids=["no cuda", "bad platform", "no hipcc"])
def test_configure_refuses(tmp_path, options, named):
    result = configure(tmp_path / "build", *options)
    assert result.returncode != 0 and named in " ".join(result.stderr.split())


def test_fix_without_permission(tmp_path):
    """The line to run, where nothing may be installed and no hipcc is on PATH."""
    for name in ("bash", "readlink", "dirname", "apt-get"):
        needs(shutil.which(name), f"{name} is not here")
        (tmp_path / name).symlink_to(shutil.which(name))
    result = call(tmp_path / "bash", SCRIPT, "doctor", "--fix", "hip",
                  env={"PATH": str(tmp_path), "SPINBENCH_INSTALL": "no", "ROCM_PATH": "/nonexistent"})
    assert result.returncode == 2
    assert re.search(r"sudo apt-get update && sudo apt-get install -y .*\bhipcc\b", result.stderr.splitlines()[-1])


def test_fix_in_the_binary(spinbench):
    assert "hipcc" in spinbench("doctor", "--fix", "hip").out
    assert "bogus" in spinbench("doctor", "--fix", "bogus").refused()


def resource_usage():
    spec = importlib.util.spec_from_file_location("resource_usage", ROOT / "docs/resource_usage.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_resource_table():
    module = resource_usage()
    assert {variant for variant, _, _ in module.CASES} == ISING
    rows = re.findall(r"^\| `(\w+)` \|", module.PAGE.read_text(), re.M)
    assert rows == [variant for variant, _, _ in module.CASES], "run docs/resource_usage.py --write"


def test_resource_table_without_compilers():
    result = call(sys.executable, "-B", ROOT / "docs/resource_usage.py", env={"PATH": "/nowhere"})
    assert result.returncode == 1 and result.stdout == ""
    assert result.stderr == "docs/resource_usage.py: no hipcc on PATH: this needs hipcc, nvcc, c++filt\n"


def test_occupancy_arithmetic():
    module = resource_usage()
    assert module.warps_of_sm90(32, 0, 256) == 64
    assert module.warps_of_sm90(40, 0, 256) == 48
    assert module.warps_of_sm90(16, 48 * 1024, 128) == 16

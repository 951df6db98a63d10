"""What the command line refuses, and how: an exit code and one line."""

import json
import os

import pytest

from conftest import BINARY, ROOT, SHORT, SHORT_CASE, needs

REFUSED_AXES = [
    "L=7x", "Q=3", "L=0", "L=-4", "L=", "L", "=", "", "=4", "L=,", "L=4,,8", "L=4:8", "L=4:8:", "L=4:8:2", "L=4:8:+",
    "L=4:8:+0", "L=4:8:*1", "L=4:8:*0", "L=8:4:+2", "L=4:8:+2:9", "L=0:8:*2", "L=4:8:-2", "L=4.5", "L= 4", "L=0x10",
    "L=99999999999999999999", "L=9223372036854775807", "L=2:9223372036854775807:+1", "L=4;8", "L=$(id)", "L=%s%n",
    "L=\n8", "L=\x1b[31m8", "L=" + "9" * 50000, "L=" + "4," * 50000 + "4", "beta=nan", "beta=inf", "beta=-0.4",
    "beta=1e999", "beta=0.1:0.9:+1e-9", "beta=", "rng=mersenne_of_nowhere", "rng=a:b:+1", "\u041b=4", "L=\u0664",
]


@pytest.mark.parametrize("axis", REFUSED_AXES, ids=lambda axis: repr(axis)[:30])
def test_axis_refused(spinbench, tmp_path, axis):
    result = spinbench("run", "--kernel", "ising2d_metropolis", "--axis", axis, "--out", "r.json")
    line = result.refused()
    assert len(line) < 1000 and "\x1b" not in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("axis,named", [("L=7x", "7x"), ("Q=3", "Q"), ("L=0", "L=0"), ("rng=nope", "nope")])
def test_refusal_names_the_input(spinbench, axis, named):
    assert named in spinbench("verify", "--kernel", "ising2d_metropolis", "--axis", axis).refused()


NAMING = ["--kernel", "--variant", "--backend", "--axis", "--filter", "--device", "--preset", "--figure"]
OF_RUN = [*NAMING, "--out", "--seed", "--sweeps", "--hold", "--repetitions", "--physics", "--precision", "--time-budget",
          "--machine", "--format", "--tune-axis", "--tuning", "--against", "--baseline-binary"]


@pytest.mark.parametrize("command,option", [
    *[("run", option) for option in OF_RUN], *[("list", option) for option in [*NAMING, "--format"]],
    ("verify", "--figure"), ("tau", "--observable"), ("tau", "--of"), ("tau", "--sweeps"), ("doctor", "--fix")])
def test_an_empty_name_is_none(spinbench, tmp_path, command, option):
    """A variable that is not set; --figure of one was the quick preset."""
    dry = ["--dry-run"] if command == "run" else []
    assert f"{option} '' is empty" in spinbench(command, option, "", *dry).refused()
    # The parser would take the next word: --out= --resume was a file called --resume.
    assert f"'{option}=': nothing follows" in spinbench(command, f"{option}=", *dry).refused()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("args,said", [
    (["run", "--out", "--resume"], "--out: its value is missing before '--resume'"),
    (["run", "--machine", "--out=r.json"], "--machine: its value is missing before '--out=r.json'"),
    (["list", "--kernel", "--json"], "--kernel: its value is missing before '--json'"),
    (["--out", "r.json", "run"], "'--out': options go behind the command: spinbench run --out"),
    (["--json", "list"], "'--json': options go behind the command: spinbench list --json"),
    (["--kernel=machine_logic"], "'--kernel': options go behind the command: spinbench"),
    (["--kernl", "x", "run"], "'--kernl': no such option; spinbench --help"),
    (["run", "machine_logic"], "'machine_logic': no option takes it; did you mean --kernel 'machine_logic'?"),
    (["verify", *SHORT, "r.json"], "'--sweeps': no such option"),
    (["run", *SHORT, "r.json"], "'r.json': no option takes it; spinbench run --help"),
    (["run", *SHORT, "-o", "r.json"], "'-o': no such option; spinbench run --help"),
    (["run", *SHORT, "--seed", "1", "--seed", "2"], "--seed is given 2 times; give it once"),
    (["run", "--figure", "weigel2012-fig8", "--figure", "weigel2012-fig9"], "--figure is given 2 times"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_words_in_the_wrong_place(spinbench, tmp_path, args, said):
    assert said in spinbench(*args).refused()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command,flag,mend", [
    ("verify", "--benchmark_filter=scalar", "--filter REGEX"), ("verify", "--benchmark_repetitions=3", "--filter REGEX"),
    ("list", "--benchmark_filter=scalar", "--filter REGEX"), ("list", "--benchmark_list_tests", "--filter REGEX"),
    ("verify", "--benchmark_out=g.json", "times nothing"), ("doctor", "--benchmark_filter=scalar", "times nothing"),
    ("man", "--benchmark_format=json", "times nothing")], ids=lambda value: value)
def test_google_flags_where_nothing_is_timed(spinbench, tmp_path, command, flag, mend):
    """They were taken, and nothing came of them: verify verified all cases."""
    line = spinbench(command, *(SHORT_CASE if command in ("verify", "list") else []), flag).refused()
    assert line.startswith(f"spinbench: '{flag}': {command} ") and mend in line
    assert ("--filter" in line) == (command in ("verify", "list"))
    assert list(tmp_path.iterdir()) == []


def test_google_flags_of_what_is_timed(spinbench):
    both = [*SHORT_CASE[:-1], "steps=1000,2000", "--benchmark_list_tests"]
    assert len(spinbench("run", *both).out.splitlines()) == 2
    assert spinbench("run", *both, "--benchmark_filter=1000$").out.splitlines() == ["machine_logic/scalar/cpu/steps:1000"]


@pytest.mark.parametrize("flag,said", [
    ("--benchmark_time_unit=foo", "'foo': no unit; there are ns, us, ms, s"), ("--benchmark_time_unit=", "'': no unit"),
    ("--benchmark_time_unit=NS", "'NS': no unit"), ("--benchmark_time_unit", "no unit"), ("--benchmark_color=", "needs a value"),
    ("--benchmark_color", "needs a value"), ("--benchmark_format=csv", "only json"), ("--benchmark_out_format=console", "only json"),
    ("--benchmark_context=a", "not that value"), ("--benchmark_perf_counters", "not that value")])
def test_values_at_which_the_library_would_end_the_program(spinbench, tmp_path, flag, said):
    """With its usage and exit code 0, and nothing run."""
    for words in ([], ["--out", "r.json"]):
        line = spinbench("run", *SHORT, flag, *words).refused()
        assert flag.split("=")[0] in line and said in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("flag", ["--benchmark_time_unit=us", "--benchmark_color=no", "--benchmark_counters_tabular=maybe",
                                  "--benchmark_context=a=b", "--benchmark_display_aggregates_only"])
def test_values_that_it_takes(spinbench, flag):
    result = spinbench("run", *SHORT, flag)
    assert result.code == 0 and "scalar" in result.out and "usage" not in result.out.lower(), result


@pytest.mark.parametrize("name,value", [("BENCHMARK_COLOR", ""), ("BENCHMARK_TIME_UNIT", "foo"), ("BENCHMARK_FORMAT", "foo"),
                                        ("BENCHMARK_OUT_FORMAT", "foo")])
def test_no_variable_ends_it_either(spinbench, name, value):
    result = spinbench("run", *SHORT, env={**os.environ, name: value})
    assert result.code == 0 and "scalar" in result.out and "usage" not in result.out.lower(), result


def test_a_file_may_be_called_as_an_option_is(spinbench, tmp_path):
    assert spinbench("run", *SHORT, "--out=--resume").code == 0 and (tmp_path / "--resume").is_file()


def test_an_empty_kernel_is_none(spinbench):
    assert "KERNEL '' is empty" in spinbench("list", "").refused()
    assert "'--figur': no such option" in spinbench("list", "--figur=").refused()


@pytest.mark.parametrize("args", [
    ["frobnicate"], ["run", "--frobnicate"], ["run", "--kernel", "nope"], ["run", "--variant", "nope"],
    ["run", "--backend", "nope"], ["run", "--preset", "nope"], ["run", "--figure", "nope"],
    ["run", "--figure", "lulli2015-fig8,nope"], ["run", "--figure", ","], ["run", "--preset", "quick,paper"],
    ["run", "--preset", "quick", "--figure", "weigel2012-fig8"], ["run", "--filter", "("], ["run", "--filter", "["],
    ["run", *SHORT, "--seed", "x"], ["run", *SHORT, "--seed", "-1"], ["run", *SHORT_CASE, "--sweeps", "0"],
    ["run", *SHORT_CASE, "--sweeps", "-3"], ["run", *SHORT_CASE, "--sweeps", "9" * 30], ["run", "--axis"],
    ["run", *SHORT_CASE, "--hold", "-1"], ["run", *SHORT_CASE, "--hold", "nan"], ["run", *SHORT_CASE, "--hold", "1e9"],
    ["run", *SHORT_CASE, "--hold", "10s"], ["run", *SHORT_CASE, "--repetitions", "0"],
    ["run", *SHORT_CASE, "--repetitions", "2.5"],
    ["run", "--kernel", "machine_logic", "--axis", "steps=1", "--axis", "steps=2"], ["verify", "--filter", "*"],
    ["list", "--kernel", "nope"], ["run", *SHORT, "--resume"], ["run", *SHORT, "--device", "x"],
], ids=" ".join)
def test_bad_usage(spinbench, args):
    spinbench(*args).refused()


def test_figures_in_one_run(spinbench):
    def cases(figure):
        return [case["name"] for case in spinbench("list", "--json", "--figure", figure, "--backend", "cpu").json()["cases"]]
    # Cases that they share are there once.
    both = cases("lulli2015-fig5,lulli2015-fig8")
    assert len(both) == len(set(both))
    assert set(both) == set(cases("lulli2015-fig5")) | set(cases("lulli2015-fig8"))


def test_help_names_the_presets_that_there_are(spinbench):
    presets = {plan["id"] for plan in spinbench("list", "--json").json()["plans"] if not plan["figure"]}
    assert {"quick", "paper", "full", "strong", "weak"} <= presets
    for command in ("run", "list", "verify"):
        text = " ".join(spinbench(command, "--help").out.split())
        said = text.split("a preset's cases: ")[1].split(" --figure ")[0]
        assert said.startswith("quick (the default of a bare run), ")
        names = said.replace(" (the default of a bare run)", "").split(", ")
        assert len(names) == len(set(names)) and set(names) == presets


def test_filter_too_deep(spinbench):
    spinbench("run", "--filter", "(" * 60000 + "a" + ")" * 60000).refused()


@pytest.mark.parametrize("command", ["compare", "history", "export", "plot", "report", "score"])
@pytest.mark.parametrize("args", [[], ["a.json", "b.json"]], ids=["bare", "files"])
def test_command_of_the_script(spinbench, command, args):
    """The program says where it is."""
    needs(BINARY != str(ROOT / "spinbench"), "this is the script itself")
    assert f"./spinbench {command}" in spinbench(command, *args).refused()


@pytest.mark.parametrize("args", [["--help"], ["run", "--help"], ["list", "--help"], ["verify", "--help"],
                                  ["tau", "--help"], ["doctor", "--help"]], ids=" ".join)
def test_help(spinbench, args):
    result = spinbench(*args)
    assert result.code == 0 and "--" in result.out and result.err == ""


def test_cuda_without_a_gpu(spinbench, has_gpu):
    needs(not has_gpu, "this machine has a GPU")
    assert "cuda" in spinbench("run", "--backend", "cuda").refused(3)


@pytest.mark.parametrize("args", [["--backend", "hip"], [*SHORT, "--device", "7"]], ids=" ".join)
def test_no_such_device_here(spinbench, args):
    spinbench("run", *args).refused(3)


def test_kokkos_without_kokkos(spinbench, backends):
    needs("kokkos" not in backends, "this build has Kokkos")
    assert "kokkos" in spinbench("run", "--backend", "kokkos").refused(3)


@pytest.mark.parametrize("name", ["run", "verify", "list"])
def test_selection_of_nothing(spinbench, name):
    result = spinbench(name, "--filter", "^no case is called so$")
    assert result.code == 2 and len(result.err.splitlines()) == 1


@pytest.mark.parametrize("args,meant", [
    (["tset"], "./spinbench test"), (["test"], "./spinbench test"), (["bulid"], "./spinbench build"), (["help"], "'--help'"),
    (["version"], "'--version'"), (["-v"], "'--version'"), (["rnu"], "'run'"), (["compar"], "'compare'"),
    (["run", "--kernel", "ising2d_metropols"], "'ising2d_metropolis'"), (["run", "--preset", "qick"], "'quick'"),
    (["run", "--backend", "cdua"], "'cuda'"), (["run", "--figure", "weigel2012-fgi8"], "'weigel2012-fig8'"),
    (["list", "machine_copi"], "'machine_copy'")], ids=lambda value: value if isinstance(value, str) else " ".join(value))
def test_nearest_word(spinbench, args, meant):
    line = spinbench(*args).refused()
    assert f"did you mean {meant}" in line.replace("'./", "./") and len(line) < 160


@pytest.mark.parametrize("option,shown", [("--kernel", "spinbench list --kernel"), ("--figure", "spinbench list --figure"),
                                          ("--preset", "quick"), ("--backend", "cuda")])
def test_a_name_that_is_near_to_none(spinbench, option, shown):
    line = spinbench("run", option, "zzzzzz").refused()
    assert "zzzzzz" in line and shown in line and len(line) < 160


def test_physics_left_out(spinbench):
    """Of checks, as where compute-sanitizer watches; never of what is timed, and what has no other proof is not verified."""
    case = ["--kernel", "ising2d_metropolis", "--backend", "cpu", "--axis", "L=64", "--axis", "beta=0.4"]
    row, = json.loads(spinbench("verify", "--json", *case, "--variant", "multispin", "--axis", "rng=philox4x32", "--physics", "0").out)["rows"]
    assert row["verification"]["proved"] == "bits"
    oracle, = json.loads(spinbench("verify", "--json", *case, "--variant", "row_order", "--axis", "rng=lcg32_random", "--physics", "0").out)["rows"]
    assert oracle["status"] == "skipped" and "--physics 0 leaves it out" in oracle["reason"]
    assert "--physics '0': write seconds from 1 to" in spinbench("run", *case, "--physics", "0").refused()
    # In so short a time nothing is decided: right code failed.
    for seconds in ("1e-9", "0.99"):
        line = spinbench("verify", *case, "--physics", seconds).refused()
        assert f"--physics '{seconds}': write seconds from 1 to 86400, or 0 to leave physics out" in line

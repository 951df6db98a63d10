"""score: one number for a machine by a procurement list, from files made up here, the reference's among them."""

import json
import math

import example_files as example
import pytest

from spinbench_results import files, score, score_text, versions

REAL = json.loads((example.ROOT / "results/procurement/procurement-1.json").read_text())
KERNELS = [group["kernel"] for group in REAL["groups"]]
H200, H100, EPYC = "NVIDIA H200", "NVIDIA H100", "AMD EPYC"
UNIT = {True: "number", False: "flip"}


def rows_of(rate, device, backend="cuda", of=REAL, leave_out=(), **changes):
    """A row of each job of a list; the rates of a group's jobs are `rate` times 1, 2, 3, ..."""
    kind = score.KINDS[backend]
    return [example.row(rate * (i + 1), kernel=group["kernel"], variant=job[kind]["variant"], backend=backend, device=device,
                        params=dict(job[kind]["params"]), unit=UNIT["rng" in group["kernel"]], **changes)
            for group in of["groups"] if group["kernel"] not in leave_out
            for i, job in enumerate(group["jobs"]) if kind in job]


def document(*rows, device=H200, backend="cuda", preset="procurement-1", **changes):
    made = example.document(*rows, device=device, backend=backend, **changes)
    made["provenance"] |= {"preset": preset} if preset else {}
    return made


def machine(rate, device, backend="cuda", of=REAL, leave_out=(), preset="procurement-1", date="2026-11-22T09:30:00Z", **changes):
    return document(*rows_of(rate, device, backend, of, leave_out, **changes), device=device, backend=backend, preset=preset,
                    date=date)


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A folder of results with the real list and no reference."""
    (tmp_path / "procurement").mkdir()
    (tmp_path / "recorded").mkdir()
    (tmp_path / "procurement/procurement-1.json").write_text(json.dumps(REAL))
    monkeypatch.setattr(score, "RESULTS", tmp_path)
    return tmp_path


@pytest.fixture
def with_reference(results):
    """The same, with an H200 of 100 units/ns in the first job of each kernel."""
    (results / "recorded/h200-procurement-1.json").write_text(json.dumps(machine(100, H200)))
    return results


def scores(*documents):
    return score.scores(example.read(*documents))


def only(*documents):
    found, unknown = scores(*documents)
    assert len(found) == 1 and not unknown
    return found[0]


# --- the score ---

def test_the_reference_scores_one(with_reference):
    found = only(machine(100, H200))
    assert found.is_complete and found.value == pytest.approx(1) and found.error == 0 and not found.no_reference
    assert [group.kernel for group in found.groups] == KERNELS


def test_it_is_the_geometric_mean_over_groups_of_those_over_jobs(with_reference):
    rows = rows_of(100, H100)
    factors = {}
    for i, row in enumerate(rows):  # every job slower by a factor of its own
        factor = 1 / (2 + i % 5)
        row |= {"units_per_ns": row["units_per_ns"] * factor, "ns_per_unit": row["ns_per_unit"] / factor,
                "ci95": [x / factor for x in row["ci95"]]}
        factors.setdefault(row["kernel"], []).append(math.log(factor))
    wanted = math.exp(sum(sum(f) / len(f) for f in factors.values()) / len(factors))
    assert only(document(*rows, device=H100)).value == pytest.approx(wanted)


def test_its_interval_is_that_of_the_rows(with_reference):
    # Every row has 2%, of 3.92 standard deviations, on both sides of the ratio.
    found = only(machine(50, H100))
    one = math.log(1.01 / 0.99) / 3.92 * math.sqrt(2)
    jobs = [len(group.entries) for group in found.groups]
    wanted = 1.96 * one / len(jobs) * math.sqrt(sum(1 / n for n in jobs))
    assert found.value == pytest.approx(0.5) and found.error == pytest.approx(wanted)


def test_a_cpu_is_scored_by_its_own_cases_over_the_reference(with_reference):
    found = only(machine(0.1, EPYC, backend="cpu"))
    assert found.is_complete and found.value < 0.002
    assert all("gpu" not in entry.case for group in found.groups for entry in group.entries)
    first = found.groups[KERNELS.index("ising2d_metropolis")].entries[0]
    assert first.case.startswith("row_order/L:1024/") and first.ratio == pytest.approx(0.1 / 100)


def test_hip_rows_count_as_a_gpu(with_reference):
    assert only(machine(25, "AMD MI300X", backend="hip")).value == pytest.approx(0.25)


def test_rows_have_the_axes_that_their_variants_got_later():
    """Words of 32 realizations were all that GPUs' layouts had; in the place that the axis has today, so that names agree."""
    def params_of(variant, backend, **own):
        row = {"kernel": "ea3d_metropolis", "variant": variant, "backend": backend, "params": {"replicas": 4, "spins": 1, **own}}
        return list(versions.with_later_axes(row)["params"].items())

    assert params_of("sliced", "cuda") == [("replicas", 4), ("word", "32"), ("spins", 1)]
    assert params_of("sliced", "hip", word="64") == [("replicas", 4), ("spins", 1), ("word", "64")]
    assert params_of("multispin", "cuda") == params_of("standard", "kokkos") == [("replicas", 4), ("spins", 1)]


def test_the_recorded_reference_is_whole():
    """That of results/recorded/, once it is there, scores one, by every job of a GPU and with the energy of each."""
    for entry in score.lists().values():
        path = score.RESULTS / "recorded" / entry["reference"]["results"]
        if not path.exists():
            pytest.skip(f"{path.name} is not recorded")
        document = files.read_file(path)
        [found], unknown = score.scores([document])
        assert not unknown and found.is_complete and found.machine == entry["reference"]["machine"]
        assert found.value == pytest.approx(1) and found.error == 0
        assert all((row.get("energy") or {}).get("joules_per_unit") for row in document.rows)


# --- what is missing ---

def test_an_installed_package_has_no_lists(tmp_path, monkeypatch, capsys):
    """They lie in a checkout. It said, with exit code 0, that the lists are not known."""
    monkeypatch.setattr(score, "RESULTS", tmp_path / "results")
    code, out, err = example.run(capsys, "score", example.ROOT / "results/recorded/h100-procurement-1.json")
    assert (code, out) == (2, "") and len(err.splitlines()) == 1 and "checkout" in err and str(tmp_path) in err


def test_without_a_reference_there_is_no_score(results):
    found = only(machine(100, H100))
    assert found.value is None and "h200-procurement-1.json" in found.no_reference and H200 in found.no_reference
    told = " ".join(score_text.sentences([found], []))
    assert "none; no reference is recorded yet" in told and "Missing" not in told
    shown = "\n".join(score_text.text([found], [], 120))
    assert "no score" in shown and "100" in shown and "missing" not in shown


def test_a_missing_kernel_is_shown_and_the_score_incomplete(with_reference):
    found = only(machine(50, H100, leave_out=("ea2d_metropolis",)))
    assert not found.is_complete and found.value == pytest.approx(0.5)
    told = score_text.sentences([found], [])
    assert "incomplete, 0.500 over 6 of 7 kernels" in told[0]
    assert told[1] == f"Missing for procurement-1: on {H100} (cuda) ea2d_metropolis (not run)."
    entry = score_text.as_json([found], [])["scores"][0]
    assert entry["score"] is None and entry["complete"] is False
    assert [g["missing"] for g in entry["groups"] if g["kernel"] == "ea2d_metropolis"] == ["not run"]
    assert "missing" in "\n".join(score_text.text([found], [], 120))


@pytest.mark.parametrize(("changes", "why"), [
    ({"figure": "burst"}, "of bursts"), ({"status": "skipped", "reason": "too little memory"}, "skipped: too little memory"),
    ({"status": "failed", "reason": "bits"}, "failed: bits"),
    ({"verification": {"status": "failed", "checks": []}}, "not verified")], ids=["burst", "skipped", "failed", "unverified"])
def test_a_job_that_does_not_count_is_missing(with_reference, changes, why):
    made = machine(50, H100)
    made["rows"][0] |= changes
    found = only(made)
    group = found.groups[0]
    assert not found.is_complete and group.ratio is None and why in group.why
    assert group.entries[0].job in group.why and group.entries[1].ratio


def test_other_params_are_another_case(with_reference):
    made = machine(50, H100)
    row = made["rows"][0]
    row["params"] = {**row["params"], "L": 2 * row["params"]["L"]}
    assert only(made).groups[0].entries[0].why == "not run"
    # An axis that a later version adds does not hide the case; another type does.
    row["params"] = {**rows_of(1, H100)[0]["params"], "later": 3}
    assert only(made).is_complete
    row["params"]["L"] = float(row["params"]["L"])
    assert not only(made).is_complete


def test_a_reference_that_lacks_a_row_leaves_scores_incomplete(results):
    (results / "recorded/h200-procurement-1.json").write_text(json.dumps(machine(100, H200, leave_out=("rng_fill",))))
    found = only(machine(50, H100))
    assert not found.is_complete and found.groups[KERNELS.index("rng_fill")].why == "the reference has no such row"


@pytest.mark.parametrize("made", [machine(100, H100), machine(100, H200, preset="procurement-2"), machine(100, H200, preset="")],
                         ids=["another machine", "another list", "no list"])
def test_another_reference_is_refused(results, made):
    (results / "recorded/h200-procurement-1.json").write_text(json.dumps(made))
    assert "the recorded reference is another" in only(machine(50, H100)).no_reference


def test_a_broken_reference_is_named(results):
    (results / "recorded/h200-procurement-1.json").write_text("{")
    assert "the reference cannot be read" in only(machine(50, H100)).no_reference


# --- lists are not mixed ---

def test_rows_of_other_presets_do_not_count(with_reference):
    assert scores(machine(50, H100, preset="")) == ([], [])
    assert scores(machine(50, H100, preset="paper")) == ([], [])


def test_lists_have_scores_of_their_own(with_reference):
    second = {**REAL, "list": "procurement-2", "reference": {"machine": H200, "results": "h200-procurement-2.json"}}
    (with_reference / "procurement/procurement-2.json").write_text(json.dumps(second))
    first_half, other_half = KERNELS[:3], KERNELS[3:]
    found, unknown = scores(machine(50, H100, leave_out=other_half), machine(50, H100, leave_out=first_half, preset="procurement-2"))
    assert not unknown and [(s.list, s.is_complete) for s in found] == [("procurement-1", False), ("procurement-2", False)]
    assert found[1].no_reference and not found[0].no_reference
    assert len(found[0].present) == 3  # of the rows of the other list none fills a gap


def test_a_list_of_a_later_version_is_named(with_reference):
    found, unknown = scores(machine(50, H100, preset="procurement-9"))
    assert not found and unknown == ["procurement-9"]
    assert "does not know" in score_text.sentences(found, unknown)[0]


def test_of_several_runs_the_newest_counts(with_reference):
    old, new = machine(80, H100, date="2026-01-01T00:00:00Z"), machine(50, H100, date="2026-02-01T00:00:00Z")
    assert only(new, old).value == only(old, new).value == pytest.approx(0.5)


def test_a_newer_failure_is_not_mended_by_an_older_run(with_reference):
    """Seen: a job that the newer run failed counted by the older one's time, without a word."""
    old, failed = machine(80, H100, date="2026-01-01T00:00:00Z"), machine(90, H100, date="2026-03-01T00:00:00Z")
    for row in failed["rows"]:
        if row["kernel"] == "rng_fill":
            row |= {"status": "failed", "reason": "bits"}
    found = only(failed, old)
    group = found.groups[KERNELS.index("rng_fill")]
    assert not found.is_complete and group.why == "failed: bits" and found.value == pytest.approx(0.9)


def test_jobs_of_several_files_name_theirs(with_reference):
    first, other = KERNELS[:3], KERNELS[3:]
    found = only(machine(50, H100, leave_out=other, date="2026-01-01T00:00:00Z"),
                 machine(50, H100, leave_out=first, date="2026-02-01T00:00:00Z"))
    shown = [line for line in score_text.text([found], [], 120) if ".json" in line]
    assert len(shown) == sum(len(group.entries) for group in found.groups)
    assert shown[0].endswith("file0.json, 2026-01-01") and shown[-1].endswith("file1.json, 2026-02-01")
    jobs = [job for group in score_text.as_json([found], [])["scores"][0]["groups"] for job in group["jobs"]]
    assert {(job["file"], job["date"]) for job in jobs} == {("file0.json", "2026-01-01T00:00:00Z"),
                                                            ("file1.json", "2026-02-01T00:00:00Z")}
    assert not any(".json" in line for line in score_text.text([only(machine(50, H100))], [], 120))


def test_a_row_of_the_reference_that_does_not_count_is_none(results):
    made = machine(100, H200)
    made["rows"][0] |= {"verification": {"status": "failed", "checks": []}}
    (results / "recorded/h200-procurement-1.json").write_text(json.dumps(made))
    assert only(machine(50, H100)).groups[0].entries[0].why == "the reference has no such row"


@pytest.mark.parametrize("said", [{"cpu": "Another CPU"}, {"settings": {"card": ["GPU-bbbbbbbb"]}}], ids=str)
def test_machines_of_one_host_name_have_scores_of_their_own(with_reference, said):
    """Seen: two cards of hosts that both call themselves vm were one machine, the newer file's."""
    made = [machine(rate, H100) for rate in (50, 25)]
    made[0]["provenance"]["settings"] = {"card": ["GPU-aaaaaaaa"]}
    made[1]["provenance"] |= said
    found, _ = scores(*made)
    assert [s.value for s in found] == [pytest.approx(0.5), pytest.approx(0.25)] and len({s.machine for s in found}) == 2
    assert all(s.machine.startswith(f"{H100} (") for s in found)


def test_files_of_no_list_tell_no_machines_of_a_list_apart(with_reference):
    other = example.document(example.row(device=H100), device=H100, host="another")
    assert only(machine(50, H100), other).machine == H100


def test_hosts_with_long_names_are_several(with_reference):
    made = [machine(rate, H100) for rate in (50, 25)]
    for place, document_of in enumerate(made):
        document_of["provenance"]["host"] = "node" * 60 + str(place)
    found, _ = scores(*made)
    assert len({s.machine for s in found}) == 2 and all(len(s.machine) <= score.MOST for s in found)


# --- what must be known of the rows ---

def test_dirty_builds_other_processes_and_unsettled_loads_are_said(with_reference):
    made = machine(50, H100, other_processes=[])
    assert only(made).notes == []
    made["provenance"]["dirty"] = True
    made["rows"][0] |= {"other_processes": ["miner", "a"]}
    for row in made["rows"][:2]:
        row["settled"] = False
    found, count = only(made), len(made["rows"])
    notes = ["built from a working tree that was changed since its commit: file0.json",
             f"1 of {count} jobs was measured beside other processes: a, miner",
             f"2 of {count} jobs were measured before power and clock had settled"]
    assert found.notes == notes and score_text.as_json([found], [])["scores"][0]["notes"] == notes
    assert [line for line in score_text.text([found], [], 120) if "note: " in line] == [f"  note: {note}" for note in notes]


def test_a_file_that_was_left_out_is_named_in_the_json(with_reference, tmp_path, capsys):
    (tmp_path / "good.json").write_text(json.dumps(machine(81, H100)))
    (tmp_path / "broken.json").write_text("{")
    code, out, err = example.run(capsys, "score", tmp_path / "good.json", tmp_path / "broken.json", "--json", "-")
    told = json.loads(out)["skipped"]
    assert code == 0 and len(told) == 1 and "broken.json" in told[0] and told[0] in err
    _, out, _ = example.run(capsys, "score", tmp_path / "good.json", "--json", "-")
    assert json.loads(out)["skipped"] == []


def test_incomplete_scores_stand_behind_complete_ones(with_reference):
    found, _ = scores(machine(900, "Fast", leave_out=("rng_fill",)), machine(50, H100), machine(70, "Middle"))
    assert [s.machine for s in found] == ["Middle", H100, "Fast"]


# --- the command and the page ---

def test_command(with_reference, tmp_path, capsys):
    for name, made in (("h100.json", machine(81, H100)), ("epyc.json", machine(0.1, EPYC, backend="cpu"))):
        (tmp_path / name).write_text(json.dumps(made))
    code, out, err = example.run(capsys, "score", tmp_path / "h100.json", tmp_path / "epyc.json")
    assert code == 0 and not err and f"{H100} (cuda): 0.810 +- " in out and f"{EPYC} (cpu): " in out
    assert max(map(len, out.splitlines())) <= 120
    code, out, _ = example.run(capsys, "score", tmp_path / "h100.json", "--json", "-")
    assert code == 0 and json.loads(out)["scores"][0]["score"] == pytest.approx(0.81)


def test_command_without_a_list(results, tmp_path, capsys):
    (tmp_path / "r.json").write_text(json.dumps(machine(81, H100, preset="paper")))
    code, out, err = example.run(capsys, "score", tmp_path / "r.json")
    assert code == 2 and not out and "--preset procurement-1" in err and len(err.splitlines()) == 1


def test_report_has_the_score_first(with_reference, tmp_path, capsys):
    pytest.importorskip("vl_convert", reason="no vl-convert-python")
    (tmp_path / "a.json").write_text(json.dumps(machine(81, H100, leave_out=("rng_blocks",))))
    (tmp_path / "b.json").write_text(json.dumps(machine(100, H200)))
    code, _, _ = example.run(capsys, "report", tmp_path / "a.json", tmp_path / "b.json", "-o", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    assert code == 0
    head = page[page.index("<header>"):page.index("</header>")]
    assert f"Score of procurement-1, {H200} = 1: {H200} (cuda) 1.000" in head and "incomplete, 0.810 over 6 of 7" in head
    assert "rng_blocks (not run)" in head
    assert page.index("Machines by speed") < page.index("procurement-1: held rates over") < page.index("<h2>Places")


def test_hostile_names(with_reference):
    evil = "<script>alert(1)</script>\x1b[2J" * 40
    found, unknown = scores(machine(50, evil, leave_out=KERNELS[1:], status="failed", reason=evil),
                            machine(50, H100, preset="procurement-" + "9" * 150))
    shown = "\n".join([*score_text.text(found, unknown, 100), *score_text.sentences(found, unknown)])
    assert "\x1b" not in shown and len(shown) < 20_000


@pytest.mark.parametrize("preset", [3, ["procurement-1"], {"a": 1}, "x" * 3000], ids=["number", "list", "object", "long"])
def test_a_preset_that_is_no_name_breaks_no_reader(results, preset):
    made = machine(50, H100)
    made["provenance"]["preset"] = preset
    with pytest.raises(ValueError, match="preset"):
        files.parse(json.dumps(made).encode())

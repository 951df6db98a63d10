"""Reading results files: both versions, tidy columns, and whatever strangers put into them."""

import copy
import json
import os
import pathlib
import random
import re
import types

import pandas as pd
import pytest

import spinbench_results as sr
from spinbench_results import __main__ as program
from spinbench_results import comparison, comparison_text, exports, fields, files, history, history_text, machines, table
from spinbench_results.text import clean

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDED = ROOT / "results/recorded"
SAMPLE = RECORDED / "epyc-portability-rng.json"
OLD = ROOT / "tests/data/results_version_1.json"  # rows as version 0.1.0 wrote them


@pytest.fixture
def lines():
    return []


def document():
    return json.loads(SAMPLE.read_text())


def written(path, value):
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def test_every_recorded_file(lines):
    frame = sr.load(RECORDED, complain=lines.append)
    assert lines == []
    rows = [row for path in sorted(RECORDED.glob("*.json")) for row in json.loads(path.read_text())["rows"]]
    assert len(frame) == len(rows) and list(frame.name) == [row["name"] for row in rows]
    assert [len(s) for s in frame.samples.dropna()] == [
        len(row.get("samples_ns_per_flip") or row["samples_ns_per_unit"]) for row in rows if row["status"] == "measured"]


def test_params_are_typed_columns():
    frame = sr.load(RECORDED)
    assert frame.L.dtype == "Int64" and frame.k.dtype == "Int64" and frame.beta.dtype == "float64"
    assert set(frame.rng.dropna().map(type)) == {str}
    assert frame.date.dtype.kind == "M" and frame.ns_per_unit.dtype == "float64" and frame.dirty.dtype == "boolean"
    assert frame[frame.L == 4096].params.map(lambda p: p["L"]).eq(4096).all()


def test_version_1_in_the_terms_of_2():
    row = json.loads(OLD.read_text())["rows"][0]
    found = sr.load(OLD).iloc[0]
    assert found.schema == "spinbench-results/1" and found.ns_per_unit == row["ns_per_flip"] and found.figure == "burst"
    assert found.unit == "flip"


def test_five_line_example(monkeypatch, capsys):
    code = re.search(r"```python\n(.*?)```", (ROOT / "plotting/README.md").read_text(), re.S)[1]
    assert len([line for line in code.splitlines() if line.strip()]) == 5
    monkeypatch.chdir(ROOT)
    exec(compile(code, "README.md", "exec"), {})
    assert "NVIDIA H200" in capsys.readouterr().out


def test_columns_are_documented():
    named = table.__doc__
    missing = [c for c in sr.load(SAMPLE).columns if not re.search(rf"\b{c}\b", named)]
    axes = {"load", "draws", "rng", "state", "grid", "n", "streams", "stores"}
    assert set(missing) <= axes | set(table.WORK), missing


# --- what is no results file ------------------------------------------------------------------------------------


def changed(path, value):
    """The sample with the value at a path of keys."""
    result = document()
    at = result
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return result


FIRST = ("rows", 0)
BROKEN = {
    "empty": "", "not JSON": "hello", "a number": "7", "a list": "[]", "no schema": "{}",
    "another schema": {"schema": "spinbench-results/3"}, "no rows": {"schema": "spinbench-results/2"},
    "nan": '{"schema": NaN}', "deep": "[" * 100_000, "deep in a row": changed((*FIRST, "params"), {"a": [[[[]]]]}),
    "rows of numbers": changed(("rows",), [7]), "no provenance": changed(("provenance",), None),
    "a wrong date": changed(("provenance", "date"), "2026-13-45T00:00:00Z"),
    "a long number": '{"schema": ' + "9" * 10_000 + "}", "infinite": changed((*FIRST, "ns_per_unit"), 1e999),
    "a time of text": changed((*FIRST, "ns_per_unit"), "fast"), "a time of zero": changed((*FIRST, "ns_per_unit"), 0),
    "a negative time": changed((*FIRST, "ns_per_unit"), -1.0), "a true time": changed((*FIRST, "ns_per_unit"), True),
    "a tiny time": changed((*FIRST, "ns_per_unit"), 1e-300), "an odd kernel": changed((*FIRST, "kernel"), "<script>"),
    "an odd param": changed((*FIRST, "params", "a b"), 1), "a large param": changed((*FIRST, "params", "n"), 2**70),
    "one bound": changed((*FIRST, "ci95"), [1.0]), "a long name": changed((*FIRST, "name"), "x" * 1001),
    "a huge size": changed((*FIRST, "params", "L"), 1e200), "a tiny size": changed((*FIRST, "params", "L"), 1e-200),
    "energy below zero": changed((*FIRST, "energy"), {"joules_per_unit": -1}),
    "power below zero": changed((*FIRST, "conditions"), {"power_w": -3}),
    "an error below zero": changed((*FIRST, "estimates"), [{"name": "energy", "value": -1.1, "error": -1}]),
    "a published error below zero": changed((*FIRST, "published"), [{"source": "x", "locator": "", "device": "x", "error": -1}]),
    "a speed-up below zero": changed((*FIRST, "speedup"), {"value": -2, "reference": "x"}),
    "samples of text": changed((*FIRST, "samples_ns_per_unit"), ["x"]), "a new status": changed((*FIRST, "status"), "fine"),
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_broken_file_is_named_in_one_line(tmp_path, lines, text):
    """And the others are read."""
    written(tmp_path / "broken.json", text)
    written(tmp_path / "good.json", document())
    frame = sr.load(tmp_path / "*.json", complain=lines.append)
    assert set(frame.file) == {"good.json"}
    assert len(lines) == 1 and "broken.json is no results file: " in lines[0] and lines[0].isprintable()
    assert len(lines[0]) < 400


def test_what_is_no_regular_file(tmp_path, lines):
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "gone.json").symlink_to("nowhere")
    with pytest.raises(sr.Unreadable, match="no results file"):
        sr.load(tmp_path, "/dev/zero", tmp_path / "missing.json", complain=lines.append)
    assert len(lines) == 5 and all(line.isprintable() for line in lines), lines


def test_too_large(tmp_path, lines, monkeypatch):
    monkeypatch.setattr(files, "MOST_BYTES", 1 << 20)
    written(tmp_path / "large.json", " " * (1 << 20) + "{}")
    with pytest.raises(sr.Unreadable):
        sr.load(tmp_path, complain=lines.append)
    assert "more than 1 MiB" in lines[0]
    monkeypatch.setattr(fields, "MOST_ROWS", 2)
    with pytest.raises(ValueError, match="more than 2 rows"):
        files.parse(SAMPLE.read_bytes())


NASTY = "\x1b[31mred\x1b]0;title\x07\r\n\u202e\u200b\x9b2J\ud800 end"


def test_terminal_escapes_are_spelt_out(tmp_path):
    hostile = document()
    for row in hostile["rows"]:
        row["name"] = row["device"] = NASTY
        row["params"]["rng"] = NASTY
    hostile["provenance"].update(host=NASTY, git=NASTY, cpu=NASTY)
    path = written(tmp_path / "hostile\x1b[2J.json", hostile)
    read = sr.read(path)
    for text in everything_shown(read, read):
        assert all(c.isprintable() or c == "\n" for c in text), repr(text)
    assert "\\x1b[31mred" in read[0].rows[0]["device"] and "\\u202e" in read[0].rows[0]["device"]
    assert "\\x1b[2J" in read[0].file


def test_clean_leaves_ordinary_text():
    assert clean("AMD EPYC™ 7763, 64 Kerne, größer") == "AMD EPYC™ 7763, 64 Kerne, größer"
    assert clean("x" * 5000) == "x" * 1997 + "..."


def test_param_with_the_name_of_a_column(tmp_path):
    odd = changed((*FIRST, "params", "device"), "x")
    odd["rows"][0]["params"]["L"] = "many"
    frame = sr.load(written(tmp_path / "r.json", odd))
    assert frame.param_device[0] == "x" and frame.device[0] != "x" and frame.L[0] == "many"


# --- ten thousand of them ---------------------------------------------------------------------------------------

VALUES = [None, True, -1, 0, 7, 2**63, 2**64, 10**30, -0.0, 1e308, 1e-320, "", "x", NASTY, "=1+1", "<script>alert(1)</script>",
          "$\\frac", "|`|", [], {}, [[]], [None], {"": ""}, {"ns_per_unit": -1}, "measured", "9" * 500]


def mutated_text(random_, data):
    """Bytes turned, lost, doubled, or put in."""
    data = bytearray(data)
    for _ in range(random_.randint(1, 4)):
        at = random_.randrange(len(data))
        kind = random_.randrange(4)
        if kind == 0:
            data[at] ^= 1 << random_.randrange(8)
        elif kind == 1:
            del data[at:at + random_.randint(1, 30)]
        elif kind == 2:
            data[at:at] = data[at:at + random_.randint(1, 50)]
        else:
            data[at:at] = random_.choice([b'"', b"}", b"[", b",", b"9", b"e9", b"\\", b"-", b"\x00", b"\x1b", b"null", b"NaN"])
    return bytes(data)


def mutated_tree(random_, value):
    """Some values, or keys, replaced by what nobody expects there."""
    value = copy.deepcopy(value)
    for _ in range(random_.randint(1, 3)):
        at = value
        while True:
            key = random_.choice(list(at)) if isinstance(at, dict) else random_.randrange(len(at))
            if not isinstance(at[key], (dict, list)) or not at[key] or random_.random() < 0.1:
                break
            at = at[key]
        if isinstance(at, dict) and random_.random() < 0.2:
            at[random_.choice(["", NASTY, "L", "name", "samples"])] = at.pop(key)
        else:
            at[key] = copy.deepcopy(random_.choice(VALUES))
    return json.dumps(value).encode()


def everything_shown(base, new):
    """All texts that come of two sides, CSV aside, whose line ends are its own."""
    result = comparison.compare(base, new)
    yield "\n".join(comparison_text.text(result, 80))
    yield "\n".join(comparison_text.markdown_text(result))
    yield json.dumps(comparison_text.as_json(result))
    machines = history.machines([*base, *new])
    yield "\n".join(history_text.text(machines, 80, 0.01))
    yield json.dumps(history_text.as_json(machines, 0.01))
    for name in ("github-action-benchmark", "bencher", "google-benchmark"):
        yield exports.FORMATS[name](new)
    yield exports.comma_separated(new).replace("\r\n", "\n")


def small_document():
    small = document()
    small["rows"] = small["rows"][:2]
    for row in small["rows"]:
        row["verification"]["checks"] = row["verification"]["checks"][:1]
        row["samples_ns_per_unit"] = row["samples_ns_per_unit"][:3]
    return small


def test_commands_on_mutated_files(tmp_path, capsys, monkeypatch):
    """An exit code that is known, and one line where it is 2; what escapes as an exception fails this test."""
    monkeypatch.setenv("SPINBENCH_TRACEBACK", "1")
    random_, small = random.Random(14), small_document()
    base, new = str(written(tmp_path / "base.json", small)), tmp_path / "new.json"
    data, codes = pathlib.Path(base).read_bytes(), set()
    for i in range(200):
        new.write_bytes(mutated_text(random_, data) if i % 2 else mutated_tree(random_, small))
        for words in (["compare", base, str(new), "--across"], ["history", str(new)], ["export", "csv", str(new)]):
            code = program.main(words)
            captured = capsys.readouterr()
            assert code in (0, 1, 2) and all(c.isprintable() or c in "\r\n" for c in captured.out + captured.err)
            assert code != 2 or (captured.out == "" and 1 <= len(captured.err.splitlines()) <= 2), captured
            codes.add(code)
    assert codes >= {0, 2}


def test_ten_thousand_mutations():
    """No crash: each is refused by a ValueError, or goes through everything that shows it."""
    random_, small = random.Random(13), small_document()
    data = json.dumps(small).encode()
    base = [files.parse(data, "base.json")]
    read = []
    for i in range(10_000):
        text = mutated_text(random_, data) if i % 2 else mutated_tree(random_, small)
        try:
            read.append(files.parse(text, f"{i}.json"))
        except ValueError as error:
            assert not isinstance(error, sr.Unreadable) and str(error)
    assert 500 < len(read) < 9500
    # All rows at once, so that columns see values of all kinds.
    frame = sr.frame(read)
    assert isinstance(frame, pd.DataFrame) and len(frame) == sum(len(d.rows) for d in read)
    for one in read[::10]:
        for text in everything_shown(base, [one]):
            assert all(c.isprintable() or c == "\n" for c in text), repr(text)


def test_processors_of_one_name_are_told_apart_by_host_and_cache():
    def document(host, kib):
        machine = {"caches": [{"level": 1, "type": "Data", "bytes": kib << 10}]}
        return types.SimpleNamespace(provenance={"host": host, "cpu": "AMD EPYC", "machine": machine, "devices": []},
                                     rows=[{"device": "AMD EPYC", "backend": "cpu", "status": "skipped", "params": {}}])

    def names(*documents):
        name = machines.Names(documents)
        return [name(one, one.rows[0]) for one in documents]

    assert names(document("vm", 32), document("vm", 48)) == ["AMD EPYC (32 KiB L1)", "AMD EPYC (48 KiB L1)"]
    assert names(document("a", 32), document("b", 32)) == ["AMD EPYC (a)", "AMD EPYC (b)"]
    assert names(document("vm", 32), document("vm", 32)) == ["AMD EPYC"] * 2

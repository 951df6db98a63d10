"""Files of one run that are one file, by whatever name: seen were runs that ended with exit code 0 and without their results."""

import os

import pytest

from conftest import SHORT


def refused(spinbench, folder, *words):
    """The line that a run and a dry run say, which touch nothing."""
    before = {path.name: path.read_bytes() if path.exists() else None for path in folder.iterdir()}
    line = spinbench("run", *SHORT, *words).refused()
    assert spinbench("run", *SHORT, *words, "--dry-run").refused() == line and "name another for one of them" in line
    assert {path.name: path.read_bytes() if path.exists() else None for path in folder.iterdir()} == before
    return line


@pytest.mark.parametrize("words,named", [
    (["--out", "g.json", "--benchmark_out=g.json.journal"], ["--benchmark_out 'g.json.journal'", "the journal of --out 'g.json'"]),
    (["--out", "r.json", "--checkpoint", "r.json.journal"], ["--checkpoint 'r.json.journal'", "the journal of --out 'r.json'"]),
    (["--out", "r.json", "--benchmark_out=nowhere/../r.json"], ["--benchmark_out 'nowhere/../r.json'", "--out 'r.json'"]),
    (["--checkpoint", "ck", "--benchmark_out=ck"], ["--checkpoint 'ck'", "--benchmark_out 'ck'"]),
    (["--out", "ck", "--checkpoint", "./ck"], ["--checkpoint './ck'", "--out 'ck'"]),
    (["--tune", "--tuning", "t.json", "--benchmark_out=t.json"], ["--tuning 't.json'", "--benchmark_out 't.json'"]),
    (["--tune", "--out", "spinbench-tuning.json"], ["--tuning 'spinbench-tuning.json'", "--out 'spinbench-tuning.json'"]),
    (["--tuning", "t.json", "--checkpoint", "t.json"], ["--tuning 't.json'", "--checkpoint 't.json'"]),
], ids=lambda value: " ".join(value) if value[0].startswith("--") and "'" not in value[0] else "")
def test_one_name_for_two(spinbench, tmp_path, words, named):
    line = refused(spinbench, tmp_path, *words)
    assert all(name in line for name in named), line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("there", [True, False], ids=["to a file", "that dangles"])
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_links(spinbench, tmp_path, link, there):
    if there:
        (tmp_path / "real").write_text("what was there")
    elif link is os.link:
        pytest.skip("there is no such thing")
    (tmp_path / "folder").mkdir()
    link("../real" if link is os.symlink else tmp_path / "real", tmp_path / "folder/other")
    line = spinbench("run", *SHORT, "--out", "real", "--benchmark_out=folder/other", "--force").refused()
    assert "--benchmark_out 'folder/other'" in line and "--out 'real'" in line
    assert (tmp_path / "real").exists() == there and not (tmp_path / "real.journal").exists()
    assert not there or (tmp_path / "real").read_text() == "what was there"


def test_a_folder_by_two_names(spinbench, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "same").symlink_to("folder")
    line = spinbench("run", *SHORT, "--out", "folder/r.json", "--benchmark_out=same/r.json").refused()
    assert "--benchmark_out 'same/r.json'" in line and list((tmp_path / "folder").iterdir()) == []


@pytest.mark.parametrize("name", ["n.baseline.json", "n.baseline.json.journal", "n.baseline.json.cases", "other/spinbench"])
def test_what_the_other_build_reads_and_writes(spinbench, tmp_path, name):
    (tmp_path / "other").mkdir()
    line = spinbench("run", "--against", "base.json", "--baseline-binary", "other/spinbench", "--out", "n.json",
                     f"--benchmark_out={name}").refused()
    assert "--baseline-binary" in line and f"--benchmark_out '{name}'" in line and "are one file" in line
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


def test_a_device_takes_two(spinbench, tmp_path):
    assert spinbench("run", *SHORT, "--out", "/dev/null", "--benchmark_out=/dev/null").code == 0
    assert list(tmp_path.iterdir()) == []

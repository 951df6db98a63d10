"""What `cmake --install` and `cpack` make: a program that starts where nothing but the C and C++ runtimes is, and a .deb."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

from conftest import BINARY, BURST, IS_ROOT, ROOT, SHORT_CASE, needs, needs_program

BUILD = pathlib.Path(BINARY).resolve().parent.parent
# Of these a system without them has no C++ programs.
SYSTEM = re.compile(r"lib(c|m|gcc_s|stdc\+\+|dl|rt|pthread)\.so\.\d+|ld-linux[\w.-]+")


def call(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=600, check=False, **options)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """An empty root with what is installed, and the system's libraries that the program names."""
    needs((BUILD / "CMakeCache.txt").exists(), "the binary under test is not in a build folder")
    root = tmp_path_factory.mktemp("root")
    result = call("cmake", "--install", BUILD, "--prefix", "/usr", env={**os.environ, "DESTDIR": str(root)})
    assert result.returncode == 0, result.stderr
    return root


def in_root(root, *command):
    """Runs a command there, with a /proc: by it the loader knows where a program lies, whose own libraries are beside it."""
    (root / "proc").mkdir(exist_ok=True)
    isolate = ["unshare", *([] if IS_ROOT else ["-r"]), "--fork", "--pid", f"--mount-proc={root}/proc"]
    needs(call(*isolate, "true").returncode == 0, "neither namespaces nor chroot are allowed here")
    return call(*isolate, shutil.which("chroot", path=f"{os.environ['PATH']}:/usr/sbin:/sbin"), root, *command)


def test_starts_in_an_empty_root(installed):
    """All that is beside it are the libraries of C and C++, and the loader; what else it needs it brought."""
    program = installed / "usr/bin/spinbench"
    needed = re.findall(r"^\s*(\S+)(?: => (\S+))? \(0x", call("ldd", program).stdout, re.M)
    needs(not any("hip" in name for name, _ in needed), "a program with HIP needs ROCm's runtime")
    for name, path in needed:
        place = pathlib.Path(path or name)
        if not place.is_absolute() or str(place).startswith(str(installed)):
            continue
        assert SYSTEM.fullmatch(place.name), f"{place} is not installed with the program, and no part of every system"
        to = installed / str(place).lstrip("/")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(place.resolve(), to)
    assert len(needed) >= 3
    (installed / "tmp").mkdir()
    result = in_root(installed, "/usr/bin/spinbench", "--version")
    assert result.returncode == 0 and result.stdout == call(BINARY, "--version").stdout, result.stderr
    result = in_root(installed, "/usr/bin/spinbench", "run", *SHORT_CASE, "--sweeps", "50", *BURST, "--out", "/tmp/r.json")
    assert result.returncode == 0 and (installed / "tmp/r.json").exists(), result.stderr


def test_archive_is_linked_where_there_is_one():
    """A static Google Benchmark beside the shared one is taken, so that no program needs the library then."""
    cache = (BUILD / "CMakeCache.txt").read_text() if (BUILD / "CMakeCache.txt").exists() else ""
    folder = re.search(r"^benchmark_DIR:PATH=(.*)/cmake/benchmark$", cache, re.M)
    needs(folder and pathlib.Path(folder[1], "libbenchmark.a").exists(), "no libbenchmark.a here (Debian 12 has none)")
    assert "libbenchmark" not in call("ldd", BINARY).stdout


def test_files(installed):
    files = {str(path.relative_to(installed / "usr/share")) for path in (installed / "usr/share").rglob("*") if path.is_file()}
    wanted = {"spinbench/published/published.json", "spinbench/procurement/procurement-1.json",
              "spinbench/schema/spinbench-results-2.schema.json", "bash-completion/completions/spinbench",
              "fish/vendor_completions.d/spinbench.fish", "doc/spinbench/copyright", "doc/spinbench/CHANGELOG.md"}
    assert wanted <= files
    assert any(f.startswith("man/man1/spinbench.1") for f in files) and any(f.startswith("zsh/") for f in files)


def bare_debian():
    """The root named in SPINBENCH_BARE_DEBIAN, made by debootstrap where it is not there: by hand, since it takes a minute."""
    folder = os.environ.get("SPINBENCH_BARE_DEBIAN")
    needs(folder, "by hand: SPINBENCH_BARE_DEBIAN=/tmp/bare names (or makes) a root of Debian, minbase")
    needs(IS_ROOT, "not root")
    if not pathlib.Path(folder, "etc/debian_version").exists():
        needs_program("debootstrap")
        result = call("debootstrap", "--variant=minbase", "bookworm", folder)
        assert result.returncode == 0, result.stdout[-1000:]
    return pathlib.Path(folder)


def test_deb_on_a_bare_debian(tmp_path):
    root = bare_debian()
    needs((BUILD / "CMakeCache.txt").exists(), "the binary under test is not in a build folder")
    needs_program("dpkg-shlibdeps")
    result = call("cpack", "-G", "DEB", "-B", tmp_path, cwd=BUILD)
    assert result.returncode == 0, result.stderr
    deb = next(tmp_path.glob("*.deb"))
    shutil.copy(deb, root / "tmp/spinbench.deb")
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    assert in_root(root, "apt-get", "update", "-q").returncode == 0
    result = in_root(root, "apt-get", "install", "-y", "-q", "--no-install-recommends", "/tmp/spinbench.deb")
    assert result.returncode == 0, result.stdout[-1000:] + result.stderr
    result = in_root(root, "spinbench", "run", *SHORT_CASE, "--sweeps", "50", *BURST, "--out", "/tmp/r.json")
    assert result.returncode == 0, result.stderr
    (root / "tmp/r.json").unlink()
    assert in_root(root, "apt-get", "purge", "-y", "-q", "spinbench").returncode == 0
    left = [path for path in root.glob("usr/**/*spinbench*")]
    assert not left

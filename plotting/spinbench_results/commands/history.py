"""Shows each case over all results files of a folder, host by host in the order of their dates, and marks where its level
changed and what else changed there: commit, driver, compiler, settings."""

import json
import pathlib

from spinbench_results import files, history, history_text, layout, outputs
from spinbench_results.commands import UsageError, show, write
from spinbench_results.commands.compare import level, without_copies

HELP = "trend of each case over many files of one host"
KINDS = (".png", ".svg", ".pdf")


def arguments(parser):
    parser.add_argument("folders", metavar="DIR", nargs="+", help="a folder of results files, or files")
    parser.add_argument("--alpha", type=level, default=0.01, metavar="0.01",
                        help="expected share of false changes among all that are marked")
    parser.add_argument("--json", metavar="FILE", help="write JSON to FILE; - is standard output, in place of the text")
    parser.add_argument("--plot", metavar="FILE", help="draw every case; .png, .svg or .pdf")


def run(options):
    if options.plot and pathlib.Path(options.plot).suffix not in KINDS:
        raise UsageError(f"--plot {options.plot}: the name must end in {', '.join(KINDS)}")
    outputs.refuse("--json", [options.json], options.folders)
    outputs.refuse("--plot", outputs.numbered(options.plot) if options.plot else [], options.folders)
    machines = history.machines(without_copies(files.read(*options.folders)), options.alpha)
    if not any(machine.series for machine in machines):
        raise UsageError(f"{', '.join(options.folders)}: no measured case in these files")
    if options.plot and not history_text.ordered(machines):
        raise UsageError(f"--plot {options.plot}: no case has more than one run")
    # Pictures first: where they cannot be drawn or written, nothing else was said.
    for path in history_text.draw(machines, options.plot) if options.plot else []:
        files.complain_on_stderr(f"wrote {path}")
    if options.json:
        write(options.json, json.dumps(history_text.as_json(machines, options.alpha), indent=1) + "\n")
    if options.json != "-":
        show("\n".join(history_text.text(machines, layout.width(), options.alpha)) + "\n")
    return 0

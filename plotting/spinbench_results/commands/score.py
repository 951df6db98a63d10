"""Scores machines by a procurement list: the geometric mean, over the list's kernels, of the held rates over those of the
reference machine's recorded rows. The files are of `spinbench run --preset procurement-1`. A kernel that is missing is shown
as missing, and the score as incomplete; lists of different numbers have scores of their own."""

import json

from spinbench_results import files, layout, outputs, score, score_text
from spinbench_results.commands import UsageError, show, write

HELP = "score machines by a procurement list"


def arguments(parser):
    parser.add_argument("files", metavar="FILE", nargs="+", help="results files, folders of them, or globs")
    parser.add_argument("--json", metavar="FILE", help="write JSON to FILE; - is standard output, in place of the text")


def run(options):
    if why := score.no_lists():
        raise UsageError(why)
    outputs.refuse("--json", [options.json], options.files)
    skipped = []

    def complain(line):
        skipped.append(line)
        files.complain_on_stderr(line)

    scores, unknown = score.scores(files.read(*options.files, complain=complain))
    if not scores and not unknown:
        raise UsageError(f"{', '.join(options.files)}: no file of a procurement list; ./spinbench run --preset "
                         f"{max(score.lists(), default='procurement-1')} --out FILE makes one")
    if options.json:
        write(options.json, json.dumps(score_text.as_json(scores, unknown, skipped), indent=1) + "\n")
    if options.json != "-":
        show("\n".join(score_text.text(scores, unknown, layout.width())) + "\n")
    return 0

"""python3 plotting COMMAND ...: the commands of spinbench_results, as ./spinbench calls them.

Called by the folder's name, Python looks for modules in this folder first, and not in the one where it is called: python3 -m
spinbench_results would run a user's own random.py there.
"""

import sys

from spinbench_results.__main__ import main

sys.exit(main())

"""Pay lines minute by minute: an oracle that shares no code and no data file with paytally.

Usage: oracle.py random FIRST_SEED COUNT     random cases and what they pay
       oracle.py given                       what the cases on stdin pay (a JSON list)

Prints a JSON list of {"case": …, "lines": [[date, code, kind, place, minutes], …]}, lines of the case's period,
sorted. It was written from docs/time.md and docs/pay.md, without a look at the program.
"""

import json
import sys

from cases import random_case
from clock import day_number
from person import person_lines


def outcome(case):
    days = {**case, "holidays": {day_number(each) for each in case["holidays"]}}
    first, last = case["period"]["from"], case["period"]["to"]
    lines = [[*key, minutes] for key, minutes in person_lines(days).items() if first <= key[0] <= last]
    return {"case": case, "lines": sorted(lines)}


def main():
    if sys.argv[1] == "random":
        first, count = int(sys.argv[2]), int(sys.argv[3])
        cases = [random_case(seed) for seed in range(first, first + count)]
    else:
        cases = json.load(sys.stdin)
    json.dump([outcome(case) for case in cases], sys.stdout)


main()

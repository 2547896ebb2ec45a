"""The minutes of each person and day of a Toggl export, from the text of the file alone.

Prints a JSON object: "person date" -> [minutes of the day, [minutes of each entry in order of start]].
Minutes of the day are the nearest to its seconds; half a minute counts. The first entries of a day have the nearest
minutes to their own sum.
"""

import csv
import io
import json
import sys
from datetime import datetime

days = {}
for row in csv.DictReader(io.StringIO(sys.stdin.read())):
    begin = datetime.fromisoformat(row["Start date"] + "T" + row["Start time"])
    hours, minutes, seconds = map(int, row["Duration"].split(":"))
    days.setdefault(row["Email"] + " " + row["Start date"], []).append(
        (begin, hours * 3600 + minutes * 60 + seconds)
    )

found = {}
for day, entries in days.items():
    entries.sort()
    given, total, parts = 0, 0, []
    for _, seconds in entries:
        total += seconds
        nearest = (total + 30) // 60
        parts.append(nearest - given)
        given = nearest
    assert abs(given * 60 - total) <= 30
    found[day] = [given, parts]
json.dump(found, sys.stdout)

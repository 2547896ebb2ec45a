# What somebody writes from the service's documentation in an afternoon: reads each list once, adds up the minutes by
# employee and day, writes a CSV file. No check, no second read, no ledger, no retry: what paytally is measured against.
# python3 plainScript.py BASE_URL EMPLOYER_ID CLIENT_ID SECRET FROM TO NUMBERS.csv OUT.csv
import csv
import json
import resource
import sys
import urllib.parse
import urllib.request
from collections import defaultdict
from datetime import date

base, employer, client, secret, first, last, numbers, out = sys.argv[1:]
SCOPES = "establishments:read employees:read planning:read time-entries:read"


def answer(address, form=None, token=None):
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    data = None if form is None else urllib.parse.urlencode(form).encode()
    with urllib.request.urlopen(urllib.request.Request(address, data, headers)) as response:
        return json.load(response)


form = {"grant_type": "client_credentials", "scope": SCOPES, "client_id": client, "client_secret": secret}
token = answer(f"{base}/oauth/customer/token", form)["access_token"]


def read(path, **parameters):
    cursor = None
    while True:
        query = parameters | {"limit": 200} | ({} if cursor is None else {"cursor": cursor})
        address = f"{base}/api/customer/v1/employers/{employer}/{path}?{urllib.parse.urlencode(query)}"
        page = answer(address, token=token)
        yield from page["items"]
        cursor = page["nextCursor"]
        if cursor is None:
            return


places = {place["id"]: place["name"] for place in read("establishments")}
people = {person["id"]: person for person in read("employees")}
with open(numbers, encoding="utf-8-sig", newline="") as file:
    sample = file.read()
    rows = csv.DictReader(sample.splitlines(), delimiter=";" if ";" in sample.split("\n")[0] else ",")
    number_of = {row["employeeId"]: row["employeeNumber"] for row in rows}

holidays = {}
for year in {first[:4], last[:4]}:
    address = f"{base}/api/customer/v1/employers/{employer}/public-holidays?year={year}"
    for holiday in answer(address, token=token)["items"]:
        holidays[holiday["replacementDate"] or holiday["date"]] = holiday["name"]

days = defaultdict(lambda: {"planned": 0, "worked": 0, "entries": 0, "places": set()})
for shift in read("shifts", **{"from": first, "to": last}):
    if shift["employeeId"]:
        days[shift["employeeId"], shift["date"]]["planned"] += shift["plannedMinutes"]
for entry in read("time-entries", **{"from": first, "to": last}):
    if entry["employeeId"] and entry["status"] == "Completed":
        day = days[entry["employeeId"], entry["workDate"]]
        day["worked"] += entry["workedMinutes"]
        day["entries"] += 1
        day["places"].add(places[entry["establishmentId"]])


def text(name):
    # A spreadsheet program would take it for a formula.
    return "'" + name if name[:1] in ("=", "+", "-", "@") else name


with open(out, "w", encoding="utf-8", newline="") as file:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["employeeId", "employeeNumber", "lastName", "firstName", "date", "weekday", "holiday",
                     "establishments", "plannedMinutes", "workedMinutes", "differenceMinutes", "entries"])
    rows = [(key, day) for key, day in sorted(days.items()) if day["planned"] or day["worked"]]
    for (who, on), day in rows:
        person = people.get(who, {"lastName": "", "firstName": ""})
        writer.writerow([who, number_of.get(who, ""), text(person["lastName"]), text(person["firstName"]), on,
                         date.fromisoformat(on).isoweekday(), holidays.get(on, ""), "; ".join(sorted(day["places"])),
                         day["planned"], day["worked"], day["worked"] - day["planned"], day["entries"]])

used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"cpuMs": (used.ru_utime + used.ru_stime) * 1000, "peakBytes": used.ru_maxrss * 1024}))

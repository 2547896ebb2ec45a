"""Random histories of work after a final, and what a monitor must report of each state.

Written from the service's document and the contract alone: minutes of a day are the workedMinutes of the completed
entries that name an employee and whose establishment is not deleted; an entry counts on its workDate; the final has
recorded the days of October. A change is a day of an employee and establishment whose minutes differ from the recorded.

usage: monitor_oracle.py SEED HISTORIES PASSES; prints { records, passes: [{ before: [edit], drift: [[page, edit]],
kill: page or null, start: {key: minutes}, end: {key: minutes}, grown: [key] }], recorded: {key: minutes} }
"""
import json
import random
import sys
import uuid

FIRST, LAST = "2026-10-01", "2026-10-31"
DAYS = [f"2026-10-{day:02}" for day in range(18, 32)]
OUTSIDE = ["2026-09-02", "2026-11-02"]


def main():
    seed, histories, passes = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(f"monitor {seed}")
    new_id = lambda: str(uuid.UUID(int=rng.getrandbits(128), version=4))
    places, people, entries = {}, {}, {}
    own = []

    def entry(history, day=None):
        employee = rng.choice(history["people"])
        worked = rng.randrange(30, 480)
        made = {"id": new_id(), "employeeId": employee, "establishmentId": history["place"],
                "reviewedAtUtc": "2026-11-01T08:00:00Z", "shiftId": None}
        history["entries"].append(made["id"])
        return dated(made, day or rng.choice(DAYS), worked)

    def dated(made, day, worked, status="Completed"):
        # Brussels: summer time until 25 October at 03:00.
        offset = "+02:00" if day < "2026-10-25" else "+01:00"
        made = {**made, "workDate": day, "startsAt": f"{day}T08:00:00{offset}", "status": status}
        made.pop("workedMinutes", None)
        made["endsAt"] = None if status == "Working" else f"{day}T{8 + worked // 60:02}:{worked % 60:02}:00{offset}"
        if status == "Completed":
            made["workedMinutes"] = worked
        return made

    for number in range(histories):
        history = {"place": new_id(), "people": [new_id(), new_id()], "entries": []}
        own.append(history)
        places[history["place"]] = {"id": history["place"], "name": f"Place {number}", "zone": "Europe/Brussels"}
        for index, person in enumerate(history["people"]):
            people[person] = {"id": person, "firstName": f"P{index}", "lastName": f"H{number}", "isActive": True}
        for _ in range(rng.randrange(2, 6)):
            made = entry(history)
            entries[made["id"]] = made
        if rng.random() < 0.3:
            made = entry(history, rng.choice(OUTSIDE))
            entries[made["id"]] = made

    records = {"establishments": list(places.values()), "employees": list(people.values()),
               "time-entries": list(entries.values())}
    records = json.loads(json.dumps(records))

    def minutes(known=None):
        sums, grown = {}, set()
        for made in entries.values():
            if made["status"] != "Completed" or not FIRST <= made["workDate"] <= LAST:
                continue
            if places[made["establishmentId"]].get("deleted"):
                continue
            key = f'{made["employeeId"]} {made["workDate"]} {made["establishmentId"]}'
            sums[key] = sums.get(key, 0) + made["workedMinutes"]
            if known is not None and made["id"] not in known:
                grown.add(key)
        return sums if known is None else (sums, grown)

    def edit(history, only_small=False):
        """One edit, applied; the sandbox gets the same."""
        mine = [entries[each] for each in history["entries"] if each in entries]
        gone = [each for each in history["entries"] if each not in entries]
        kinds = ["minutes", "delete", "cancel", "open", "move", "out", "in", "add", "back"]
        kind = rng.choice(kinds if only_small else kinds + ["archive", "place"])
        if kind == "place":
            place = places[history["place"]]
            place["deleted"] = not place.get("deleted", False)
            return {"list": "establishments", "put": dict(place)}
        if kind == "archive":
            person = people[rng.choice(history["people"])]
            person["archived"] = not person.get("archived", False)
            return {"list": "employees", "put": dict(person)}
        if kind == "add" or not mine:
            made = entry(history)
        elif kind == "delete":
            made = rng.choice(mine)
            del entries[made["id"]]
            deleted[made["id"]] = made
            return {"list": "time-entries", "delete": made["id"]}
        elif kind == "back" and gone:
            made = deleted[rng.choice(gone)]
        else:
            made = rng.choice(mine)
            worked = made.get("workedMinutes", 60)
            day = made["workDate"]
            if kind == "minutes":
                made = dated(made, day, rng.randrange(30, 480))
            elif kind == "cancel":
                made = dated(made, day, worked, "Cancelled")
            elif kind == "open":
                made = dated(made, day, worked, "Working")
            elif kind == "out":
                made = dated(made, rng.choice(OUTSIDE), worked)
            elif kind in ("move", "in", "back"):
                made = dated(made, rng.choice(DAYS), worked)
        entries[made["id"]] = made
        return {"list": "time-entries", "put": made}

    deleted = {}
    recorded = minutes()
    known = set(entries)
    rounds = []
    for number in range(passes):
        before = []
        for history in own:
            while rng.random() < 0.35:
                before.append(edit(history))
        start, grown = minutes(known)
        kill = rng.randrange(1, 12) if rng.random() < 0.4 else None
        drift = []
        if number % 2 == 1:
            pages = max(1, len(entries) // 200)
            for page in sorted(rng.randint(1, pages) for _ in range(rng.randrange(1, 25))):
                drift.append([page, edit(rng.choice(own), True)])
        end, late = minutes(known)
        rounds.append({"before": before, "drift": drift, "kill": kill, "start": start, "end": end,
                       "grown": sorted(grown | late)})
    print(json.dumps({"records": records, "recorded": recorded, "passes": rounds}))


main()

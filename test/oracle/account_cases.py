"""Random employers for `accounts_oracle.py`: three years of months, dated rows, part holidays, people who come and go."""

import random

from accounts_oracle import add_days, days_of_month, weekday

MONTHS = [f"{year}-{month:02d}" for year in (2024, 2025, 2026) for month in range(1, 13)]
PARTS = ["", "", "", "am", "pm", "0.5", "0.25", "18:00-24:00", "08:30-13:10"]


def random_case(seed, months=None):
    dice = random.Random(seed)
    months = months or MONTHS
    people = ["ann", "ben", "cas"][: dice.choice([1, 2, 2, 3])]
    dates = [day for month in months for day in days_of_month(month)]
    settings = random_settings(dice, months)
    case = {"name": f"seed {seed}", "people": people, "settings": settings, "hasGap": dice.random() < 0.15}
    case["stages"] = random_stages(dice, months, case["hasGap"])
    case["mapping"] = [row for who in people for row in mapping_rows(dice, who, dates, settings, len(case["stages"]))]
    case["holidays"] = [
        {"date": day, "name": f"Feast {day}", "part": dice.choice(PARTS)}
        for day in sorted(dice.sample(dates, k=max(1, len(dates) // 40)))
    ]
    case["shifts"], case["entries"], case["absences"] = [], [], []
    for who in people:
        add_absences(dice, case, who, dates)
        add_work(dice, case, who, dates, months)
    return case


def random_settings(dice, months):
    first = dice.choice([months[0], months[0], months[0], dice.choice(months[: len(months) // 2])])
    account = {"target": dice.choice(["contract", "contract", "planned"])}
    account["from"] = dice.choice(days_of_month(first)) if dice.random() < 0.3 else f"{first}-01"
    if dice.random() < 0.1:
        account["from"] = add_days(f"{months[0]}-01", -dice.randint(1, 40))
    if dice.random() < 0.3:
        account["counts"] = dice.choice([["NORMAL"], ["NORMAL", "OT"], ["NORMAL", "TOPUP"]])
    account["credits"] = dice.choice([[], ["LEAVE"], ["LEAVE", "SICK"]])
    if dice.random() < 0.8:
        account["opening"] = "opening"
    if dice.random() < 0.9:
        account["period"] = dice.choice(["month", "month", "week", "year"])
    if dice.random() < 0.8:
        cap = {}
        if dice.random() < 0.8:
            cap["max"] = dice.choice([0, 300, 600, 1200, 3000])
        if dice.random() < 0.4:
            cap["column"] = "limit"
        if cap:
            cap["surplus"] = dice.choice(["SURPLUS", "SURPLUS", "SURPLUS", "lapse"])
        if not cap or dice.random() < 0.5:
            cap["min"] = dice.choice([0, -300, -600, -2400])
        account["cap"] = cap
    return {
        "account": account,
        "overtimeAbove": dice.choice([480, 420, 540]),
        "minimumEntry": dice.choice([0, 0, 180]),
        "notWorked": dice.choice([None, "contract", "contract", "planned"]),
    }


def random_stages(dice, months, has_gap):
    """Finals in order, one left out where there is a gap, some estimated; corrections of earlier months in between."""
    gap = dice.choice(months[1:-1]) if has_gap else None
    stages, closed, estimated = [], [], []
    for month in months:
        if month == gap:
            continue
        final = {"kind": "final", "months": [month]}
        if dice.random() < 0.2:
            final["estimateFrom"] = dice.choice(days_of_month(month)[19:])
            estimated.append(month)
        stages.append(final)
        closed.append(month)
        if dice.random() < 0.3:
            count = dice.choice([1, 1, 2, 3, 6])
            start = dice.randrange(len(closed))
            chosen = closed[start : start + count] if dice.random() < 0.5 else closed[-count:]
            stages.append({"kind": "corrections", "months": chosen})
    stages.append({"kind": "corrections", "months": closed})
    return stages


def mapping_rows(dice, who, dates, settings, stages):
    cuts = sorted(dice.sample(dates[1:], k=dice.choice([0, 0, 1, 2])))
    starts = ["", *cuts]
    came = dice.choice(["2020-01-01"] * 4 + [dice.choice(dates)])
    leaves = dice.choice([""] * 4 + [dice.choice(dates)])
    rows = []
    for index, start in enumerate(starts):
        end = "" if index == len(starts) - 1 else add_days(starts[index + 1], -1)
        columns = {
            "contractMinutesPerDay": dice.choice(["480", "480", "456", "455", "240"]),
            "contractWeekdays": dice.choice(["12345", "12345", "1234", "23456"]),
            "contractFrom": came,
            "contractTo": leaves if leaves > came else "",
            "account": "no" if dice.random() < 0.08 else "",
            "opening": dice.choice(["", "300", "-120", "1260"]),
            "limit": dice.choice(["", "", "240", "900"]),
        }
        row = {"employeeId": who, "number": f"{who}{index}", "from": start, "to": end, "columns": columns}
        if dice.random() < 0.1 and stages > 3:
            since = dice.randrange(1, stages)
            name, value = dice.choice([("opening", "45"), ("limit", "60"), ("contractMinutesPerDay", "300")])
            rows.append({**row, "until": since})
            rows.append({**row, "since": since, "columns": {**columns, name: value}})
        else:
            rows.append(row)
    return rows


def add_absences(dice, case, who, dates):
    used = set()
    for _ in range(dice.randint(1, 2 + len(dates) // 100)):
        start = dice.randrange(len(dates))
        own = dates[start : start + dice.choice([1, 3, 5, 12])]
        if used & set(own):
            continue
        used |= set(own)
        row = {"employee": who, "from": own[0], "to": own[-1], "code": dice.choice(["LEAVE", "SICK"])}
        row["dates"] = dice.choice(["weekdays", "weekdays", "planned", "all"])
        row.update(dice.choice([{"days": "1"}, {"days": "1"}, {"days": "0.5"}, {"minutes": 300}]))
        case["absences"].append(changing(dice, case, row, own[0]))
    for _ in range(dice.choice([0, 1, 2, 5])):
        day = dice.choice(dates)
        if any(row["code"] == "ACCOUNT" and row["from"] == day and row["employee"] == who for row in case["absences"]):
            continue
        minutes = dice.choice([-600, -60, 30, 240, -2000])
        row = {"employee": who, "from": day, "to": day, "code": "ACCOUNT", "minutes": minutes, "dates": ""}
        case["absences"].append(changing(dice, case, row, day))


def changing(dice, case, record, day):
    """Some records come or go after the final of their month."""
    chance = dice.random()
    stage = final_stage(case, day)
    later = len(case["stages"])
    if chance < 0.08 and stage + 1 < later:
        return {**record, "since": dice.randrange(stage + 1, later)}
    if chance < 0.12 and stage + 1 < later:
        return {**record, "until": dice.randrange(stage + 1, later)}
    return record


def final_stage(case, day):
    for number, stage in enumerate(case["stages"]):
        if stage["kind"] == "final" and stage["months"][0] >= day[:7]:
            return number
    return len(case["stages"]) - 1


def add_work(dice, case, who, dates, months):
    plans, works = dice.choice([0, 0.9, 1]), dice.choice([0.3, 0.8, 0.95])
    absent = {row["from"]: row["to"] for row in case["absences"] if row["employee"] == who and row["code"] != "ACCOUNT"}
    for day in dates:
        if weekday(day) > 5 and dice.random() < 0.9:
            continue
        is_absent = any(start <= day <= end for start, end in absent.items())
        start = dice.choice(["06:00", "08:00", "12:00"])
        hours = dice.choice([240, 360, 480, 510])
        if dice.random() < (plans if not is_absent else plans * 0.4):
            shift = {"id": f"s-{who}-{day}", "employeeId": who, "date": day, "start": start}
            case["shifts"].append({**shift, "minutes": hours, "break": dice.choice([0, 0, 30])})
        if dice.random() < (works if not is_absent else 0.05):
            worked = hours + dice.choice([0, 0, -10, 25, 90, -200])
            entry = {"id": f"e-{who}-{day}", "employeeId": who, "date": day, "start": start, "minutes": worked}
            case["entries"].append(changing(dice, case, entry, day))
            if dice.random() < 0.1:
                case["entries"].append({**entry, "id": f"f-{who}-{day}", "start": "23:00", "minutes": 45})

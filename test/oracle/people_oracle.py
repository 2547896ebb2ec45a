"""Days and lines of random employers, recomputed from the definitions of people's data alone.

Shares nothing with the program: minutes are walked one by one on the local clock, amounts are fractions.

    people_oracle.py random FIRST_SEED COUNT     cases with their answers
    people_oracle.py given < cases.json          the same for given cases
"""

import json
import sys
from datetime import date, datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from math import floor
from zoneinfo import ZoneInfo

sys.path.insert(0, __file__.rsplit("/", 1)[0])

DAY_MINUTES = 1440
HALF = Fraction(1, 2)


def day_of(text):
    return date.fromisoformat(text)


def dates_between(first, last):
    first, last = day_of(first), day_of(last)
    return [(first + timedelta(days=n)).isoformat() for n in range((last - first).days + 1)]


def add_days(day, count):
    return (day_of(day) + timedelta(days=count)).isoformat()


def weekday(day):
    return day_of(day).isoweekday()


def monday_of(day):
    return add_days(day, 1 - weekday(day))


def half_up(value):
    return floor(Fraction(value) + HALF)


def rest_of(whole, left):
    """What a holiday leaves: the holiday's part is rounded half up, so that the two add up to the whole."""
    return half_up(whole) - half_up(whole * (1 - left))


def share(total, weights):
    """Whole minutes in proportion to the weights: floors, then the largest remainders, ties to the earliest."""
    whole = sum(weights)
    if whole == 0:
        return [total] + [0] * (len(weights) - 1)
    exact = [Fraction(total * weight, whole) for weight in weights]
    shares = [floor(each) for each in exact]
    order = sorted(range(len(weights)), key=lambda index: (shares[index] - exact[index], index))
    for index in order[: total - sum(shares)]:
        shares[index] += 1
    return shares


# Mapping rows with dates.


def row_of(case, employee, day):
    """The columns of the person's row that holds on the day; None without one."""
    for row in case["mapping"]:
        if row["employeeId"] != employee:
            continue
        if (row.get("from") or "") <= day <= (row.get("to") or "9999"):
            return row["columns"]
    return None


def cell(columns, name):
    return "" if columns is None else columns.get(name, "").strip()


def contracts_of(case, employee, day):
    """The columns that say whether the contract lasts on a day: the day's row, else the rows before and after it."""
    own = row_of(case, employee, day)
    if own is not None:
        return [own]
    rows = [row for row in case["mapping"] if row["employeeId"] == employee]
    before = [row for row in rows if (row.get("to") or "9999") < day]
    after = [row for row in rows if (row.get("from") or "") > day]
    last = sorted(before, key=lambda row: row["to"])[-1:]
    first = sorted(after, key=lambda row: row["from"])[:1]
    return [row["columns"] for row in last + first]


def is_outside_contract(case, employee, day):
    def excludes(columns):
        first, last = cell(columns, "contractFrom"), cell(columns, "contractTo")
        return bool(first and day < first or last and day > last)

    rows = contracts_of(case, employee, day)
    return bool(rows) and all(excludes(columns) for columns in rows)


# Holidays.


def part_of(text):
    """(kind, value): whole, a window in minutes of the day (named or of the clock), or a fraction."""
    text = text.strip()
    if text == "":
        return ("whole", None)
    if text in ("am", "pm"):
        return ("named", (0, 720) if text == "am" else (720, 1440))
    if "-" in text:
        start, end = [int(each[:2]) * 60 + int(each[3:]) for each in text.split("-")]
        return ("clock", (start, end))
    return ("fraction", Fraction(text.replace(",", ".")))


def where_holds(case, where, place, columns):
    where = where.strip()
    if where == "":
        return True
    named = [each["id"] for each in case["establishments"] if where in (each["id"], each["name"])]
    if named:
        return place in named
    column, value = where.split("=", 1)
    return cell(columns, column.strip()) == value.strip() and columns is not None


class Holiday:
    """The united holidays of one day: `whole`, or windows of the clock and a fraction."""

    def __init__(self, parts, names):
        kinds = [kind for kind, _ in parts]
        minutes = set()
        for kind, value in parts:
            if kind in ("named", "clock"):
                minutes.update(range(*value))
        self.names = names
        self.whole = "whole" in kinds or len(minutes) == DAY_MINUTES
        self.minutes = set(range(DAY_MINUTES)) if self.whole else minutes
        self.by_clock = "clock" in kinds
        self.part = max([value for kind, value in parts if kind == "fraction"], default=Fraction(0))
        if self.part >= 1:
            self.whole, self.minutes = True, set(range(DAY_MINUTES))

    @property
    def reaches_midnight(self):
        return DAY_MINUTES - 1 in self.minutes


def holiday_of(case, employee, place, day):
    """The day's holiday for an entry, or for a person's day, at a place; None on an ordinary day."""
    columns = row_of(case, employee, day)
    rows = [row for row in case["holidays"] if row["date"] == day]
    holds = lambda row: where_holds(case, row.get("where", ""), place, columns)
    action = lambda row: row.get("action") or "add"
    granted = [each for each in case["granted"] if each["date"] == day]
    if any(action(row) == "remove" and holds(row) for row in rows):
        granted = []
    limits = [row for row in rows if action(row) == "limit"]
    if limits and not any(holds(row) for row in limits):
        granted = []
    added = [row for row in rows if action(row) == "add" and holds(row)]
    parts = [("whole", None)] * len(granted) + [part_of(row.get("part", "")) for row in added]
    if not parts:
        return None
    return Holiday(parts, [each["name"] for each in granted] + [row["name"] for row in added])


def place_of(case, employee, day):
    """Where the person's day is: the day's first entry, the next earlier one, else the only establishment."""
    own = [e for e in case["entries"] if e["employeeId"] == employee and e["status"] != "Cancelled"]
    own = sorted([e for e in own if e["establishmentId"]], key=lambda e: instant(e["startsAt"]))
    today = [e for e in own if e["workDate"] == day]
    earlier = [e for e in own if e["workDate"] < day]
    if today:
        return today[0]["establishmentId"]
    if earlier:
        return earlier[-1]["establishmentId"]
    only = case["establishments"]
    return only[0]["id"] if len(only) == 1 else None


def place_at(case, entry):
    """The entry's establishment, else the only one."""
    only = case["establishments"]
    return entry["establishmentId"] or (only[0]["id"] if len(only) == 1 else None)


# Time.


def instant(text):
    return int(datetime.fromisoformat(text).timestamp()) // 60


def local_minutes(case, record):
    """(date, minute of the day) of every elapsed minute."""
    return walk(case["zone"], instant(record["startsAt"]), instant(record["endsAt"]))


@lru_cache(maxsize=500)
def walk(zone, start, end):
    table = ZoneInfo(zone)
    minutes = []
    for minute in range(start, end):
        local = datetime.fromtimestamp(minute * 60, table)
        minutes.append((local.date().isoformat(), local.hour * 60 + local.minute))
    return tuple(minutes)


def stretches(case, entry, answer):
    """[(date, answer, net minutes)]: net minutes shared over days, then inside each over runs of one answer."""
    minutes = local_minutes(case, entry)
    days = []
    for each in minutes:
        if not days or days[-1][0][0] != each[0]:
            days.append([])
        days[-1].append(each)
    found = []
    for day, net in zip(days, share(entry["workedMinutes"], [len(day) for day in days])):
        runs = []
        for each in day:
            said = answer(*each)
            if not runs or runs[-1][0] != said:
                runs.append([said, 0])
            runs[-1][1] += 1
        for (said, _), own in zip(runs, share(net, [length for _, length in runs])):
            found.append((day[0][0], said, own))
    return found


def planned_dates(case, employee):
    return {s["date"] for s in case["shifts"] if s["employeeId"] == employee and s["plannedMinutes"] > 0}


def planned_on(case, employee, day):
    return [s for s in case["shifts"] if s["employeeId"] == employee and s["date"] == day]


def planned_inside(case, employee, day, window):
    """Planned minutes in the window of the day, breaks in proportion."""
    total = Fraction(0)
    for shift in planned_on(case, employee, day):
        walked = local_minutes(case, shift)
        inside = [each for each in walked if each[0] == day and each[1] in window]
        if walked:
            total += Fraction(shift["plannedMinutes"] * len(inside), len(walked))
    return total


# Pay of one person.


class Person:
    def __init__(self, case, employee):
        self.case, self.employee = case, employee
        self.lines, self.amounts, self.findings = {}, {}, []
        self.base, self.by_plan = {}, {}
        read = case["read"]
        self.entries = [
            e
            for e in case["entries"]
            if e["employeeId"] == employee and e["status"] == "Completed" and read["from"] <= e["workDate"] <= read["to"]
        ]

        self.estimates = self.planned_work()

    # Planned shifts that are paid in place of entries (`estimateFrom`).

    def planned_work(self):
        """Shifts as entries: on a day of absence only the part of the day's planned minutes that it leaves."""
        if "estimateFrom" not in self.case:
            return []
        own = [s for s in self.case["shifts"] if s["employeeId"] == self.employee and s["plannedMinutes"] > 0]
        own = sorted(own, key=lambda s: (instant(s["startsAt"]), s["id"]))
        found = []
        for day in sorted({s["date"] for s in own}):
            shifts = [s for s in own if s["date"] == day]
            whole = sum(s["plannedMinutes"] for s in shifts)
            rest = self.rest_of_plan(day, whole)
            for shift, minutes in zip(shifts, share(rest, [s["plannedMinutes"] for s in shifts])):
                if minutes > 0:
                    found.append({**shift, "workDate": day, "workedMinutes": minutes, "isPlan": True})
        return found

    def rest_of_plan(self, day, whole):
        holiday = self.holiday(day)
        if holiday is not None and holiday.whole:
            return whole
        rows = [row for row in self.case["absences"] if row["employee"] == self.employee]
        rows = [row for row in rows if not self.is_outside_contract(day) and day in self.row_dates(row)]
        part = sum((Fraction(row["days"]) for row in rows if row.get("days")), Fraction(0))
        return max(0, whole - half_up(whole * min(1, part)) - sum(row.get("minutes") or 0 for row in rows))

    def is_own_day(self, entry, day):
        """Days from `estimateFrom` on are paid from the plan, earlier ones from entries."""
        start = self.case.get("estimateFrom", "9999")
        return (day >= start) == bool(entry.get("isPlan"))

    def add(self, day, code, kind, place, minutes, quantity=None, unit="minutes"):
        """Minutes, with the quantity that is shown beside them; the amount of the line is in its unit."""
        if not self.case["period"]["from"] <= day <= self.case["period"]["to"]:
            return
        amount_key = (self.employee, day, code, place or "", unit)
        amount = minutes if unit == "minutes" else quantity
        self.amounts[amount_key] = self.amounts.get(amount_key, 0) + amount
        key = (self.employee, day, code, kind, place or "")
        before = self.lines.get(key, (0, None))
        amount = before[1] if quantity is None else (before[1] or Fraction(0)) + quantity
        self.lines[key] = (before[0] + minutes, amount)

    def holiday(self, day):
        return holiday_of(self.case, self.employee, place_of(self.case, self.employee, day), day)

    def work(self):
        rules = self.case["rules"]
        is_split = rules["attribution"] == "split"
        for entry in self.entries + self.estimates:
            place, at = entry["establishmentId"], place_at(self.case, entry)
            began = local_minutes(self.case, entry)[0][0]

            def on_holiday(day, minute):
                own = holiday_of(self.case, self.employee, at, day)
                if own is not None and minute in own.minutes:
                    return True
                reach = rules.get("reachTo")
                if reach is None or minute >= reach or began != add_days(day, -1):
                    return False
                before = holiday_of(self.case, self.employee, at, began)
                return before is not None and before.reaches_midnight

            counted = False
            for day, holiday, minutes in stretches(self.case, entry, on_holiday):
                lands = day if is_split else entry["workDate"]
                if minutes == 0 or not self.is_own_day(entry, lands):
                    continue
                self.add(lands, "NORMAL", "base", place, minutes)
                self.base[lands] = self.base.get(lands, 0) + minutes
                if entry.get("isPlan"):
                    self.by_plan[lands] = self.by_plan.get(lands, 0) + minutes
                if holiday:
                    self.add(lands, "HOLIDAY", "loading", place, minutes)
                    counted = True
            if counted and rules.get("counts"):
                self.add(entry["workDate"], "FEASTS", "count", place, 0, Fraction(1), "times")

    def worked_on(self, day):
        """Worked minutes attributed to the day."""
        return self.base.get(day, 0)

    def worked_inside(self, day, window):
        total = 0
        for entry in self.entries + self.estimates:
            if abs((day_of(entry["workDate"]) - day_of(day)).days) > 1:
                continue
            for own, inside, minutes in stretches(self.case, entry, lambda _, minute: minute in window):
                lands = own if self.case["rules"]["attribution"] == "split" else entry["workDate"]
                if own == day and inside and self.is_own_day(entry, lands):
                    total += minutes
        return total

    def fraction(self, day, holiday):
        """The part of the day that a part holiday takes."""
        window = Fraction(0)
        if holiday.minutes:
            planned = sum(s["plannedMinutes"] for s in planned_on(self.case, self.employee, day))
            if not holiday.by_clock:
                window = Fraction(len(holiday.minutes), DAY_MINUTES)
            elif planned == 0:
                window = HALF
            else:
                window = planned_inside(self.case, self.employee, day, holiday.minutes) / planned
        return max(window, holiday.part)

    # Days without work.

    def day_amount(self, rule, day):
        """The whole day's minutes by contract or average; None if unknown."""
        columns = row_of(self.case, self.employee, day)
        first, last = cell(columns, "contractFrom"), cell(columns, "contractTo")
        per_day, weekdays = cell(columns, "contractMinutesPerDay"), cell(columns, "contractWeekdays")
        if rule["by"] == "contract" and per_day == "0":
            return Fraction(0)
        if is_outside_contract(self.case, self.employee, day):
            return Fraction(0)
        if not first or not last and self.employee not in self.case["active"]:
            return None
        if rule["by"] == "contract":
            if not per_day or not weekdays:
                return None
            return Fraction(int(per_day)) if str(weekday(day)) in weekdays else Fraction(0)
        sample = []
        for week in range(1, rule["weeks"] + 1):
            before = add_days(day, -7 * week)
            if before < first:
                continue
            if before < self.case["period"]["from"]:
                return None
            if before in self.absent:
                continue
            minutes = self.base.get(before, 0)
            if minutes == 0 and (before in self.fed or self.holiday(before) is not None):
                continue
            sample.append(minutes)
        return Fraction(sum(sample), len(sample)) if sample else None

    def rule_of(self, day):
        for rule in self.case["rules"].get("notWorked", []):
            columns = row_of(self.case, self.employee, day)
            wanted = rule.get("employees", {})
            if all(columns is not None and cell(columns, name) in values for name, values in wanted.items()):
                return rule
        return None

    def holiday_pay(self, day, holiday):
        """The minutes that a rule pays; None if it cannot be known, 0 if none does."""
        rule = self.rule_of(day)
        if rule is None:
            return 0, None
        if holiday.whole:
            if rule["by"] == "planned":
                amount = Fraction(sum(s["plannedMinutes"] for s in planned_on(self.case, self.employee, day)))
            else:
                amount = self.day_amount(rule, day)
            worked = self.worked_on(day)
        else:
            part = self.fraction(day, holiday)
            if rule["by"] == "planned":
                whole = Fraction(sum(s["plannedMinutes"] for s in planned_on(self.case, self.employee, day)))
                inside = planned_inside(self.case, self.employee, day, holiday.minutes)
                amount = max(inside, whole * holiday.part)
            else:
                whole = self.day_amount(rule, day)
                amount = None if whole is None else whole * part
            if holiday.minutes and (not holiday.part or part > holiday.part):
                worked = self.worked_inside(day, holiday.minutes)
            else:
                worked = 0 if whole is None else max(Fraction(0), self.worked_on(day) - whole * (1 - part))
        if amount is None:
            return None, rule["code"]
        return max(0, half_up(amount - worked)), rule["code"]

    # Absences.

    def row_dates(self, row):
        """[(date, is it counted)] of the row's dates, whatever the period."""
        planned = planned_dates(self.case, self.employee)
        found = []
        for day in dates_between(row["from"], row["to"]):
            columns = row_of(self.case, self.employee, day)
            weekdays = cell(columns, "contractWeekdays")
            mode = row.get("dates", "")
            week = {add_days(monday_of(day), n) for n in range(7)}
            if mode == "all":
                counts = True
            elif mode == "weekdays":
                counts = str(weekday(day)) in (weekdays or "12345")
            elif mode == "planned":
                counts = day in planned
            elif weekdays:
                counts = str(weekday(day)) in weekdays
            elif week & planned:
                counts = day in planned
            else:
                counts = weekday(day) <= 5
            if counts:
                found.append(day)
        return found

    def unclear_weeks(self, row):
        """[(first date of the cut, planned, expected)]"""
        if row.get("dates"):
            return []
        planned = planned_dates(self.case, self.employee)
        dates = dates_between(row["from"], row["to"])
        touched = {monday_of(day) for day in dates}
        read = self.case["weeks"]
        found = []
        for monday in sorted(touched):
            cut = [day for day in dates if monday_of(day) == monday]
            if any(cell(row_of(self.case, self.employee, day), "contractWeekdays") for day in cut):
                continue
            own = [day for day in cut if day in planned]
            if not own:
                continue
            weekdays = {weekday(day) for day in cut}
            others = []
            for other in read:
                week = [add_days(other, n) for n in range(7)]
                if other in touched or not any(day in planned for day in week):
                    continue
                others.append(sum(1 for day in week if day in planned and weekday(day) in weekdays))
            expected = min(others) if others else sum(1 for day in cut if weekday(day) <= 5)
            if len(own) < expected:
                found.append((cut, len(own), expected))
        return found

    def uncounted_weeks(self, row):
        """[usual days] for each week of a row whose dates nobody decided and of which none counts (docs/pay.md)."""
        period, read = self.case["period"], self.case["weeks"]
        planned = planned_dates(self.case, self.employee)
        dates = dates_between(row["from"], row["to"])
        if row.get("dates") == "planned":
            return self.uncounted_plan(row)
        if row.get("dates"):
            return []
        is_known = row["from"] >= read[0] and row["to"] <= add_days(read[-1], 6)
        is_idle = is_known and not self.row_dates(row)
        found = []
        for monday in read:
            week = [add_days(monday, n) for n in range(7)]
            open_days = [day for day in week if day in dates and not self.column_on(day, "contractWeekdays")]
            if any(day in planned for day in open_days):
                continue
            missing = [day for day in open_days if not self.is_outside_contract(day) and day not in self.fed]
            if not any(period["from"] <= day <= period["to"] for day in missing):
                continue
            usual = self.usual_days(missing, dates)
            if not any(day in planned for day in week):
                usual = 0
                if any(weekday(day) <= 5 for day in missing):
                    continue
            if usual > 0 or is_idle:
                found.append(usual)
        return found

    def uncounted_plan(self, row):
        """[days] that a row of planned dates only, which has none, would count without saying so."""
        period, read = self.case["period"], self.case["weeks"]
        if row["from"] < read[0] or row["to"] > add_days(read[-1], 6) or self.row_dates(row):
            return []
        usual = self.row_dates({**row, "dates": ""})
        lost = [day for day in usual if not self.is_outside_contract(day) and day not in self.fed]
        return [len(lost)] if any(period["from"] <= day <= period["to"] for day in lost) else []

    def usual_days(self, cut, dates):
        """Planned dates on the same weekdays in the thinnest other week with a plan; without one Mondays to Fridays."""
        planned, weekdays = planned_dates(self.case, self.employee), {weekday(day) for day in cut}
        others = []
        for monday in self.case["weeks"]:
            week = [add_days(monday, n) for n in range(7)]
            if any(day in planned for day in week) and not any(day in dates for day in week):
                others.append(sum(1 for day in week if day in planned and weekday(day) in weekdays))
        return min(others) if others else sum(1 for day in weekdays if day <= 5)

    def column_on(self, day, name):
        return cell(row_of(self.case, self.employee, day), name)

    def is_outside_contract(self, day):
        return is_outside_contract(self.case, self.employee, day)

    def is_gone(self):
        """Archived, without a record, an absence in the period or the end of a contract: nothing is owed."""
        read, period = self.case["read"], self.case["period"]
        records = [("workDate", each) for each in self.case["entries"]]
        records += [("date", each) for each in self.case["shifts"]]
        return (
            self.employee not in self.case["active"]
            and not any(
                each["employeeId"] == self.employee and read["from"] <= each[day] <= read["to"]
                for day, each in records
            )
            and not any(
                row["employee"] == self.employee and row["from"] <= period["to"] and row["to"] >= period["from"]
                for row in self.case["absences"]
            )
            and not any(
                row["employeeId"] == self.employee and cell(row["columns"], "contractTo")
                for row in self.case["mapping"]
            )
        )

    def unworked(self):
        """Holidays and absences, in the order of dates: an average skips earlier days with either."""
        period = self.case["period"]
        rows = [row for row in self.case["absences"] if row["employee"] == self.employee]
        counted = {}
        for row in rows:
            for cut, own, expected in self.unclear_weeks(row):
                if any(period["from"] <= day <= period["to"] for day in cut):
                    self.findings.append(["ABSENCE_UNCLEAR", self.employee, row["line"], own, expected])
            outside = False
            for day in self.row_dates(row):
                if not period["from"] <= day <= period["to"]:
                    continue
                if is_outside_contract(self.case, self.employee, day):
                    outside = True
                    continue
                counted.setdefault(day, []).append(row)
            if outside:
                self.findings.append(["ABSENCE_OUTSIDE_CONTRACT", self.employee, row["line"], 0, 0])
        self.absent, self.fed = set(), set()
        for day in dates_between(period["from"], period["to"]):
            holiday = None if self.is_gone() else self.holiday(day)
            left = Fraction(1)
            if holiday is not None:
                minutes, code = self.holiday_pay(day, holiday)
                if minutes is None:
                    self.findings.append(["HOLIDAY_HOURS", self.employee, day, 0, 0])
                elif minutes > 0:
                    self.add(day, code, "not-worked", None, minutes)
                    self.fed.add(day)
                if not holiday.whole:
                    left = 1 - self.fraction(day, holiday)
                elif minutes or self.by_plan.get(day, 0) > 0:
                    left = Fraction(0)
                is_free = self.rule_of(day) is None or self.worked_on(day) == 0
                if left < 1 and not holiday.whole and minutes == 0 and is_free:
                    for row in counted.get(day, []):
                        self.findings.append(["ABSENCE_PART_UNPAID", self.employee, row["line"], 0, 0])
            before = {"days": Fraction(0), "minutes": 0}
            for row in sorted(counted.get(day, []), key=lambda row: row["code"]):
                self.absence(row, day, left, before)
        for row in rows:
            for usual in self.uncounted_weeks(row):
                self.findings.append(["ABSENCE_NOT_COUNTED", self.employee, row["line"], 0, usual])

    def absence(self, row, day, left, before):
        """Parts of a day are rounded together with those before it, in the order of codes: halves of an odd day are the day."""
        if left == 0:
            return
        if row.get("minutes"):
            minutes = rest_of(row["minutes"], left)
            if minutes > 0:
                self.add(day, row["code"], "absence", None, minutes)
                self.absent.add(day)
            return
        days = Fraction(row["days"]) * left
        self.absent.add(day)
        per_day = cell(row_of(self.case, self.employee, day), "contractMinutesPerDay")
        minutes = 0
        if per_day:
            before["days"] += Fraction(row["days"])
            minutes = max(0, rest_of(before["days"] * int(per_day), left) - before["minutes"])
            before["minutes"] += minutes
        self.add(day, row["code"], "absence", None, minutes, days, "minutes" if per_day else "days")

    def days(self):
        """[date, planned, worked, holiday names] of each day with work or a plan."""
        found = []
        for day in dates_between(self.case["period"]["from"], self.case["period"]["to"]):
            planned = sum(s["plannedMinutes"] for s in planned_on(self.case, self.employee, day))
            worked = self.worked_on(day) - self.by_plan.get(day, 0)
            if planned == 0 and worked == 0:
                continue
            holiday = self.holiday(day)
            names = sorted(set(holiday.names)) if holiday else []
            found.append([self.employee, day, planned, worked, "; ".join(names)])
        return found


def people_of(case):
    ids = {row["employeeId"] for row in case["mapping"]}
    ids |= {each["employeeId"] for each in case["entries"] + case["shifts"]}
    return sorted(ids)


def text_of(quantity):
    return None if quantity is None else round(float(quantity), 6)


def answer_of(case):
    lines, amounts, days, findings = {}, {}, [], []
    for employee in people_of(case):
        person = Person(case, employee)
        person.work()
        person.unworked()
        lines.update(person.lines)
        amounts.update(person.amounts)
        days += person.days()
        findings += person.findings
    kept = {key: value for key, value in lines.items() if value != (0, None)}
    return {
        "lines": [[*key, minutes, text_of(quantity)] for key, (minutes, quantity) in sorted(kept.items())],
        "days": days,
        "findings": sorted(findings, key=json.dumps),
        "amounts": amounts,
    }


def corrections_of(before, after):
    """What a final wrote and what would be written now: signed amounts of each line that differs."""
    found = []
    for key in sorted(set(before) | set(after)):
        difference = after.get(key, 0) - before.get(key, 0)
        if difference != 0:
            found.append([*key, text_of(difference)])
    return found


def solved(case):
    answer = answer_of(case)
    amounts = answer.pop("amounts")
    if "later" in case:
        later = answer_of({**case, **case["later"]})
        answer["later"] = {name: later[name] for name in ("lines", "days", "findings")}
        answer["corrections"] = corrections_of(amounts, later["amounts"])
    return {"case": case, **answer}


if __name__ == "__main__":
    if sys.argv[1] == "random":
        from people_cases import random_case

        first, count = int(sys.argv[2]), int(sys.argv[3])
        chosen = [random_case(seed) for seed in range(first, first + count)]
    else:
        chosen = json.load(sys.stdin)
    json.dump([solved(case) for case in chosen], sys.stdout)

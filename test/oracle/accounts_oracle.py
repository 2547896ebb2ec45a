"""Hours accounts of random employers, recomputed from the definitions of the account alone (docs/pay.md, Hours account).

Shares nothing with the program: every day is walked by itself, parts of days are fractions.

    accounts_oracle.py random FIRST_SEED COUNT     cases with their answers
    accounts_oracle.py given < cases.json          the same for given cases

A case has inputs with the stages in which they hold (`since`, `until`), and stages: a final of a month, or corrections of
months. The answer of a stage has each day of its months:
[employee, date, target, worked, credits, adjustments, paid out, lapsed, balance].
"""

import json
import sys
from calendar import monthrange
from datetime import date, timedelta
from fractions import Fraction
from math import floor

sys.path.insert(0, __file__.rsplit("/", 1)[0])

WHOLE_DAY = 1440


def add_days(day, count):
    return (date.fromisoformat(day) + timedelta(days=count)).isoformat()


def weekday(day):
    return date.fromisoformat(day).isoweekday()


def days_of_month(month):
    year, number = int(month[:4]), int(month[5:])
    return [f"{month}-{n:02d}" for n in range(1, monthrange(year, number)[1] + 1)]


def half_up(value):
    return floor(Fraction(value) + Fraction(1, 2))


def minute(text):
    return int(text[:2]) * 60 + int(text[3:])


class State:
    """What the files and the service say at a stage."""

    def __init__(self, case, stage, estimate_from=None):
        holds = lambda each: each.get("since", 0) <= stage < each.get("until", 10**6)
        self.case, self.estimate_from = case, estimate_from or "9999"
        self.settings = case["settings"]
        self.mapping = [each for each in case["mapping"] if holds(each)]
        self.absences = [each for each in case["absences"] if holds(each)]
        self.work, self.plans, self.holidays = {}, {}, {}
        for each in case["entries"]:
            if holds(each):
                self.work.setdefault((each["employeeId"], each["date"]), []).append(each)
        for each in case["shifts"]:
            if holds(each):
                self.plans.setdefault((each["employeeId"], each["date"]), []).append(each)
        for each in case["holidays"]:
            self.holidays.setdefault(each["date"], []).append(each["part"])

    def row(self, who, day):
        for each in self.mapping:
            if each["employeeId"] == who and (each["from"] or "") <= day <= (each["to"] or "9999"):
                return each["columns"]
        return None

    def planned(self, who, day):
        return sum(each["minutes"] for each in self.plans.get((who, day), []))

    def planned_inside(self, who, day, start, end):
        """Planned minutes in a window; the shift's break lies over it in proportion."""
        total = Fraction(0)
        for each in self.plans.get((who, day), []):
            begins, ends = minute(each["start"]), minute(each["start"]) + each["minutes"] + each["break"]
            inside = max(0, min(end, ends) - max(start, begins))
            total += Fraction(each["minutes"] * inside, ends - begins)
        return total

    # Worked days: one record lies in one day and has no break.

    def worked_spans(self, who, day):
        """[(start minute, end minute, minutes)] of what is paid as work: entries, or the plan from `estimate_from` on."""
        if day < self.estimate_from:
            found = [(minute(e["start"]), minute(e["start"]) + e["minutes"], e["minutes"]) for e in self.work.get((who, day), [])]
            return sorted(found)
        whole = self.planned(who, day)
        rest = self.rest_of_plan(who, day, whole)
        shifts = self.plans.get((who, day), [])
        if not shifts or rest == 0:
            return []
        assert len(shifts) == 1
        begins = minute(shifts[0]["start"])
        return [(begins, begins + shifts[0]["minutes"] + shifts[0]["break"], rest)]

    def rest_of_plan(self, who, day, whole):
        if self.whole_holiday(day):
            return whole
        rows = [row for row in self.absences_on(who, day) if not self.outside_contract(who, day)]
        part = sum((Fraction(row["days"]) for row in rows if row.get("days")), Fraction(0))
        return max(0, whole - half_up(whole * min(1, part)) - sum(row.get("minutes") or 0 for row in rows))

    def base_lines(self, who, day):
        """Minutes by base and top-up code, after all rules."""
        spans = self.worked_spans(who, day)
        total = sum(minutes for _, _, minutes in spans)
        least = self.settings["minimumEntry"]
        above = max(0, total - self.settings["overtimeAbove"])
        found = {"OT": above, "NORMAL": total - above}
        found["TOPUP"] = sum(max(0, least - minutes) for _, _, minutes in spans if minutes > 0)
        return found

    # Holidays: of the whole employer.

    def whole_holiday(self, day):
        parts = self.holidays.get(day, [])
        return "" in parts

    def part_holiday(self, day):
        """The part of a day that is holiday; there is one at most."""
        parts = self.holidays.get(day, [])
        return parts[0] if parts and not self.whole_holiday(day) else None

    def fraction(self, who, day):
        part = self.part_holiday(day)
        if part is None:
            return Fraction(0)
        if part in ("am", "pm"):
            return Fraction(1, 2)
        if "-" not in part:
            return Fraction(part)
        planned = self.planned(who, day)
        if planned == 0:
            return Fraction(1, 2)
        start, end = part.split("-")
        return self.planned_inside(who, day, minute(start), minute(end)) / planned

    def window(self, day):
        part = self.part_holiday(day)
        named = {"am": (0, 720), "pm": (720, WHOLE_DAY)}
        if part in named:
            return named[part]
        return (minute(part.split("-")[0]), minute(part.split("-")[1])) if "-" in part else None

    def holiday_minutes(self, who, day):
        """Minutes of a holiday without work."""
        by = self.settings["notWorked"]
        is_whole = self.whole_holiday(day)
        if by is None or not is_whole and self.part_holiday(day) is None:
            return 0
        columns = self.row(who, day) or {}
        if by == "planned":
            whole = Fraction(self.planned(who, day))
        else:
            whole = self.contract_day(who, day)
            if not columns.get("contractFrom") or not columns.get("contractWeekdays") or not columns.get("contractMinutesPerDay"):
                return 0
        spans = self.worked_spans(who, day)
        worked = sum(minutes for _, _, minutes in spans)
        if is_whole:
            amount = whole
        else:
            window, part = self.window(day), self.fraction(who, day)
            if window is None:
                amount = whole * part
                worked = max(Fraction(0), worked - whole * (1 - part))
            else:
                amount = self.planned_inside(who, day, *window) if by == "planned" else whole * part
                worked = sum(self.inside(span, window) for span in spans)
        return max(0, half_up(amount - worked))

    @staticmethod
    def inside(span, window):
        """Worked minutes of a span in a window: shared over its elapsed minutes, the largest remainder first."""
        start, end, minutes = span
        cuts = [max(0, min(window[0], end) - start), max(0, min(end, window[1]) - max(start, window[0])), max(0, end - max(start, window[1]))]
        exact = [Fraction(minutes * each, end - start) for each in cuts]
        shares = [floor(each) for each in exact]
        order = sorted(range(3), key=lambda at: (shares[at] - exact[at], at))
        for at in order[: minutes - sum(shares)]:
            shares[at] += 1
        return shares[1]

    # Contracts.

    def outside_contract(self, who, day):
        columns = self.row(who, day) or {}
        first, last = columns.get("contractFrom", ""), columns.get("contractTo", "")
        return bool(first and day < first or last and day > last)

    def contract_day(self, who, day):
        """contractMinutesPerDay on the person's weekdays."""
        columns = self.row(who, day) or {}
        if self.outside_contract(who, day):
            return Fraction(0)
        weekdays = columns.get("contractWeekdays") or "12345"
        return Fraction(columns.get("contractMinutesPerDay") or 0) if str(weekday(day)) in weekdays else Fraction(0)

    # Absences.

    def absences_on(self, who, day):
        return [row for row in self.absences if row["employee"] == who and row["code"] != "ACCOUNT" and self.counts(row, who, day)]

    def counts(self, row, who, day):
        if not row["from"] <= day <= row["to"]:
            return False
        weekdays = (self.row(who, day) or {}).get("contractWeekdays", "")
        if row["dates"] == "all":
            return True
        if row["dates"] == "planned":
            return self.planned(who, day) > 0
        return str(weekday(day)) in (weekdays or "12345")

    def absence_minutes(self, who, day):
        """Minutes by code."""
        found = {}
        if self.outside_contract(who, day):
            return found
        left = 1 - self.fraction(who, day)
        if self.whole_holiday(day):
            by_plan = day >= self.estimate_from and self.planned(who, day) > 0
            left = Fraction(0 if self.holiday_minutes(who, day) > 0 or by_plan else 1)
        per_day = (self.row(who, day) or {}).get("contractMinutesPerDay") or 0
        days, before = Fraction(0), 0
        for row in sorted(self.absences_on(who, day), key=lambda row: row["code"]):
            # The holiday's part is rounded half up, and the absence is the rest of the day.
            if row.get("minutes"):
                amount = half_up(row["minutes"]) - half_up(row["minutes"] * (1 - left))
            else:
                # Parts of a day are rounded together: halves of an odd day are the day.
                days += Fraction(row["days"])
                whole = days * int(per_day)
                amount = max(0, half_up(whole) - half_up(whole * (1 - left)) - before)
                before += amount
            found[row["code"]] = found.get(row["code"], 0) + amount
        return found


# The account (definitions 19 to 24).


def in_account(state, who, day):
    columns = state.row(who, day)
    return columns is not None and columns.get("account", "") != "no" and day >= state.settings["account"]["from"]


def target_of(state, who, day):
    if state.outside_contract(who, day):
        return 0
    if state.whole_holiday(day):
        return 0
    if state.settings["account"]["target"] == "planned":
        return state.planned(who, day)
    whole = state.contract_day(who, day)
    return int(whole - half_up(whole * state.fraction(who, day)))


def worked_of(state, who, day):
    codes = state.settings["account"].get("counts")
    return sum(minutes for code, minutes in state.base_lines(who, day).items() if codes is None or code in codes)


def credits_of(state, who, day):
    """Absences in `credits` and holidays without work, unless the target is already lowered for them."""
    account = state.settings["account"]
    total = 0
    is_planned = account["target"] == "planned"
    # A day that owes nothing, for its holiday or without a plan, is not owed less because of an absence.
    lowered_for_absence = state.whole_holiday(day) or is_planned and state.planned(who, day) == 0
    for code, minutes in state.absence_minutes(who, day).items():
        if code in account.get("credits", []) and not lowered_for_absence:
            total += minutes
    if is_planned and not state.whole_holiday(day):
        total += state.holiday_minutes(who, day)
    return total


def ends_period(account, day):
    kind = account.get("period", "month")
    tomorrow = add_days(day, 1)
    if kind == "week":
        return weekday(day) == 7
    return tomorrow[8:] == "01" if kind == "month" else tomorrow[5:] == "01-01"


def limit_of(state, who, day):
    cap = state.settings["account"].get("cap", {})
    own = (state.row(who, day) or {}).get(cap["column"], "") if cap.get("column") else ""
    return int(own) if own else cap.get("max")


def could_have_begun(state, who, before):
    """Whether the person had an account before a day."""
    day = state.settings["account"]["from"]
    while day < before:
        if in_account(state, who, day) and day >= state.row(who, day).get("contractFrom", ""):
            return True
        day = add_days(day, 1)
    return False


def day_facts(state, who, month):
    """Of each day in the account what does not depend on the balance before it."""
    account = state.settings["account"]
    found = []
    for day in days_of_month(month):
        if not in_account(state, who, day):
            continue
        columns = state.row(who, day)
        target, worked, credit = target_of(state, who, day), worked_of(state, who, day), credits_of(state, who, day)
        own = [r for r in state.absences if r["employee"] == who and r["code"] == "ACCOUNT" and r["from"] == day]
        own_limit = columns.get(account.get("cap", {}).get("column"), "")
        opening = int(columns.get(account.get("opening"), "") or 0) if account.get("opening") else 0
        begins = opening if day >= columns.get("contractFrom", "") else None
        is_empty = bool(account.get("opening")) and not columns.get(account["opening"]) and columns.get("contractFrom", "") != day
        amounts = [target, worked, credit, sum(r["minutes"] for r in own)]
        is_end, most = ends_period(account, day), limit_of(state, who, day)
        found.append((day, (begins, is_empty), amounts, is_end, (most, own_limit)))
    return found


def month_result(account, facts, who, balance):
    """The month's days from the balance before it; None begins with the opening of the first day in the contract."""
    cap = account.get("cap", {})
    days, below, empty = [], [], []
    for day, (opening, is_empty), (target, worked, credit, adjusted), is_end, (most, _) in facts:
        if balance is None and opening is not None and is_empty:
            empty.append([who, day])
        balance = opening if balance is None else balance
        if balance is None:
            continue
        balance += worked + credit - target + adjusted
        over = balance - most if is_end and most is not None and balance > most else 0
        balance -= over
        paid, lapsed = (0, over) if cap.get("surplus") == "lapse" else (over, 0)
        days.append([who, day, target, worked, credit, adjusted, paid, lapsed, balance])
        if is_end and cap.get("min") is not None and balance < cap["min"]:
            below.append([who, day, balance])
    return {"days": days, "below": below, "empty": empty, "balance": balance}


def left_open(state, who, month, result):
    """The contract ends in the month, no later row goes on, and the balance is not 0."""
    counted = {day for _, day, *_ in result["days"]}
    ends = [day for day in days_of_month(month) if day in counted and (state.row(who, day) or {}).get("contractTo") == day]
    return bool(ends and result["days"] and result["balance"] != 0)


def solved(case):
    account = case["settings"]["account"]
    states, facts, results, paid, answers = {}, {}, {}, {}, []
    for number, stage in enumerate(case["stages"]):
        answer = {"days": [], "below": [], "empty": [], "open": [], "unknown": [], "corrected": [], "changed": []}
        is_final = stage["kind"] == "final"
        earlier = None if is_final else (dict(results), {key: added_facts(each, results[key]) for key, each in facts.items()})
        for month in stage["months"]:
            states[month] = State(case, number, stage.get("estimateFrom"))
            for who in case["people"]:
                facts[month, who] = day_facts(states[month], who, month)
        months = sorted(states)
        for at, month in enumerate(months):
            before = months[at - 1] if at > 0 and follows(months[at - 1], month) else None
            is_fresh = month in stage["months"]
            for who in case["people"]:
                carried = results[before, who]["balance"] if before else None
                result = month_result(account, facts[month, who], who, carried)
                # Older finals have a balance that those before do not have: it may have been left out by mistake.
                is_lost = before and carried is None and any(results[old, who]["balance"] is not None for old in months[:at])
                unknown = before is None or (is_lost and result["days"])
                results[month, who] = result
                if not is_fresh:
                    continue
                answer["days"] += result["days"]
                answer["below"] += result["below"]
                answer["empty"] += result["empty"]
                if unknown and could_have_begun(states[month], who, f"{month}-01"):
                    answer["unknown"].append([who, month])
                if left_open(states[month], who, month, result):
                    answer["open"].append([who, month, result["balance"]])
                now = paid_lines(result)
                if stage["kind"] == "corrections":
                    answer["corrected"] += differences(who, paid[month, who], now)
                paid[month, who] = now
        if not is_final:
            now = results, {key: added_facts(each, results[key]) for key, each in facts.items()}
            answer["changed"] = changed_accounts(case["people"], stage["months"], months, earlier, now)
        check(case, months, results)
        answers.append(answer)
    return {"case": case, "stages": answers}


def added_facts(facts, result):
    """What the days of the account are made of, whatever the balance before them."""
    counted = {day for _, day, *_ in result["days"]}
    return [(day, amounts, own_limit) for day, _, amounts, _, (_, own_limit) in facts if day in counted]


def changed_accounts(people, corrected, months, earlier, now):
    """[employee, month, first day with another balance, balance before, after, paid before, after, lapsed before, after,
    whether the month is later than the corrected ones]"""
    found = []
    for who in people:
        is_any = False
        for month in months:
            key = month, who
            if key not in earlier[0]:
                continue
            then, result = earlier[0][key], now[0][key]
            is_own, is_later = month in corrected, month > max(corrected)
            sums = [sum(day[at] for day in each["days"]) for at in (6, 7) for each in (then, result)]
            ends = [then["balance"], result["balance"]]
            moved = ends[0] != ends[1] or is_own and earlier[1][key] != now[1][key]
            moved = moved or is_later and (sums[0] != sums[1] or sums[2] != sums[3])
            if not moved or not (is_own or is_later and is_any):
                continue
            is_any = True
            balances = [{day[1]: day[8] for day in each["days"]} for each in (then, result)]
            dates = sorted(set(balances[0]) | set(balances[1]))
            other = [day for day in dates if balances[0].get(day) != balances[1].get(day)]
            since = other[0] if other else f"{month}-01"
            found.append([who, month, since, *ends, *sums, is_later])
    return found


def follows(month, later):
    return add_days(days_of_month(month)[-1], 1) == f"{later}-01"


def paid_lines(result):
    return {day: paid for _, day, _, _, _, _, paid, _, _ in result["days"] if paid}


def differences(who, before, after):
    dates = sorted(set(before) | set(after))
    return [[who, day, before.get(day, 0), after.get(day, 0)] for day in dates if before.get(day, 0) != after.get(day, 0)]


def check(case, months, results):
    """Surplus is what left the accounts; each month begins where the one before ended."""
    for who in case["people"]:
        end, previous = None, None
        for month in months:
            days = results[month, who]["days"]
            for _, _, target, worked, credit, adjusted, paid, lapsed, balance in days:
                start = balance - (worked + credit - target + adjusted - paid - lapsed)
                joins = previous is None or previous == month or follows(previous, month)
                assert end is None or start == end or not joins, (case["name"], who, month)
                end, previous = balance, month


if __name__ == "__main__":
    if sys.argv[1] == "random":
        from account_cases import random_case

        first, count = int(sys.argv[2]), int(sys.argv[3])
        chosen = [random_case(seed) for seed in range(first, first + count)]
    else:
        chosen = json.load(sys.stdin)
    json.dump([solved(case) for case in chosen], sys.stdout)

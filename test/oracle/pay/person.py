"""Pay lines of one person, minute by minute, as docs/time.md and docs/pay.md have them."""

from clock import DAY, clock_of, day_number, day_text, stamp
from counts import count_lines, credited
from holidays import holiday_lines
from minimums import top_ups
from overtime import Piece, joined, overtime, share, streaks_of
from rules import Minute, Work, granted, minute_of_day, takes


def rounded(value, rounding):
    step, grace = rounding["step"], rounding["grace"]
    low = value // step * step
    over = value - low
    if rounding["mode"] == "nearest":
        return low + (step if 2 * over >= step else 0)
    if rounding["mode"] == "up":
        return low + (step if over > grace else 0)
    return low + (step if over > 0 and step - over <= grace else 0)


def rounded_stamp(instant, clock, rounding):
    """On the clock's minutes of the day; seconds are cut off first."""
    local = clock.local(instant)
    minutes = local % DAY // 60
    return instant + (rounded(minutes, rounding) * 60 - local % DAY)


def runs(items, key):
    """[(key, items)] of neighbours with the same key."""
    found = []
    for item in items:
        value = key(item)
        if found and found[-1][0] == value:
            found[-1][1].append(item)
        else:
            found.append((value, [item]))
    return found


def minutes_between(clock, start, end, wallclock, day_start=0):
    """Stretches of at most a minute between two instants: of time that passed, or of what the clock shows."""
    found = []
    if wallclock:
        local, last = clock.local(start), clock.local(end)
        while local < last:
            following = min(last, (local // 60 + 1) * 60)
            found.append(Minute(local // DAY, (local - day_start) // DAY, local, following - local, len(found)))
            local = following
        return found
    instant, totals = start, clock.with_day_start(day_start)
    while instant < end:
        following = min(end, (instant // 60 + 1) * 60)
        days = (clock.own_day(instant), totals.own_day(instant))
        found.append(Minute(*days, clock.local(instant), following - instant, len(found)))
        instant = following
    return found


def without_deducted(weights, minutes, deducted):
    """Weights without the last `deducted` of the minutes of the first half; whole multiples of what they were."""
    whole = sum(weights)
    if deducted == 0 or whole == 0 or minutes == 0:
        return weights
    length = 2 * deducted * whole
    begin = max(0, whole * minutes - length)
    found, passed = [], 0
    for weight in weights:
        low, passed = passed, passed + weight * 2 * minutes
        found.append(passed - low - max(0, min(passed, begin + length) - max(low, begin)))
    return found


def deducted_breaks(entries, lines):
    """{id of the longest entry of a work date: minutes that are missing to its break}"""
    days, found = {}, {}
    for entry in entries:
        days.setdefault(entry.work_date, []).append(entry)
    for day in days.values():
        worked = sum(entry.before_break_pay for entry in day)
        seconds = max(e.true_end for e in day) - min(e.true_start for e in day) - 60 * sum(e.worked for e in day)
        due = [line for line in lines if line["afterHours"] * 60 < worked]
        if due:
            line = max(due, key=lambda each: each["afterHours"])
            missing = min(line["minutes"] - max(0, seconds // 60), int(worked - line["afterHours"] * 60))
            if missing > 0:
                longest = max(day, key=lambda entry: entry.before_break_pay)
                found[id(longest)] = missing
    return found


def pause_seconds(seconds, worked):
    """What net minutes leave; less than a minute is no break."""
    left = seconds - 60 * worked
    return left if left >= 60 else 0


def without_break(stretches, worked, paid, allocate):
    """Seconds of each stretch that are paid, where the break has a place; all of them where it has none.

    The break begins where the worked minutes put it; `paid` are these and those of the break that are paid, its last.
    """
    seconds = [each.seconds for each in stretches]
    pause = pause_seconds(sum(seconds), paid)
    if allocate == "proportional" or pause == 0:
        return seconds
    at = 30 * worked if allocate == "halves" else 60 * min(allocate["after"], worked)
    result, begin = [], 0
    for length in seconds:
        hidden = max(0, min(begin + length, at + pause) - max(begin, at))
        result.append(length - hidden)
        begin += length
    return result


def in_shift(start, end, shift, pay):
    """the time of an entry that its shift pays."""
    if not pay or shift is None:
        return start, end
    grace = 60 * pay.get("grace", 0)
    first = stamp(shift["startsAt"])[0] - (grace if pay.get("early") == "paid" else 0)
    last = stamp(shift["endsAt"])[0] + (grace if pay.get("late") == "paid" else 0)
    begin = min(max(start, first), end) if pay.get("from") == "shift" else start
    return begin, max(min(end, last), begin) if pay.get("until") == "shift" else end


class Entry:
    """One completed entry on its way from stamps to minutes of days."""

    def __init__(self, record, case):
        self.config = config = case["config"]
        self.allocate = config["breaks"]["allocate"]
        self.place, self.worked = record["place"], record["workedMinutes"]
        start, end = stamp(record["startsAt"]), stamp(record["endsAt"])
        self.clock = clock_of(start, end, case["places"][self.place])
        self.true_start, self.true_end = start[0], end[0]
        self.work_date = day_number(record["workDate"])
        shift = record.get("shift")
        # A shift that is dated further away than a read's margin is not part of every read.
        margin = 2 if self.config.get("attribution") == "shift" else 1
        self.shift = shift if shift and abs(day_number(shift["date"]) - self.work_date) <= margin else None
        self.start, self.end = in_shift(start[0], end[0], self.shift, config.get("pay"))
        cut = self.start - self.true_start + self.true_end - self.end
        total = max(0, self.worked - cut // 60)
        self.day_start = 60 * minute_of_day(config.get("period", {}).get("dayStart", "00:00"))
        self.wallclock = config["dst"] == "wallclock"
        self.rounding = self._rounding(record, case)
        if self.rounding["level"] == "stamp":
            pause = (pause_seconds(self.end - self.start, total) + 30) // 60
            self.start = rounded_stamp(self.start, self.clock, self.rounding)
            self.end = max(self.start, rounded_stamp(self.end, self.clock, self.rounding))
            total = max(0, (self.end - self.start) // 60 - pause)
        if self.wallclock:
            total = max(0, total + (self.clock.offset(self.end) - self.clock.offset(self.start)) // 60)
        self.stretches = minutes_between(self.clock, self.start, self.end, self.wallclock, self.day_start)
        self.before_break_pay = total
        self.work = Work(self.clock, self.start, record, case)
        self._attribute(config["attribution"])

    def _rounding(self, record, case):
        """None where the rounding is for other days than that on which the entry begins."""
        rounding, work = self.config["rounding"], Work(self.clock, self.start, record, case)
        other = "on" in rounding and not any(granted(each, work.start_day, case) for each in rounding["on"])
        return {**rounding, "level": "none"} if other and rounding["level"] != "day" else rounding

    def finish(self, deducted):
        """Paid break, deducted break and rounding of the entry; `deducted` minutes are missing to the day's break."""
        total = self.before_break_pay
        pause = pause_seconds(sum(each.seconds for each in self.stretches), total)
        total += min(self.config["breaks"].get("paid", 0), (pause + 30) // 60)
        # A break lies between minutes that are not rounded yet.
        self.net = total
        weights = without_break(self.stretches, self.before_break_pay, self.net, self.allocate)
        weights = without_deducted(weights, self.net, deducted)
        total = max(0, total - deducted)
        if self.rounding["level"] == "entry":
            total = rounded(total, self.rounding)
        self.total = total if self.stretches else 0
        self.weight = {each.position: weight for each, weight in zip(self.stretches, weights)}
        self.days = runs(self.stretches, lambda each: each.total_day)
        self.shares = share(self.total, [self.seconds(items) for _, items in self.days])

    def seconds(self, items):
        return sum(self.weight[each.position] for each in items)

    def _attribute(self, attribution):
        elapsed = {}
        for each in minutes_between(self.clock, self.true_start, self.true_end, False, self.day_start):
            elapsed[each.total_day] = elapsed.get(each.total_day, 0) + each.seconds
        # Worked minutes of a day are shared in proportion, wherever pay rules place the break.
        worked = dict(zip(elapsed, share(self.worked, list(elapsed.values()))))
        first = self.work_first = self.clock.with_day_start(self.day_start).own_day(self.true_start)
        start = first if self.day_start else self.work_date
        whole = {
            "start": start,
            "shift": start if self.shift is None else day_number(self.shift["date"]),
            "split": None,
            "end": max(elapsed, default=first),
            "majority": max(sorted(elapsed), key=lambda d: (elapsed[d], d == first), default=first),
        }[attribution]
        # Nobody who reads a neighbouring period would find what lies more than a day off the work date.
        touched = [day if whole is None else whole for day in elapsed] or [first]
        margin = 2 if attribution == "shift" else 1
        calendar = self.clock.own_day(self.true_start)
        if any(abs(day - self.work_date) > margin for day in touched) and calendar != self.work_date:
            whole = self.work_date
        self.lands = lambda day: day if whole is None else whole
        self.work.lands = self.lands
        early = attribution == "start" and self.work.day_start > 0
        self.counts_on = self.work.start_day if early else whole
        self.worked_on = [(self.lands(day), minutes) for day, minutes in worked.items()]
        self.worked_days = [day for day, minutes in self.worked_on if minutes > 0]
        self.worked_parts = [part for day, minutes in worked.items() for part in self._parts(day, minutes)]

    def counting_day(self, minute):
        """The day whose limits a minute counts towards: a working day, where these begin after midnight."""
        if self.counts_on is not None:
            return self.counts_on
        return self.work.working(minute.day, minute.time) if self.work.day_start > 0 else self.lands(minute.total_day)

    def _parts(self, day, minutes):
        """[(day that they stand on, day whose limits they count towards, worked minutes)], by true stamps."""
        items = minutes_between(self.clock, self.true_start, self.true_end, False, self.day_start)
        items = [each for each in items if each.total_day == day]
        spans = runs(items, self.counting_day)
        shares = share(minutes, [sum(each.seconds for each in span) for _, span in spans])
        return [(self.lands(day), counts, part) for (counts, _), part in zip(spans, shares)]


def person_lines(case):
    """{(date, code, kind, place): minutes}"""
    config = case["config"]
    entries = sorted((Entry(each, case) for each in case["entries"]), key=lambda e: (e.true_start, e.true_end))
    deducted = deducted_breaks(entries, config["breaks"].get("deduct", []))
    for entry in entries:
        entry.finish(deducted.get(id(entry), 0))
    streaks = streaks_of(entries, config["payRules"])
    for entry in entries:
        entry.work.streak_on = lambda minute, entry=entry: streaks.get(entry.counting_day(minute), 0)
    changes = _day_rounding(entries, config["rounding"], case)
    pieces = []
    for entry in entries:
        pieces += _pieces(entry, _living_rules(entry, config["payRules"], changes), changes)
    lines = {}

    def add(day, code, kind, place, minutes):
        if minutes > 0:
            key = (day_text(day), code, kind, place)
            lines[key] = lines.get(key, 0) + minutes

    works = joined(entries, config.get("join"))
    base = {}
    for piece in pieces:
        base[piece.lands] = base.get(piece.lands, 0) + piece.minutes
    worked = {}
    for entry in entries:
        for day, minutes in entry.worked_on:
            worked[day] = worked.get(day, 0) + minutes
    not_worked = holiday_lines({**case, "worked": worked}, base)
    for day, code, minutes in not_worked:
        add(day, code, "not-worked", None, minutes)
    case = {**case, "absences": _unworked(case, not_worked)}
    for piece in overtime(pieces, works, case):
        add(piece.lands, piece.base["code"], "base", piece.entry.place, piece.minutes)
    for piece in pieces:
        for rule in piece.loadings:
            add(piece.lands, rule["code"], "loading", piece.entry.place, piece.minutes)
    for day, place, code, minutes in top_ups(entries, pieces, works, case):
        add(day, code, "topup", place, minutes)
    time = {}
    for (day, code, kind, _), minutes in lines.items():
        if kind != "not-worked":
            time[(day, code)] = time.get((day, code), 0) + minutes
    for day, code, minutes in credited(config["payRules"], time):
        add(day_number(day), code, "credit", "any", minutes)

    def shared(entry, answer):
        return [(day, value, minutes) for day, value, _, minutes in _shared(entry, changes, answer)]

    for day, code, place, times in count_lines(entries, case, shared):
        add(day, code, "count", place, times)
    return lines


def _unworked(case, not_worked):
    """{date: minutes} of leave and of holidays without work."""
    found = dict(case.get("absences", {}))
    for day, _, minutes in not_worked:
        found[day_text(day)] = found.get(day_text(day), 0) + minutes
    return found


def _day_rounding(entries, rounding, case):
    """{(entry, own day): minutes that rounding of the day it lands on adds or takes}"""
    changes = {}
    if rounding["level"] != "day":
        return changes
    landed = {}
    for entry in entries:
        for (day, _), minutes in zip(entry.days, entry.shares):
            on = rounding.get("on")
            if on is None or any(granted(each, entry.lands(day), case) for each in on):
                landed.setdefault(entry.lands(day), []).append((entry, day, minutes))
    for parts in landed.values():
        total = sum(minutes for _, _, minutes in parts)
        change = rounded(total, rounding) - total
        for entry, day, minutes in reversed(parts):
            if minutes == 0 or change == 0:
                continue
            here = change if change > 0 else max(change, -minutes)
            changes[(id(entry), day)] = here
            change -= here
    return changes


def _winners(rules, minute, work):
    base = next(rule for rule in rules["base"] if "over" not in rule and takes(rule, minute, work))
    loadings, groups = [], set()
    for i, rule in enumerate(rules.get("loadings", [])):
        group = rule.get("group", i)
        if group not in groups and takes(rule, minute, work):
            groups.add(group)
            loadings.append(rule)
    return base, loadings


def _shared(entry, changes, key):
    """[(day of totals, key, stretches, minutes)] of an entry: days first, then what has the same key within a day."""
    found = []
    for (day, items), minutes in zip(entry.days, entry.shares):
        parts = runs(items, key)
        shares = share(minutes, [entry.seconds(part) for _, part in parts])
        change = changes.get((id(entry), day), 0)
        for i in reversed(range(len(shares))):
            if shares[i] > 0 and change != 0:
                here = change if change > 0 else max(change, -shares[i])
                shares[i] += here
                change -= here
        found += [(day, value, part, count) for (value, part), count in zip(parts, shares)]
    return found


def _living_rules(entry, rules, changes):
    """The rules without those whose minimum in their window this entry does not reach."""

    def lives(rule):
        if "minimumInWindow" not in rule:
            return True
        parts = _shared(entry, changes, lambda each: takes(rule, each, entry.work))
        return sum(minutes for _, taken, _, minutes in parts if taken) >= rule["minimumInWindow"]

    return {**rules, **{kind: [r for r in rules.get(kind, []) if lives(r)] for kind in ("base", "loadings")}}


def _pieces(entry, rules, changes):
    entry.rules = rules
    found = {}

    def key(each):
        base, loadings = _winners(rules, each, entry.work)
        working = entry.work.working(each.day, each.time)
        value = (id(base), tuple(id(rule) for rule in loadings), working, entry.counting_day(each))
        found[value] = (base, loadings, entry.counting_day(each))
        return value

    return [
        Piece(entry, entry.lands(day), [(e, entry.weight[e.position]) for e in items], minutes, *found[value])
        for day, value, items, minutes in _shared(entry, changes, key)
    ]

"""Due times of cron lines over a span. Shares no code and no method with the program: around clock changes it watches
the clock of zoneinfo minute by minute.

stdin: {"cases": [{"line", "zone", "from", "until", "days"}]}, instants in epoch seconds; stdout: a list of lists of instants.
"""
import calendar
import datetime
import json
import sys
import zoneinfo

MONTHS = dict((name.upper(), number) for number, name in enumerate(calendar.month_abbr) if name)
DAYS = {"SUN": 0, "MON": 1, "TUE": 2, "WED": 3, "THU": 4, "FRI": 5, "SAT": 6}


def value(text, names):
    return names[text.upper()] if text.upper() in names else int(text)


def plain(part, number, low, high, names):
    step = 1
    if "/" in part:
        part, text = part.split("/")
        step = int(text)
        if part != "*" and "-" not in part:
            part = f"{part}-{high}"
    if part == "*":
        first, last = low, high
    elif "-" in part:
        first, last = (value(each, names) for each in part.split("-"))
        if names is DAYS and last == 0:
            last = 7
    else:
        first = last = value(part, names)
    return first <= number <= last and (number - first) % step == 0


def nearest_weekday(year, month, day):
    length = calendar.monthrange(year, month)[1]
    if day > length:
        return None
    options = [each for each in range(1, length + 1) if calendar.weekday(year, month, each) < 5]
    return min(options, key=lambda each: (abs(each - day), each))


def month_day(part, date):
    length = calendar.monthrange(date.year, date.month)[1]
    upper = part.upper()
    if upper == "L":
        return date.day == length
    if upper == "LW":
        return date.day == nearest_weekday(date.year, date.month, length)
    if upper.endswith("W"):
        return date.day == nearest_weekday(date.year, date.month, int(upper[:-1]))
    return plain(part, date.day, 1, 31, {})


def week_day(part, date):
    number = date.isoweekday() % 7
    if "#" in part:
        name, which = part.split("#")
        if value(name, DAYS) % 7 != number:
            return False
        same = [day for day in range(1, calendar.monthrange(date.year, date.month)[1] + 1)
                if calendar.weekday(date.year, date.month, day) == date.weekday()]
        return date.day == same[-1] if which == "L" else len(same) >= int(which) and date.day == same[int(which) - 1]
    return plain(part, number, 0, 6, DAYS) or (number == 0 and "*" not in part and plain(part, 7, 0, 7, DAYS))


def on_day(fields, date):
    if not any(plain(part, date.month, 1, 12, MONTHS) for part in fields[3].split(",")):
        return False
    by_month = any(month_day(part, date) for part in fields[2].split(",")) if fields[2] not in "*?" else None
    by_week = any(week_day(part, date) for part in fields[4].split(",")) if fields[4] not in "*?" else None
    if by_month is None or by_week is None:
        return by_week if by_month is None and by_week is not None else by_month in (None, True)
    return by_month or by_week


def shown_at(instant, zone):
    return datetime.datetime.fromtimestamp(instant, zone).replace(tzinfo=None)


def first_shown(date, minutes, zone):
    """The instants at which the clock first shows, or jumps over, each of these minutes of a date."""
    midnight = int(datetime.datetime(date.year, date.month, date.day, tzinfo=datetime.timezone.utc).timestamp())
    start, end = midnight - 36 * 3600, midnight + 60 * 3600
    offsets = {datetime.datetime.fromtimestamp(each, zone).utcoffset() for each in range(start, end, 1800)}
    if len(offsets) == 1:
        offset = int(offsets.pop().total_seconds())
        return [midnight + minute * 60 - offset for minute in minutes]
    wanted = {datetime.datetime(date.year, date.month, date.day) + datetime.timedelta(minutes=minute) for minute in minutes}
    found, highest = [], shown_at(start, zone)
    for instant in range(start + 60, end, 60):
        shown = shown_at(instant, zone)
        if shown <= highest:
            continue
        passed = int((shown - highest).total_seconds() // 60)
        if any(highest + datetime.timedelta(minutes=step) in wanted for step in range(1, passed + 1)):
            found.append(instant)
        highest = shown
    return found


def due(case):
    fields = case["line"].split()
    zone = zoneinfo.ZoneInfo(case["zone"])
    minutes = [hour * 60 + minute for hour in range(24) for minute in range(60)
               if any(plain(part, hour, 0, 23, {}) for part in fields[1].split(","))
               and any(plain(part, minute, 0, 59, {}) for part in fields[0].split(","))]
    first = shown_at(case["from"], zone).date() - datetime.timedelta(days=2)
    times = set()
    for step in range(case["days"] + 5):
        date = first + datetime.timedelta(days=step)
        if on_day(fields, date):
            times.update(first_shown(date, minutes, zone))
    return sorted(each for each in times if case["from"] < each < case["until"])


print(json.dumps([due(case) for case in json.load(sys.stdin)["cases"]]))

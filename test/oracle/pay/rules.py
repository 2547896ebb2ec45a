"""Which rule takes which minute, asked minute by minute."""

from clock import DAY, day_number, day_text, weekday

WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def minute_of_day(text):
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


class Minute:
    """A stretch of at most a minute: its own day, the day of totals, what the clock shows, and how many seconds it lasts."""

    __slots__ = ("day", "total_day", "local", "seconds", "position")

    def __init__(self, day, total_day, local, seconds, position):
        self.day, self.total_day, self.local, self.seconds, self.position = day, total_day, local, seconds, position

    @property
    def time(self):
        return self.local % DAY // 60

    @property
    def date(self):
        return self.local // DAY


def window_dates(clock, minute):
    """(date of its begin, date of its end, minute of its end) of the window that holds the minute, or None."""
    begin, end = minute_of_day(clock[0]), minute_of_day(clock[1])
    time, date = minute.time, minute.date
    if begin < end:
        return (date, date, end) if begin <= time < end else None
    if time >= begin:
        return (date, date + 1, end)
    return (date - 1, date, end) if time < end else None


def columns_on(case, day):
    """The columns of the mapping row of a day: `rows` are [{from, columns}] in the order of their first days."""
    found = case["columns"]
    for row in case.get("rows", []):
        if day >= day_number(row["from"]):
            found = row["columns"]
    return found


def is_rest_day(day, case):
    """neither planned nor a weekday of the contract; without plan and column no rest day."""
    planned = {date for date, minutes in case.get("planned", {}).items() if minutes > 0}
    if day_text(day) in planned:
        return False
    weekdays = columns_on(case, day).get("contractWeekdays", "")
    return str(weekday(day) + 1) not in weekdays if weekdays else bool(planned)


def granted(condition, day, case):
    if condition == "restday":
        return is_rest_day(day, case)
    return day in case["holidays"] if condition == "holiday" else WEEKDAYS[weekday(day)] == condition


def people_match(conditions, columns):
    for column, wanted in conditions.items():
        value = columns.get(column, "")
        if isinstance(wanted, list):
            if value not in wanted:
                return False
        elif value == "" or value < wanted.get("from", "") or value >= wanted.get("before", "9999"):
            return False
    return True


class Work:
    """What rules ask of an entry besides the minute; `day_start` is the minute at which working days begin."""

    def __init__(self, clock, start, record, case):
        self.clock, self.start, self.place = clock, start, record["place"]
        # Of the record itself, else of the shift that it names.
        self.team = record.get("team") or record.get("shiftTeam")
        self.task = record.get("task") or record.get("shiftTask")
        self.case, self.lands = case, lambda day: day
        self.day_start = minute_of_day(case["config"]["payRules"].get("dayStart", "00:00"))
        self.start_day = self.working(clock.own_day(start), clock.local(start) % DAY // 60)
        self.streak_on = lambda minute: 0

    def working(self, day, time):
        return day - 1 if time < self.day_start else day


def takes(rule, minute, work):
    """All conditions but `over` and `minimumInWindow`."""
    today = day_text(minute.day)
    if not rule.get("validFrom", "") <= today <= rule.get("validTo", "9999"):
        return False
    if "establishments" in rule and work.place not in rule["establishments"]:
        return False
    if "teams" in rule and work.team not in rule["teams"] or "tasks" in rule and work.task not in rule["tasks"]:
        return False
    if not people_match(rule.get("employees", {}), columns_on(work.case, work.lands(minute.total_day))):
        return False
    if work.streak_on(minute) < rule.get("consecutiveDay", 0):
        return False
    own = work.working(minute.day, minute.time)
    days = [own]
    day_types = "on" in rule or "dates" in rule
    if "reachTo" in rule and day_types and minute.time < minute_of_day(rule["reachTo"]):
        if work.start_day == own - 1:
            days.append(own - 1)
    return any(_takes_on(rule, minute, work, day, own) for day in days)


def _takes_on(rule, minute, work, day, own):
    """`day` is the minute's own, or the one that reaches into it."""
    if "on" in rule and not any(granted(each, day, work.case) for each in rule["on"]):
        return False
    window = None
    if "clock" in rule:
        window = window_dates(rule["clock"], minute)
        if window is None:
            return False
    if "dates" in rule:
        windows = [_dates_window(each, rule, minute, day, own) for each in rule["dates"]]
        windows = [each for each in windows if each is not None]
        if not windows:
            return False
        window = windows[0] if windows[0] != "day" else window
    if "startedBefore" not in rule:
        return True
    return work.start < work.clock.last_shown_before(
        minute_of_day(rule["startedBefore"]) % 1440, _window_end(window, day, work)
    )


def _dates_window(each, rule, minute, day, own):
    """The window of one of `dates` that holds the minute, "day" for a whole day, None for neither."""
    date, clock = (each, rule.get("clock")) if isinstance(each, str) else (each["date"], each["clock"])
    if clock is None or day != own:
        return "day" if day_text(day)[5:] == date else None
    window = window_dates(clock, minute)
    return window if window is not None and day_text(window[0])[5:] == date else None


def _window_end(window, day, work):
    if window is None and work.day_start == 0:
        return work.clock.day_start(day + 1)
    _, date, minutes = window or (day, day + 1, work.day_start)
    return max(work.clock.shown(date * DAY + minutes * 60))

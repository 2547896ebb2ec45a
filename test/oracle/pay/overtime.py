"""Works that count as one, and overtime of the day, of the week and of a reference period."""

from clock import day_number, weekday
from reference import Reference, limit_minutes
from rules import columns_on, takes, WEEKDAYS


def share(total, weights):
    """`total` in proportion to the weights, whole; what is missing to the largest remainders, ties to the earliest."""
    whole = sum(weights)
    if whole == 0:
        return [0] * len(weights)
    parts = [total * weight // whole for weight in weights]
    order = sorted(range(len(weights)), key=lambda i: (-(total * weights[i] % whole), i))
    for i in order[: total - sum(parts)]:
        parts[i] += 1
    return parts


class Piece:
    """Net minutes of an entry's own day with the same rules; `items` are their stretches with weights."""

    def __init__(self, entry, lands, items, minutes, base, loadings, counts_on):
        self.entry, self.lands, self.items, self.minutes = entry, lands, items, minutes
        self.base, self.loadings, self.counts_on = base, loadings, counts_on


def streaks_of(entries, rules):
    """{day with worked minutes: the how-manieth in a row it is}; every week begins anew."""
    first_weekday = WEEKDAYS.index(rules.get("weekStartsOn", "monday"))
    streaks = {}
    for day in sorted({on for entry in entries for _, on, minutes in entry.worked_parts if minutes > 0}):
        streaks[day] = 1 if weekday(day) == first_weekday else streaks.get(day - 1, 0) + 1
    return streaks


def joined(entries, join):
    """[[entry, …]]: entries that count as one work."""
    works = []
    for entry in entries:
        gap = entry.start - works[-1][-1].end if works else None
        if join and gap is not None and 0 <= gap <= 60 * join["gap"]:
            works[-1].append(entry)
        else:
            works.append([entry])
    return works


def overtime(pieces, works, case):
    """The pieces with the base rules that they are paid by in the end."""
    counts_on = {}
    for work in works:
        if len(work) > 1:
            lands = work[0].work.start_day if work[0].counts_on is None else work[0].counts_on
            for entry in work:
                counts_on[id(entry)] = lands
    daily, counted = [], {}
    for piece in pieces:
        day = counts_on.get(id(piece.entry), piece.counts_on)
        daily += _split(piece, counted.get(day, 0), _own_limit("day", columns_on(case, day)))
        counted[day] = counted.get(day, 0) + piece.minutes
    first_weekday = WEEKDAYS.index(case["config"]["payRules"].get("weekStartsOn", "monday"))
    weekly, counted = [], {}
    for piece in sorted(daily, key=lambda p: p.counts_on):
        if "over" in piece.base:
            weekly.append(piece)
            continue
        week = piece.counts_on - (weekday(piece.counts_on) - first_weekday) % 7
        unworked = _unworked(week, piece.counts_on, case)
        weekly += _split(piece, counted.get(week, 0), _week_limit(unworked, columns_on(case, week + 6)))
        counted[week] = counted.get(week, 0) + piece.minutes
    return _averaged(weekly, case) if "reference" in case["config"]["payRules"] else weekly


def _averaged(pieces, case):
    reference = Reference(case)
    found, counted = [], {}
    for piece in sorted(pieces, key=lambda p: p.lands):
        if "over" in piece.base:
            found.append(piece)
            continue
        first, last = reference.period(piece.lands)
        begin = counted.get(first, 0)
        if piece.lands > reference.until:
            begin += reference.opening(first, last) + reference.absent(first, piece.lands)
            days = (piece.lands, first, last)
            found += _split(piece, begin, lambda over, days=days: reference.limit(over, *days))
        else:
            found.append(piece)
        if not reference.is_in_opening(piece.lands):
            counted[first] = counted.get(first, 0) + piece.minutes
    return found


def _own_limit(unit, columns):
    return lambda over: limit_minutes(over.get(unit), columns)


def _unworked(week, day, case):
    """minutes without work count on their day, before its work."""
    days = case.get("absences", {}).items()
    return sum(minutes for date, minutes in days if week <= day_number(date) <= day)


def _week_limit(unworked, columns):
    """By the row of the week's last day."""

    def limit(over):
        minutes = limit_minutes(over.get("week"), columns)
        return minutes if minutes is None or over.get("absences") != "counted" else minutes - unworked

    return limit


def _split(piece, begin, limit_of):
    """The piece, cut where overtime takes minutes of it; its first minute is the `begin`-th of its day, week or reference period."""
    rules, minutes = piece.entry.rules["base"], piece.minutes
    limits = {id(rule): limit_of(rule["over"]) for rule in rules if "over" in rule}
    limits = {key: limit for key, limit in limits.items() if limit is not None and limit < begin + minutes}
    if not limits:
        return [piece]
    whole = sum(weight for _, weight in piece.items)
    # Places in time of the limits, in weight times minutes: whole numbers.
    places = {key: whole * max(0, limit - begin) for key, limit in limits.items()}
    parts, passed = [], 0
    for stretch, weight in piece.items:
        after = passed + weight * minutes
        edges = sorted({passed, after} | {place for place in places.values() if passed < place < after})
        for low, high in zip(edges, edges[1:]):
            reached = {key for key, place in places.items() if place <= low}
            rule = _first(rules, reached, stretch, piece)
            if not parts or parts[-1][0] is not rule:
                parts.append((rule, []))
            parts[-1][1].append((stretch, high - low))
        passed = after
    shares = share(minutes, [sum(weight for _, weight in items) for _, items in parts])
    return [
        Piece(piece.entry, piece.lands, items, count, rule, [], piece.counts_on)
        for (rule, items), count in zip(parts, shares)
    ]


def _first(rules, reached, stretch, piece):
    for rule in rules:
        if ("over" not in rule or id(rule) in reached) and takes(rule, stretch, piece.entry.work):
            return rule
    raise ValueError(piece)

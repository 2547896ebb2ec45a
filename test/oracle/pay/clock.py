"""Clocks of entries: a zone's table, or one offset. Instants are epoch seconds, days are counted from 1970-01-01."""

import bisect
import datetime
import functools
import zoneinfo

DAY = 86400
EPOCH = datetime.date(1970, 1, 1).toordinal()


def day_number(text):
    return datetime.date.fromisoformat(text).toordinal() - EPOCH


def day_text(day):
    return datetime.date.fromordinal(day + EPOCH).isoformat()


def weekday(day):
    """0 is Monday."""
    return (day + 3) % 7


@functools.lru_cache(None)
def _changes(zone, year):
    """[(instant, offset before, offset after)] of a year, by looking every six hours and halving."""
    info = zoneinfo.ZoneInfo(zone)

    def offset(instant):
        moment = datetime.datetime.fromtimestamp(instant, datetime.timezone.utc)
        return int(moment.astimezone(info).utcoffset().total_seconds())

    first = day_number(f"{year}-01-01") * DAY
    last = day_number(f"{year + 1}-01-01") * DAY
    found = []
    for low in range(first, last, DAY // 4):
        high = low + DAY // 4
        before, after = offset(low), offset(high)
        if before == after:
            continue
        while high - low > 1:
            middle = (low + high) // 2
            if offset(middle) == after:
                high = middle
            else:
                low = middle
        found.append((high, before, after))
    return found, offset(first)


class Clock:
    """What an entry's clock shows: `pieces` are the stretches of one offset around an instant."""

    def __init__(self, pieces):
        self.pieces = pieces
        self.starts = [piece[0] for piece in pieces]

    @staticmethod
    def fixed(offset):
        return Clock([(-(10**12), 10**12, offset)])

    @staticmethod
    @functools.lru_cache(None)
    def of_zone(zone, year):
        """Good for instants of the year, and weeks around it."""
        pieces, begin = [], -(10**12)
        offset = _changes(zone, year - 1)[1]
        for each in (year - 1, year, year + 1):
            for instant, _, after in _changes(zone, each)[0]:
                pieces.append((begin, instant, offset))
                begin, offset = instant, after
        pieces.append((begin, 10**12, offset))
        return Clock(pieces)

    @functools.lru_cache(None)
    def with_day_start(self, seconds):
        """The same clock with days that begin later than midnight."""
        return Clock([(begin, end, offset - seconds) for begin, end, offset in self.pieces]) if seconds else self

    def offset(self, instant):
        return self.pieces[bisect.bisect_right(self.starts, instant) - 1][2]

    def local(self, instant):
        return instant + self.offset(instant)

    def day_start(self, day):
        """The first instant whose local date is that day, or a later one where the day does not exist."""
        for begin, end, offset in self.pieces:
            if end + offset > day * DAY:
                return max(begin, day * DAY - offset)
        raise ValueError(day)

    def own_day(self, instant):
        """The day that began last: it goes on where the date runs backwards."""
        day = self.local(instant) // DAY
        while self.day_start(day + 1) <= instant:
            day += 1
        return day

    def shown(self, local):
        """Every instant at which the clock shows this; the end of the gap where it never does."""
        found = []
        for begin, end, offset in self.pieces:
            if begin <= local - offset < end:
                found.append(local - offset)
        for (_, end, before), (_, _, after) in zip(self.pieces, self.pieces[1:]):
            if end + before <= local < end + after:
                found.append(end)
        return sorted(found)

    def last_shown_before(self, minute_of_day, limit):
        """The last instant before `limit` at which the clock showed this time of day."""
        day = self.local(limit) // DAY + 1
        for each in range(day, day - 5, -1):
            earlier = [t for t in self.shown(each * DAY + minute_of_day * 60) if t < limit]
            if earlier:
                return max(earlier)
        raise ValueError(minute_of_day)


def stamp(text):
    """(instant, local seconds, offset) of `2026-10-25T02:30:00+02:00`."""
    moment = datetime.datetime.fromisoformat(text)
    offset = int(moment.utcoffset().total_seconds())
    naive = moment.replace(tzinfo=datetime.timezone.utc)
    local = int(naive.timestamp())
    return local - offset, local, offset


def clock_of(start, end, zone):
    """One clock per entry: the table where it fits both stamps, else their common offset, else the table."""
    table = Clock.of_zone(zone, datetime.datetime.fromtimestamp(start[0], datetime.timezone.utc).year)
    fits = table.offset(start[0]) == start[2] and table.offset(end[0]) == end[2]
    return Clock.fixed(start[2]) if not fits and start[2] == end[2] else table

"""Folders of CSV files as people and programs save them, and what is in them, for the reader of the folder.

Prints a JSON list: files (base64 by name), further settings of `source`, and what must come out: the records, or a
refusal. Instants come from zoneinfo and texts from the csv module, so nothing here is shared with paytally."""
import base64
import codecs
import csv
import io
import json
import random
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Europe/Brussels")
NAMES = ["Ann", "Chloé", "Müller, Jörg", 'van "Beek"', "O'Neil; Co", "d’Arc", "Łukasz", "=2+2", " Bo "]
LATIN = ["Ann", "Chloé", "Müller, Jörg", 'van "Beek"', "O'Neil; Co"]
FORMATS = {
    "iso": "%Y-%m-%dT%H:%M", "space": "%Y-%m-%d %H:%M:%S", "dots": "%d.%m.%Y %H:%M", "dmy": "%d/%m/%Y %H:%M",
    "mdy": "%m/%d/%Y %I:%M %p", "dashes": "%d-%m-%Y %H:%M",
}


def spans(rng, count=8, first=datetime(2026, 9, 1)):
    """Shifts as naive local times that exist once."""
    made = []
    while len(made) < count:
        start = first + timedelta(days=rng.randrange(60), hours=rng.randrange(5, 23), minutes=rng.choice([0, 15, 47]))
        end = start + timedelta(minutes=rng.randrange(60, 720, 5))
        if all(is_single(time) for time in (start, end)):
            made.append((start, end))
    return made


def is_single(time):
    folds = [time.replace(tzinfo=ZONE, fold=fold).utcoffset() for fold in (0, 1)]
    return folds[0] == folds[1]


def instant(time, fold=0):
    return int(time.replace(tzinfo=ZONE, fold=fold).timestamp())


def record(name, start, end, pause=0, folds=(0, 0)):
    begin, finish = instant(start, folds[0]), instant(end, folds[1])
    return [name.strip(), begin, finish, (finish - begin) // 60 - pause]


def text_of(rows, delimiter=",", end="\n", quoting=csv.QUOTE_MINIMAL):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows(rows)
    return out.getvalue()


def encoded(text, encoding):
    return codecs.BOM_UTF16_LE + text.encode("utf-16-le") if encoding == "utf-16" else text.encode(encoding)


def case(name, data, records=None, settings="", may=False):
    """@param may: a refusal or a notice is right too, but never other records"""
    files = {"entries.csv": base64.b64encode(data).decode()}
    return {"name": name, "files": files, "settings": settings, "records": records, "may": may}


def clean(rng, number):
    """A readable file in some form."""
    encoding = rng.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    names = LATIN if encoding == "cp1252" else NAMES
    form = rng.choice(list(FORMATS))
    delimiter = rng.choice([",", ";", "\t", "|"])
    end = rng.choice(["\n", "\r\n", "\r"])
    quoting = rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    heading = ["employee", "start", "end", "break", "note"]
    rng.shuffle(heading)
    rows, records = [], []
    days = spans(rng) + [(datetime(2026, 10, 25, 8), datetime(2026, 10, 25, 12))]
    for start, finish in days:
        pause = rng.choice([0, 15, 30])
        name = rng.choice(names)
        cells = {"employee": name, "start": start.strftime(FORMATS[form]), "end": finish.strftime(FORMATS[form]),
                 "break": rng.choice([str(pause), f"0:{pause:02d}"]), "note": rng.choice(["", "a, b", "c;d", 'e "f"'])}
        rows.append([cells[column] for column in heading])
        records.append(record(name, start, finish, pause))
    if rng.random() < 0.3:
        rows.insert(rng.randrange(len(rows)), [""] * len(heading))
    shown = [column.upper() if rng.random() < 0.2 else f" {column}" if rng.random() < 0.1 else column for column in heading]
    text = text_of([shown, *rows], delimiter, end, quoting)
    if rng.random() < 0.2 and end != "\r":
        text = f"sep={delimiter}{end}{text}"
    label = f"{number} {encoding} {form} {delimiter!r} {end!r}"
    return case(label, encoded(text, encoding), records)


EXCEL = [
    ("German", ";", "cp1252", "%d.%m.%Y %H:%M"), ("German UTF-8", ";", "utf-8-sig", "%d.%m.%Y %H:%M"),
    ("French", ";", "utf-8-sig", "%d/%m/%Y %H:%M"), ("Dutch", ";", "cp1252", "%d-%m-%Y %H:%M"),
    ("British", ",", "utf-8-sig", "%d/%m/%Y %H:%M"), ("Unicode text", "\t", "utf-16", "%d/%m/%Y %H:%M"),
]


def excel(rng, number):
    """As Excel saves a sheet, with empty cells at the end of lines."""
    name, delimiter, encoding, form = EXCEL[number % len(EXCEL)]
    rows, records = [["employee", "start", "end", ""]], []
    for start, finish in [*spans(rng), (datetime(2026, 9, 28, 8), datetime(2026, 9, 28, 16))]:
        person = rng.choice(LATIN)
        rows.append([person, start.strftime(form), finish.strftime(form), ""])
        records.append(record(person, start, finish))
    return case(f"Excel {name}", encoded(text_of(rows, delimiter, "\r\n"), encoding), records)


def american(rng, _number):
    """10/5/2026 8:00 AM, without leading zeros."""
    rows, records = [["employee", "start", "end"]], []
    for start, finish in [*spans(rng), (datetime(2026, 9, 28, 8), datetime(2026, 9, 28, 16))]:
        shown = [f"{t.month}/{t.day}/{t.year} {(t.hour + 11) % 12 + 1}:{t.minute:02d} {'AM' if t.hour < 12 else 'PM'}" for t in (start, finish)]
        rows.append(["Ann", *shown])
        records.append(record("Ann", start, finish))
    return case("Excel American", encoded(text_of(rows, ",", "\r\n"), "utf-8"), records)


def simple(rows, heading=("employee", "start", "end")):
    return text_of([list(heading), *rows]).encode()


ISO = FORMATS["iso"]


def unclear_order(rng, number):
    """Days up to 12 only: asked, and read if the order is set."""
    day = datetime(2026, rng.randrange(1, 13), rng.randrange(1, 12), 8)
    if day.month == day.day:
        day += timedelta(days=1 if day.day < 12 else -1)
    finish = day + timedelta(hours=8)
    order = rng.choice([None, "dmy", "mdy"])
    form = "%m/%d/%Y %H:%M" if order == "mdy" else "%d/%m/%Y %H:%M"
    data = simple([["Ann", day.strftime(form), finish.strftime(form)]])
    settings = "" if order is None else f", dateOrder: {order}"
    return case(f"unclear dates, {order}", data, None if order is None else [record("Ann", day, finish)], settings)


def both_orders(rng, number):
    return case("both orders", simple([["Ann", "25/10/2026 08:00", ""], ["Ann", "10/25/2026 08:00", ""]]))


def new_year(rng, number):
    """31/12 against 12/31."""
    start, finish = datetime(2026, 12, 31, 22), datetime(2027, 1, 1, 6)
    form = rng.choice(["%d/%m/%Y %H:%M", "%m/%d/%Y %H:%M"])
    return case("31/12", simple([["Ann", start.strftime(form), finish.strftime(form)]]), [record("Ann", start, finish)])


def clock_change(rng, number):
    twice = datetime(2026, 10, 25, 2, rng.randrange(0, 60))
    finish = datetime(2026, 10, 25, 10)
    kind = rng.choice(["alone", "fold", "offset", "never"])
    if kind == "never":
        return case("a time that never is", simple([["Ann", f"2026-03-29T02:{rng.randrange(60):02d}", ""]]))
    if kind == "alone":
        return case("a time that is twice", simple([["Ann", twice.strftime(ISO), finish.strftime(ISO)]]))
    fold = rng.randrange(2)
    records = [record("Ann", twice, finish, folds=(fold, 0))]
    if kind == "fold":
        rows = [["Ann", twice.strftime(ISO), finish.strftime(ISO), str(fold)]]
        return case(f"fold {fold}", simple(rows, ("employee", "start", "end", "startFold")), records)
    offset = ["+02:00", "+01:00"][fold]
    utc = datetime.fromtimestamp(records[0][2], timezone.utc)
    rows = [["Ann", twice.strftime(ISO) + offset, utc.strftime("%Y-%m-%dT%H:%MZ")]]
    return case(f"offset {offset}", simple(rows), records)


def duplicates(rng, number):
    (start, finish), = spans(rng, 1)
    row = ["Ann", start.strftime(ISO), finish.strftime(ISO)]
    if rng.random() < 0.5:
        heading = ("employee", "start", "end", "id")
        return case("an ID twice", simple([[*row, "7"], ["Bob", *row[1:], "7"]], heading))
    return case("equal lines", simple([row, row]), [record("Ann", start, finish)] * 2)


def cut(rng, number):
    """A file that ends in the middle. What was saved completely may be read, with a notice."""
    days = spans(rng, 5)
    rows = [["Ann", start.strftime(ISO), finish.strftime(ISO), "30"] for start, finish in days]
    whole = simple(rows, ("employee", "start", "end", "break"))
    at = rng.randrange(len("employee,start,end,break\n") + 1, len(whole))
    lines = whole[:at].count(b"\n") - 1
    records = [record("Ann", start, finish, 30) for start, finish in days[:lines]]
    return case(f"cut at {at}", whole[:at], records, may=True)


def end_by_clock(rng, number):
    (start, _), = spans(rng, 1)
    minutes = rng.choice([30, 300, 900, 959, 960, 1200, 1439])
    finish = start + timedelta(minutes=minutes)
    if not is_single(finish):
        return end_by_clock(rng, number + 1)
    data = simple([["Ann", start.strftime(ISO), finish.strftime("%H:%M")]])
    elapsed = instant(finish) - instant(start)
    is_read = finish.date() == start.date() or elapsed < 16 * 3600
    return case(f"end by clock after {minutes}", data, [record("Ann", start, finish)] if is_read else None)


def durations(rng, number):
    (start, finish), = spans(rng, 1)
    minutes = (instant(finish) - instant(start)) // 60
    wrong = rng.random() < 0.5
    shown = minutes + (rng.choice([-60, -7, 7, 60]) if wrong else 0)
    text = rng.choice([f"{shown // 60}:{shown % 60:02d}", f"{shown // 60:02d}:{shown % 60:02d}:00", f"{shown / 60:.2f}", f"{shown / 60:.2f}".replace(".", ",")])
    rows = [["Ann", start.strftime(ISO), finish.strftime(ISO), text]]
    data = simple(rows, ("employee", "start", "end", "duration"))
    return case(f"duration {text}, wrong {wrong}", data, None if wrong else [record("Ann", start, finish)])


def broken(rng, number):
    start = "2026-10-05T08:00"
    contents = [
        b"PK\x03\x04" + b"\x00" * 60, b"employee,start\nAnn,\x00", b"", b"employee,start\nAnn\n",
        b'employee,start\n"Ann,2026-10-05T08:00\n', b'employee,start\nA"nn"x,"2026-10-05T08:00\n',
        b"employee,start\nAnn,46300.3333\n", b"employee,start\nAnn,05/10/26 08:00\n", b"employee,start,start\nAnn,a,b\n",
        b"employee,start\nMaes, Ann,2026-10-05T08:00\n", f"employee,start,end\nAnn,{start},2026-10-05T07:59\n".encode(),
        f"employee,start,end,break\nAnn,{start},2026-10-05T16:00,-30\n".encode(), f"employee,start\n,{start}\n".encode(),
        f"employee,start,end,break\nAnn,{start},2026-10-05T16:00,600\n".encode(), b"employee,start\nAnn,2026-02-30T08:00\n",
        f"employee,start,duration\nAnn,{start},480\n".encode(), f"employee,start,duration,break\nAnn,{start},8:00,30\n".encode(),
        b"employee;start,end\nAnn;2026-10-05T08:00,\n", b"employee,start\nAnn,2026-10-05T24:00\n",
    ]
    return case(f"broken {number % len(contents)}", contents[number % len(contents)])


KINDS = [
    (clean, 70), (excel, 24), (american, 6), (unclear_order, 18), (both_orders, 1), (new_year, 6), (clock_change, 20),
    (duplicates, 8), (cut, 30), (end_by_clock, 14), (durations, 24), (broken, 19),
]

if __name__ == "__main__":
    generator = random.Random(int(sys.argv[1]))
    print(json.dumps([make(generator, number) for make, count in KINDS for number in range(count)]))

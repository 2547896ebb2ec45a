"""Registers of ten layouts with seeded faults, and what a comparison has to find in them.

Written from the descriptions of the layouts (docs/reference/templates.md) and from nothing else: it shares no code with
paytally. Usage: register_oracle.py SEED CASES. Prints a list of cases as JSON.
"""
import json
import random
import sys

NAMES = [("Zoë", "De Smet"), ("Jan", "Peeters"), ("Anaïs", "Lefèvre"), ("Łukasz", "Wójcik"), ("Ólafur", "Þórsson")]


def comma(hundredths):
    return f"{hundredths // 100},{hundredths % 100:02d}"


def point(hundredths):
    return comma(hundredths).replace(",", ".")


def lodas(rows, _):
    head = "[Allgemein]\r\nZiel=LODAS\r\nBeraterNr=278041\r\n\r\n[Satzbeschreibung]\r\n2;u_lod_bwd_buchung_stunden;abrechnung_zeitraum#bwd;la_eigene#bwd;pnr#bwd;stunden#bwd;\r\n\r\n[Bewegungsdaten]\r\n"
    return head + "".join(f"2;01.10.2026;{c};{n};{comma(h)};\r\n" for n, c, h in rows)


def lexware(rows, _):
    return "".join(f"2026;10;{n};{c};{comma(h)};;EUR\r\n" for n, c, h in rows)


def sdworx(rows, _):
    return "\n".join(f"1111111{n:<7}K202610{1 + i % 28:02d}{c:<4}{h:04d}" for i, (n, c, h) in enumerate(rows))


def acerta(rows, _):
    return "".join(f"KLX17654321{n.zfill(17)}   01/10/2026  {c:<4}  {h:04d}\r\n" for n, c, h in rows)


def silae(rows, _):
    return "Matricule;Code;Valeur;Date debut;Date fin\r\n" + "".join(
        f"{n};{c};{point(h)};01/10/2026;31/10/2026\r\n" for n, c, h in rows)


def by_code(rows):
    """Lines of a person side by side: each line takes the first row that has room for its code."""
    table = []
    for n, c, h in rows:
        for person, cells in table:
            if person == n and c not in cells:
                cells[c] = h
                break
        else:
            table.append((n, {c: h}))
    return table


def nmbrs(rows, _):
    codes = sorted({c for _, c, _ in rows})
    lines = ["Debiteurnr;Bedrijfnr;Persnr;Naam;Periode;Dagen;DagenVoorLC", ";;;;;;;" + ";".join(codes)]
    for n, cells in by_code(rows):
        lines.append(f"1001;1;{n};x;2026-10;;;" + ";".join(comma(cells[c]) if c in cells else "" for c in codes))
    return "\ufeff" + "\r\n".join(lines) + "\r\n"


def loket(rows, _):
    codes = sorted({c for _, c, _ in rows})
    lines = ["aanslnr;persnr;ploeg;" + ";".join(codes)]
    for n, cells in by_code(rows):
        lines.append(f"5555;{n};;" + ";".join(comma(cells[c]) if c in cells else "" for c in codes))
    return "\r\n".join(lines) + "\r\n"


def gusto(rows, people):
    ids = {p["number"]: p for p in people}
    lines = ["last_name,first_name,title,gusto_employee_id,regular_hours,overtime_hours,double_overtime_hours"]
    columns = ["regular", "overtime", "double_overtime"]
    for n, cells in by_code(rows):
        p = ids.get(n)
        name = f'{p["lastName"]},{p["firstName"]},Baker,' if p else "Unknown,Person,,"
        lines.append(name + n + "," + ",".join(point(cells[c]) if c in cells else "" for c in columns))
    return "\n".join(lines) + "\n"


def generic(rows, _):
    return "employeeNumber,lastName,firstName,from,to,code,hours,minutes\r\n" + "".join(
        f"{n},x,y,2026-10-01,2026-10-31,{c},{point(h)},{h * 60 // 100}\r\n" for n, c, h in rows)


def workforce_now(rows, _):
    lines = ["Co Code,Batch ID,File #,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount"]
    for n, c, h in rows:
        if c == "REG":
            lines.append(f"ABC,KJ260927,{n},{point(h)},,,")
        elif c == "OT":
            lines.append(f"ABC,KJ260927,{n},,{point(h)},,")
        else:
            lines.append(f"ABC,KJ260927,{n},,,{c},{point(h)}")
    return "\r\n".join(lines) + "\r\n"


def paychex(rows, _):
    head = "Client ID,Worker ID,Org,Job Number,Pay Component,Rate,Rate Number,Hours,Units,Line Date,Amount,Check Seq Number,Override State,Override Local,Override Local Jurisdiction,Labor Assignment\r\n"
    return head + "".join(f"12345678,{n},,,{c},,,{point(h)},,,,,,,,\r\n" for n, c, h in rows)


DIGITS = ["100", "110", "200", "210"]
# layout: writer, digits of a number, codes, whether zeros before a number mean nothing, codes may be unknown, largest
LAYOUTS = {
    "datev-lodas": (lodas, 5, DIGITS, True, True, 99999),
    "lexware": (lexware, 5, DIGITS, True, True, 99999),
    "sdworx": (sdworx, 7, ["0100", "0110", "0200", "0210"], False, True, 9999),
    "acerta": (acerta, 6, ["0100", "0110", "0200", "0210"], True, True, 9999),
    "silae": (silae, 5, ["HN-N", "HS-25", "HM-NUIT"], False, True, 99999),
    "nmbrs": (nmbrs, 5, ["U2100", "U2110", "U2200"], True, True, 99999),
    "loket": (loket, 5, ["1", "28", "86"], True, True, 99999),
    "gusto": (gusto, 16, ["regular", "overtime", "double_overtime"], False, False, 99999),
    "generic-csv": (generic, 5, ["A1", "A2", "0300"], False, True, 99999),
    "adp-workforce-now": (workforce_now, 6, ["REG", "OT", "V", "S"], True, True, 99999),
    "paychex-spi": (paychex, 6, ["Hourly", "Overtime", "Night"], False, True, 99999),
}
FAULTS = ["none", "missing person", "doubled line", "changed hours", "wrong code", "swapped people", "decimal sign",
          "lost zeros", "correction not taken", "missing line", "unknown person"]


def sums(rows):
    total = {}
    for n, c, h in rows:
        total[(n, c)] = total.get((n, c), 0) + h
    return total


def case(rng, layout, fault):
    write, digits, codes, numeric, any_code, most = LAYOUTS[layout]
    count = rng.randint(4, 9)
    first_digits = "7757500908984100" if layout == "gusto" else ""
    numbers = []
    while len(numbers) < count:
        n = first_digits[:13] + str(rng.randint(100, 999)) if layout == "gusto" else str(rng.randint(1, 999)).zfill(digits)
        if n not in numbers:
            numbers.append(n)
    people = [{"id": f"e{i}", "number": n, "firstName": f"{NAMES[i % 5][0]}{i}", "lastName": NAMES[i % 5][1]}
              for i, n in enumerate(numbers)]
    final = {}
    for n in numbers:
        for c in rng.sample(codes, rng.randint(1, len(codes))):
            final[(n, c)] = rng.randint(1, min(most, 20000) // 4)
    now = dict(final)
    for key in rng.sample(sorted(final), min(3, len(final))):
        now[key] = max(1, final[key] + rng.choice([-1, 1]) * rng.randint(1, 200))
    rows = [[n, c, h] for (n, c), h in sorted(now.items())]
    lost = set()
    at = rng.randrange(len(rows))
    n, c, h = rows[at]
    if fault == "missing person":
        rows = [r for r in rows if r[0] != n]
    elif fault == "doubled line":
        rows.insert(at, list(rows[at]))
    elif fault == "changed hours":
        rows[at][2] = max(0, h + rng.choice([-1, 1]) * rng.choice([1, 2, 10, 100, rng.randint(1, 300)]))
    elif fault == "wrong code":
        others = [x for x in codes if x != c] + (["9Z9"[: 3]] if any_code and layout not in ("nmbrs",) else ["U9999"] if any_code else [])
        rows[at][1] = rng.choice(others)
    elif fault == "swapped people":
        other = rng.choice([x for x in numbers if x != n])
        for r in rows:
            r[0] = other if r[0] == n else n if r[0] == other else r[0]
    elif fault == "decimal sign":
        rows[at][2] = h * 10 if h * 10 <= most else h // 10
    elif fault == "lost zeros" and n != n.lstrip("0"):
        if not numeric:
            lost.add(n)
        for r in rows:
            r[0] = r[0].lstrip("0") if r[0] == n else r[0]
    elif fault == "correction not taken":
        key = rng.choice([k for k in sorted(now) if now[k] != final[k]] or [(n, c)])
        for r in rows:
            if (r[0], r[1]) == key:
                r[2] = final[key]
    elif fault == "missing line":
        rows.pop(at)
    elif fault == "unknown person":
        rows[at][0] = "7757500908980000" if layout == "gusto" else "9" * 4
    if not rows or (layout == "sdworx" and rng.random() < 0.5):
        rng.shuffle(rows)
    text = write(rows, people)
    known = {p["number"]: p["id"] for p in people}
    whole = {p["number"].lstrip("0"): p["number"] for p in people}
    paid = sums([[whole.get(r[0].lstrip("0"), r[0]), r[1], r[2]] for r in rows])
    wrong = [key for key in {**paid, **now} if paid.get(key, 0) != now.get(key, 0)]
    return {
        "layout": layout, "fault": fault, "text": text, "people": people,
        "exported": [{"employeeId": known[k[0]], "code": k[1], "hours": v / 100, "finalHours": final.get(k, 0) / 100}
                     for k, v in sorted(now.items())],
        "expected": sorted([known.get(k[0], "?"), k[1], round((paid.get(k, 0) - now.get(k, 0)) / 100, 2)] for k in wrong),
        "lost": sorted(known[x] for x in lost),
    }


def main():
    rng = random.Random(int(sys.argv[1]))
    names = list(LAYOUTS)
    count = int(sys.argv[2])
    print(json.dumps([case(rng, names[i % len(names)], FAULTS[(i // len(names)) % len(FAULTS)]) for i in range(count)]))


main()

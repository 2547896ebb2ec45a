"""Registers in random shapes, from the text of the requirement alone.

Each case has what was exported (hours as minutes or as printed hundredths, counts, days), a register as text with random
headings, columns, notation, titles and totals, at most one fault, and what a comparison has to find. Amounts are the
same within half of the coarser unit of the two. Shares no code with paytally.
Usage: register_shapes_oracle.py SEED CASES. Prints a list of cases as JSON.
"""
import json
import random
import sys
from fractions import Fraction as F

CODE = ["Pay code", "Wage type", "Type", "Salary code", "Kode", "Lohnart", "Looncode", "Loonsoort", "Lønart", "Löneart",
        "Rubrique", "Codes", "Pay element", "Earnings code"]
NUMBER = ["Employee number", "Personalnummer", "Personeelsnummer", "Matricule", "Medarbejdernummer", "Payroll ID"]
HOURS = ["Hours", "Stunden", "Uren", "Heures", "Timer", "Std."]
QUANTITY = ["Quantity", "Anzahl", "Aantal", "Antal", "Quantité"]
MONEY = ["Amount", "Betrag", "Bedrag", "Montant", "Salary"]
TOTAL = ["Total", "Totaal", "Summe", "Subtotal", "Zwischensumme", "I alt", "Sous-total"]
NAMES = ["Peeters", "Jansen", "Müller", "Lefèvre", "Sørensen", "O'Brien"]
TITLES = {
    "2026-10": ["Payroll register October 2026", "Lohnjournal 10/2026", "Loonstaat oktober 2026", "Livre de paie 2026-10",
                "Period 01.10.2026 - 31.10.2026", "Periode 2026-10-01 t/m 2026-10-31"],
    "2026-09": ["Payroll register September 2026", "Lohnjournal 09/2026", "Loonstaat sept. 2026", "Livre de paie 2026-09",
                "Period 01.09.2026 - 30.09.2026"],
}
FAULTS = ["none", "changed", "comma", "lost count", "extra count", "another month", "none", "changed days"]


def grouped(whole, mark):
    text = str(whole)
    parts = []
    while len(text) > 3:
        parts.insert(0, text[-3:])
        text = text[:-3]
    return mark.join([text] + parts)


class Notation:
    """How a register prints hours: the text of an amount, and the smallest step."""

    def __init__(self, rng):
        self.kind = rng.choice(["hundredths", "hundredths", "grouped", "tenth", "clock", "minutes"])
        self.sign = rng.choice([",", "."])
        self.mark = {",": rng.choice([".", " ", "'"]), ".": rng.choice([",", " ", "'"])}[self.sign]
        self.step = {"hundredths": F(1, 100), "grouped": F(1, 100), "tenth": F(1, 10), "clock": F(1, 60), "minutes": F(1, 60)}[self.kind]

    def rounded(self, hours):
        return round_half_up(hours / self.step) * self.step

    def text(self, hours):
        steps = round_half_up(hours / self.step)
        if self.kind == "minutes":
            return str(steps)
        if self.kind == "clock":
            return f"{steps // 60}:{steps % 60:02d}"
        if self.kind == "tenth":
            return f"{steps // 10}{self.sign}{steps % 10}"
        whole = grouped(steps // 100, self.mark) if self.kind == "grouped" else str(steps // 100)
        return f"{whole}{self.sign}{steps % 100:02d}"


def round_half_up(value):
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def case(rng, fault):
    notation = Notation(rng)
    printed = rng.random() < 0.5
    people = [{"id": f"e{i}", "number": str(1001 + 7 * i), "lastName": NAMES[i % len(NAMES)], "firstName": f"A{i}"}
              for i in range(rng.randint(4, 7))]
    exported, rows = [], []
    for person in people:
        for code in ["100", "110", "200"][: rng.randint(2, 3)]:
            minutes = rng.randint(30, 120 * 60)
            if notation.kind == "grouped" and rng.random() < 0.4:
                minutes += 60 * rng.randint(1000, 2500)
            hours = F(minutes, 60)
            if printed:
                hours = F(round_half_up(hours * 100), 100)
            exported.append({"employeeId": person["id"], "code": code, "unit": "hours", "amount": hours, "step": F(1, 100) if printed else F(1, 60)})
            rows.append([person, code, "hours", hours])
    counts = rng.random() < 0.7 or "count" in fault or "days" in fault
    if counts:
        for person in people[:-1]:
            meals = F(rng.randint(1, 20))
            exported.append({"employeeId": person["id"], "code": "900", "unit": "times", "amount": meals, "step": F(1, 100)})
            rows.append([person, "900", "times", meals])
        days = F(rng.randint(1, 9), 2)
        exported.append({"employeeId": people[0]["id"], "code": "950", "unit": "days", "amount": days, "step": F(1, 100)})
        rows.append([people[0], "950", "days", days])
    expected = []
    hourly = [r for r in rows if r[2] == "hours"]
    victim = rng.choice(hourly)
    month = "2026-10"
    unsigned = None
    if fault == "changed":
        moved = rng.choice([-1, 1]) * rng.choice([1, 2, 5, 30]) * max(notation.step, F(1, 60) if not printed else F(1, 100)) * 2
        victim[3] = max(F(1, 2), victim[3] + moved)
    elif fault == "comma" and notation.kind == "hundredths":
        unsigned = victim
    elif fault == "lost count":
        gone = next(r for r in rows if r[2] == "times")
        rows.remove(gone)
    elif fault == "extra count":
        rows.append([people[-1], "900", "times", F(3)])
    elif fault == "changed days":
        next(r for r in rows if r[2] == "days")[3] += F(1, 2)
    elif fault == "another month":
        month = "2026-09"
    # The register as text.
    quantity = counts and (notation.kind in ("clock", "minutes", "tenth") or rng.random() < 0.5)
    columns = ["number", "code", "hours"] + (["quantity"] if quantity else [])
    if rng.random() < 0.6:
        columns.append("money")
    if rng.random() < 0.5:
        columns.append("name")
    rng.shuffle(columns)
    heading = {"number": rng.choice(NUMBER), "code": rng.choice(CODE), "hours": "Minutes" if notation.kind == "minutes" else rng.choice(HOURS),
               "quantity": rng.choice(QUANTITY), "money": rng.choice(MONEY), "name": "Last name"}
    delimiter = rng.choice([";", "\t"])
    plain = lambda n: (str(n.numerator) if n.denominator == 1 else f"{n.numerator // n.denominator}{notation.sign}{(n % 1 * 10).numerator // (n % 1 * 10).denominator}")
    lines, total, block = [], F(0), F(0)
    if rng.random() < 0.8 or fault == "another month":
        lines.append(rng.choice(TITLES[month]))
        if rng.random() < 0.5:
            lines.append("Printed 03.11.2026")
        lines.append("")
        titled = True
    else:
        titled = False
    lines.append(delimiter.join(heading[c] for c in columns))
    rows.sort(key=lambda r: (r[0]["id"], r[1]))
    words = rng.choice(TOTAL)
    totals = []
    with_totals = rng.random() < 0.5
    paid = {}
    for at, row in enumerate(rows):
        person, code, unit, amount = row
        if unit == "hours":
            text = notation.text(amount)
            value = notation.rounded(amount)
            if row is unsigned:
                text = text.replace(notation.sign, "")
                value = F(int(text))
            amounts = {"hours": text, "quantity": ""}
        else:
            value = amount
            text = plain(amount)
            amounts = {"hours": "" if quantity else text, "quantity": text}
        key = (person["id"], code, unit)
        paid[key] = paid.get(key, F(0)) + value
        cells = {"number": person["number"], "code": code, "name": person["lastName"], "money": f"{rng.randint(10, 99999)}{notation.sign}{rng.randint(0, 99):02d}", **amounts}
        lines.append(delimiter.join(cells[c] for c in columns))
        if unit == "hours":
            block += value
        last = at + 1 == len(rows) or rows[at + 1][0] is not person
        if with_totals and last and unsigned is None and block > 0:
            cells = {"number": person["number"], "code": words, "name": person["lastName"], "hours": notation.text(block), "quantity": "", "money": ""}
            lines.append(delimiter.join(cells[c] for c in columns))
            totals.append(len(lines))
            total += block
            block = F(0)
    if with_totals and unsigned is None:
        cells = {"number": "", "code": "", "name": words, "hours": notation.text(total), "quantity": "", "money": ""}
        lines.append(delimiter.join(cells[c] for c in columns))
        totals.append(len(lines))
    made = {(e["employeeId"], e["code"], e["unit"]): e for e in exported}
    for key in sorted({**made, **paid}):
        one = made.get(key)
        step = notation.step if key[2] == "hours" else F(1, 100)
        coarser = max(step, one["step"] if one else F(0))
        moved = paid.get(key, F(0)) - (one["amount"] if one else F(0))
        if abs(moved) * 2 > coarser:
            expected.append([*key, float(round_half_up(moved * 10000)) / 10000])
    return {
        "fault": fault if fault != "comma" or unsigned is not None else "none",
        "text": "\n".join(lines) + "\n",
        "people": people,
        "exported": [{**e, "amount": float(e["amount"]), "step": float(e["step"])} for e in exported],
        "expected": expected,
        "unsigned": None if unsigned is None else [unsigned[0]["id"], unsigned[1]],
        "totals": totals,
        "period": month if titled else None,
    }


def main():
    rng = random.Random(int(sys.argv[1]))
    print(json.dumps([case(rng, FAULTS[i % len(FAULTS)]) for i in range(int(sys.argv[2]))]))


main()

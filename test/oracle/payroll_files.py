"""Reads payroll files by the positions and rules of their public sources (see `sources` in each template.yaml).

Shares no code with paytally. Reads { format: { base64 } } from standard input and prints, by format, the sums of each
employee and code: hundredths of hours, or minutes for group-s. Ends with an error at the first line that breaks a rule.
With --formats, it prints the names of the formats.
"""
import base64
import io
import json
import re
import sys
import xml.etree.ElementTree
import zipfile
from collections import Counter
from datetime import date
from decimal import Decimal

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def need(condition, what):
    if not condition:
        raise SystemExit(f"breaks a rule: {what!r}")


def lines(data, end="\r\n", width=None):
    text = data.decode("ascii")
    need(text.endswith(end), "the last line has no end")
    found = text[: -len(end)].split(end)
    for line in found:
        need("\r" not in line and "\n" not in line, line)
        need(width is None or len(line) == width, line)
    return found


def hundredths(text, sign="."):
    need(re.fullmatch(r"\d+" + re.escape(sign) + r"\d\d", text), text)
    return int(Decimal(text.replace(sign, ".")) * 100)


def bare(text):
    return text.lstrip("0")


def group_s(data):
    text = data.decode("ascii")
    found = text.split("\n")
    need(found[0].startswith("000PTG002") and found[1].startswith("003") and found[-1] == "999", found[-1])
    person = None
    for line in found[2:-1]:
        if line.startswith("006"):
            need(re.fullmatch(r"00600000\d{6}\d{8}", line), line)
            person = bare(line[8:14])
        else:
            need(re.fullmatch(r"009\d{8}[0-9A-Z]{3} \+\d{4}0{31}", line) and person, line)
            date(int(line[3:7]), int(line[7:9]), int(line[9:11]))
            need(int(line[18:20]) < 60, line)
            yield person, line[11:14], int(line[16:18]) * 60 + int(line[18:20])


def ucm(data):
    for line in lines(data, "\n", 45):
        need(re.fullmatch(r"[0-9A-Z]{5}\d{5}\d{8}[0-9A-Za-z]{2}[0-9A-Za-z ]\d{4}0{7} {13}", line), line)
        date(int(line[12:16]), int(line[10:12]), int(line[16:18]))
        yield bare(line[5:10]), line[18:21].strip(), int(line[21:25])


def employment_hero(data):
    heading, *rows = lines(data)
    need(heading == "Employee id,Date,Units,Work type", heading)
    for row in rows:
        person, day, units, kind = row.split(",")
        need(re.fullmatch(r"\d\d/\d\d/\d{4}", day), row)
        date(int(day[6:]), int(day[3:5]), int(day[:2]))
        yield person, kind, hundredths(units)


def number(value):
    need(type(value) in (int, Decimal), value)
    scaled = Decimal(value) * 100
    need(scaled == int(scaled), value)
    return int(scaled)


def tree(data):
    return json.loads(data.decode("utf-8"), parse_float=Decimal)


def afas(data):
    content = tree(data)
    need(list(content) == ["HrCompMut"], list(content))
    for element in content["HrCompMut"]["Element"]:
        need({"@Year", "@PeId", "@EmId", "@ErId", "@Sc02", "Fields"} <= set(element), element)
        need(list(element["Fields"]) == ["VaD1"] and 1 <= int(element["@PeId"]) <= 12, element)
        yield element["@EmId"], element["@Sc02"], number(element["Fields"]["VaD1"])


def exact_online(data):
    for entry in tree(data):
        need(type(entry["EmployeeHID"]) is int and entry["EntryFieldType"] == 1, entry)
        need(1 <= entry["PayrollPeriod"] <= 12 and type(entry["Type"]) is int, entry)
        yield str(entry["EmployeeHID"]), entry["PayrollComponent"], number(entry["Value"])


def xero(data):
    sheets = tree(data)
    need(len({sheet["employeeID"] for sheet in sheets}) == len(sheets), "two timesheets of one employee")
    for sheet in sheets:
        need(UUID.fullmatch(sheet["payrollCalendarID"]) and UUID.fullmatch(sheet["employeeID"]), sheet)
        for line in sheet["timesheetLines"]:
            need(sheet["startDate"] <= line["date"] <= sheet["endDate"] and UUID.fullmatch(line["earningsRateID"]), line)
            date.fromisoformat(line["date"])
            yield sheet["employeeID"], line["earningsRateID"], number(line["numberOfUnits"])


def loket_api(data):
    entries = tree(data)
    need(len({entry["employmentId"] for entry in entries}) == len(entries), "an employment twice")
    for entry in entries:
        need(set(entry) == {"employmentId", "payrollPeriod", "payrollComponents"}, entry)
        period = entry["payrollPeriod"]
        need(UUID.fullmatch(entry["employmentId"]) and date(period["year"], period["periodNumber"], 1), entry)
        for component in entry["payrollComponents"]:
            key = component["payrollComponent"]["key"]
            need(type(key) is int and 0 <= component["value"] < 1000, component)
            yield entry["employmentId"], str(key), number(component["value"])


def dataloen(data):
    for line in lines(data):
        employer, term, person, group, element, value = line.split(";")
        need(len(employer) <= 8 and term in "24 25 34 35 41 51".split() and len(group) <= 20, line)
        need(re.fullmatch(r"\d{1,4}", person) and re.fullmatch(r"[1-9]\d{0,7}", value), line)
        need(re.fullmatch(r"\d{1,2}", element) and element not in ("6", "37", "73"), line)
        yield person, element, int(value)


def lessor(data):
    for line in lines(data, width=208):
        need(not (line[16:73] + line[81:]).strip(), line)
        yield line[:12].strip(), line[12:16].strip(), hundredths(line[73:81].strip(), ",")


def lessor5(data):
    heading, *rows = lines(data)
    need(heading == "employeeemploymentcode;paytypecode;units;rate", heading)
    for row in rows:
        person, code, units, rate = row.split(";")
        need(code.isdigit() and hundredths(rate) == 0, row)
        yield person, code, hundredths(units)


def iris(data):
    for line in lines(data):
        need(re.fullmatch(r"\d{10}([0-9A-Z]{2}\d{8}){1,20}", line), line)
        for at in range(10, len(line), 10):
            yield bare(line[:10]), line[at:at + 2], int(line[at + 2:at + 10])


def paylocity(data):
    for line in lines(data):
        fields = line.split(",")
        need(len(fields) == 16 and fields[1] == "E" and not any(fields[4:14]), line)
        for day in fields[14:]:
            need(re.fullmatch(r"[1-9]\d?/[1-9]\d?/\d{4}", day), line)
        yield fields[0], fields[2], hundredths(fields[3])


def hup_comet(data):
    for line in lines(data, width=41):
        need([at for at, sign in enumerate(line) if sign == "|"] == [6, 13, 18, 25, 32, 40], line)
        person, month, code, _, days, hours = [field.strip() for field in line.split("|")[:6]]
        need(1 <= int(month[4:]) <= 12 and hundredths(days) == 0, line)
        yield person, code, hundredths(hours)


def ivl(data):
    for line in lines(data, width=128):
        need(re.fullmatch(r"\d{18} {50}\d{12} *\d+,\d\d {31}", line), line)
        date(int(line[10:14]), int(line[8:10]), int(line[6:8]))
        yield bare(line[:6]), bare(line[14:18]), hundredths(line[80:97].strip(), ",")


SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def nmbrs(data):
    """The Excel sheet: headings in row 1, codes in row 2 from column H, values from row 3."""
    package = zipfile.ZipFile(io.BytesIO(data))
    need(package.testzip() is None, "the package")
    parse = lambda name: xml.etree.ElementTree.fromstring(package.read(name))
    sheets = parse("xl/workbook.xml").find(f"{SHEET}sheets")
    need([sheet.get("name") for sheet in sheets] == ["Variabele Looncomponenten"], "the sheets")
    rows = []
    for row in parse("xl/worksheets/sheet1.xml").iter(f"{SHEET}row"):
        need(int(row.get("r")) == len(rows) + 1, "a row is missing")
        cells = {}
        for cell in row.iter(f"{SHEET}c"):
            need(cell.find(f"{SHEET}f") is None, "a formula")
            column = re.match("[A-Z]+", cell.get("r")).group()
            is_text = cell.get("t") == "inlineStr"
            text = "".join(cell.find(f"{SHEET}is").itertext()) if is_text else cell.find(f"{SHEET}v").text
            cells[column] = text if is_text else Decimal(text)
        rows.append(cells)
    headings = ["Debiteurnr", "Bedrijfnr", "Persnr", "Naam", "Periode", "Dagen", "DagenVoorLC"]
    need([rows[0].get(column) for column in "ABCDEFG"] == headings, rows[0])
    codes = rows[1]
    need(codes and not set(codes) & set("ABCDEFG"), codes)
    need(all(re.fullmatch(r"[LU]\d+", code) for code in codes.values()), codes)
    for row in rows[2:]:
        need(re.fullmatch(r"\d{4}-([1-9]|1[0-2])", str(row["E"])) and isinstance(row["E"], str), row)
        need("F" not in row and "G" not in row, row)
        for column, value in row.items():
            if column not in "ABCDE":
                need(isinstance(value, Decimal) and value >= 0, value)
                yield row["C"], codes[column], int(value * 100)


READERS = {"nmbrs": nmbrs, "group-s": group_s, "ucm": ucm, "employment-hero": employment_hero, "afas": afas, "exact-online": exact_online,
           "xero": xero, "loket-api": loket_api, "dataloen": dataloen, "lessor": lessor, "lessor5": lessor5, "iris": iris, "paylocity": paylocity,
           "hup-comet": hup_comet, "ivl": ivl}


def main():
    if sys.argv[1:] == ["--formats"]:
        json.dump(list(READERS), sys.stdout)
        return
    read = {}
    for name, content in json.load(sys.stdin).items():
        sums = Counter()
        for person, code, units in READERS[name](base64.b64decode(content)):
            sums[f"{person} {code}"] += units
        read[name] = sums
    json.dump(read, sys.stdout)


main()

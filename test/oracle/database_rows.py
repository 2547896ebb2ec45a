"""Compares the tables of a month's database with the CSV files of the same run, cell by cell.

Usage: database_rows.py DATABASE FOLDER; prints the number of compared rows by file as JSON, or what differs.
"""
import csv, glob, json, re, sqlite3, sys

database, folder = sys.argv[1:]
connection = sqlite3.connect(database)

EMPLOYEE = {"employeeId": "employee_id", "employeeNumber": "employee_number",
            "lastName": "employee_lastName", "firstName": "employee_firstName"}
FILES = {
    "employee-days": ("employee_days", EMPLOYEE | {name: name for name in (
        "date", "weekday", "holiday", "establishments", "plannedMinutes", "workedMinutes", "differenceMinutes", "entries")}),
    "exceptions": ("exceptions", EMPLOYEE | {name: name for name in (
        "code", "severity", "title", "date", "record", "message", "remedy", "actor")}),
    "entries": ("entries", EMPLOYEE | {"date": "date", "entryId": "entry_id", "shiftId": "shift_id",
        "establishment": "establishment_name", "elapsedMinutes": "elapsedMinutes", "workedMinutes": "workedMinutes"}),
    "pay-lines": ("pay_lines", EMPLOYEE | {name: name for name in ("date", "payCode", "kind", "external", "minutes")}
        | {"establishment": "establishment_name"}),
}
# Rows of the file are sums of lines with the same values.
SUMMED = {"pay-lines": "minutes"}


def text(value):
    return "" if value is None else str(value)


def plain(cell):
    """A cell without the apostrophe that keeps spreadsheet programs from reading a formula."""
    return re.sub(r"^'(?=[=+\-@])", "", cell)


compared = {}
for name, (table, columns) in FILES.items():
    [path] = glob.glob(f"{folder}/*_{name}.csv")
    with open(path, newline="", encoding="utf-8-sig") as file:
        wanted = sorted([plain(row[column]) for column in columns] for row in csv.DictReader(file))
    shown = [f"SUM({field})" if SUMMED.get(name) == column else field for column, field in columns.items()]
    grouped = [field for column, field in columns.items() if SUMMED.get(name) != column]
    group = f" GROUP BY {', '.join(grouped)}" if name in SUMMED else ""
    found = sorted([text(cell) for cell in row] for row in connection.execute(f"SELECT {', '.join(shown)} FROM {table}{group}"))
    for at, (one, other) in enumerate(zip(wanted, found)):
        if one != other:
            sys.exit(f"{name}, row {at}: {one} in the file, {other} in the database")
    if len(wanted) != len(found):
        sys.exit(f"{name}: {len(wanted)} rows in the file, {len(found)} in the database")
    compared[name] = len(found)
print(json.dumps(compared))

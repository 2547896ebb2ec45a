"""Compares the values of every cell of the workbooks of two builds (see reportWorkbooks.mjs):

    python3 test/oracle/report_cells.py before after [name ...]

Prints each sheet whose cells differ, with the first differences, and the number of cells that are equal. Sheets are
compared by their names, and a sheet whose rows or columns moved by its rows of values, so that a value that is missing
or new is told from one that has only moved. Status 1 if anything differs.
"""
import difflib
import sys
from pathlib import Path

import openpyxl

MOST_SHOWN = 12


def rows_of(path, values):
    """The rows of each sheet that have values, without trailing empty cells."""
    book = openpyxl.load_workbook(path, data_only=values)
    sheets = {}
    for sheet in book.worksheets:
        rows = []
        for row in sheet.iter_rows(values_only=True):
            cells = list(row)
            while cells and cells[-1] is None:
                cells.pop()
            rows.append(tuple(cells))
        sheets[sheet.title] = [row for row in rows if row]
    return sheets


def parts(value):
    """The line below a title may have its parts in another order: state, period, employer."""
    return sorted(value.split(" · ")) if isinstance(value, str) and " · " in value else value


def same(a, b):
    """Numbers are equal to fifteen digits, which is what spreadsheet programs keep."""
    a, b = parts(a), parts(b)
    if isinstance(a, (int, float)) and isinstance(b, (int, float)) and not isinstance(a, bool):
        return a == b or f"{a:.14g}" == f"{b:.14g}"
    return a == b


def text(row):
    return " | ".join("" if cell is None else (f"{cell:.14g}" if isinstance(cell, float) else str(cell)) for cell in row)


def compared(before, after):
    """Differences of a sheet as lines, and the number of equal cells."""
    if len(before) == len(after) and all(
        len(a) == len(b) and all(same(x, y) for x, y in zip(a, b)) for a, b in zip(before, after)
    ):
        return [], sum(len(row) for row in before)
    lines = [line for line in difflib.unified_diff([text(r) for r in before], [text(r) for r in after], n=0, lineterm="") if line[:1] in "+-" and line.strip("+-")]
    return lines or ["(only the types of values differ)"], 0


def compare_books(path, other):
    problems, equal = [], 0
    befores, afters = rows_of(path, True), rows_of(other, True)
    for name in [*befores, *(name for name in afters if name not in befores)]:
        if name not in afters or name not in befores:
            problems.append(f"  {name}: only {'before' if name in befores else 'after'}")
            continue
        lines, cells = compared(befores[name], afters[name])
        equal += cells
        if lines:
            problems.append(f"  {name}: {len(lines)} lines differ")
            problems.extend(f"    {line[:220]}" for line in lines[:MOST_SHOWN])
    return problems, equal


def main(before, after, *names):
    differing = cells = 0
    for path in sorted(Path(before).rglob("*.xlsx")):
        if names and not any(name in str(path) for name in names):
            continue
        other = Path(after) / path.relative_to(before)
        problems, equal = compare_books(path, other) if other.exists() else (["  no such file"], 0)
        cells += equal
        print(f"{path.relative_to(before)}: {'differs' if problems else f'{equal} cells equal'}")
        for line in problems:
            print(line)
        differing += bool(problems)
    print(f"{cells} cells equal, {differing} workbooks differ")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

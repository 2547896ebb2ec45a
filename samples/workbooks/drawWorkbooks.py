"""Draws the sample workbooks: python3 samples/workbooks/drawWorkbooks.py (needs xlsxwriter).

They stand for what somebody draws in Excel; nothing in them is made for paytally but the words in {{braces}}.
"""
import datetime
import os
import struct
import subprocess
import zlib
from io import BytesIO

import xlsxwriter

from vbaProject import vba_project

HERE = os.path.dirname(os.path.abspath(__file__))
NAVY, SKY, PALE, GREY, RED = "#1F3864", "#D6E4F0", "#F3F7FB", "#7F7F7F", "#C00000"


def logo(width=96, height=32):
    """A small picture: three bars on white."""
    def pixel(x, y):
        bar = x // 32
        inside = 6 <= x % 32 < 26 and y >= height - 8 * (bar + 1)
        return bytes([(31, 56, 100), (79, 129, 189), (155, 187, 89)][bar]) if inside else b"\xff\xff\xff"
    rows = b"".join(b"\0" + b"".join(pixel(x, y) for x in range(width)) for y in range(height))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return BytesIO(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def square(size=76):
    """A grey square, where a code will stand."""
    rows = (b"\0" + b"\xd9" * size) * size
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0))
    return BytesIO(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def open_book(path, title):
    book = xlsxwriter.Workbook(path)
    book.set_properties({"title": title, "author": "", "created": datetime.datetime(2026, 1, 1)})
    look = lambda **more: book.add_format({"font_name": "Calibri", "font_size": 10, "valign": "vcenter", **more})
    return book, look


def hours_by_place(path):
    """Place, person, entry: three bands in each other, declared in notes; a summary with a chart; a list of findings."""
    book, look = open_book(path, "Hours by place")
    title = look(bold=True, font_size=18, font_color=NAVY)
    small = look(font_color=GREY)
    head = look(bold=True, font_color="white", bg_color=NAVY, border=0)
    head_right = look(bold=True, font_color="white", bg_color=NAVY, align="right")
    place, place_time = look(bold=True, font_size=12, bg_color=SKY), look(bold=True, font_size=12, bg_color=SKY, num_format="[h]:mm")
    place_hours = look(bold=True, font_size=12, bg_color=SKY, num_format="0.00")
    person, person_time = look(bold=True, bottom=1, bottom_color=GREY), look(bold=True, bottom=1, bottom_color=GREY, num_format="[h]:mm")
    person_hours = look(bold=True, bottom=1, bottom_color=GREY, num_format="0.00")
    plain, date = look(indent=1), look(num_format="ddd dd/mm/yyyy", align="left", indent=1)
    clock, time, hours = look(num_format="hh:mm", align="right"), look(num_format="[h]:mm"), look(num_format="0.00")
    total, total_time = look(bold=True, top=6, top_color=NAVY), look(bold=True, top=6, top_color=NAVY, num_format="[h]:mm")
    total_hours = look(bold=True, top=6, top_color=NAVY, num_format="0.00")

    sheet = book.add_worksheet("Hours")
    sheet.hide_gridlines(2), sheet.set_column("A:A", 24), sheet.set_column("B:C", 9), sheet.set_column("D:D", 26), sheet.set_column("E:F", 12)
    sheet.set_row(0, 30), sheet.outline_settings(True, False, False, False)
    sheet.write("A1", "Hours by place", title)
    sheet.write("A2", "{{run.employer}}, {{run.from}} to {{run.to}} ({{run.state}})", small)
    for column, (text, form) in enumerate([("Date", head), ("From", head_right), ("To", head_right), ("   Task", head), ("Worked", head_right), ("Hours", head_right)]):
        sheet.write(3, column, text, form)
    note = {"x_scale": 2.2, "font_size": 9}
    sheet.set_row(4, 22)
    sheet.write("A5", "{{establishment.name}}", place), sheet.write_comment("A5", "{{#each entries group by establishment.id sort by establishment.name rows 5}}", note)
    for cell in ("B5", "C5", "D5"):
        sheet.write_blank(cell, None, place)
    sheet.write_formula("E5", "=SUBTOTAL(9,E6:E9)", place_time), sheet.write_formula("F5", "=E5*24", place_hours)
    sheet.set_row(5, None, None, {"level": 1})
    sheet.write("A6", "{{employee.name}}", person), sheet.write_comment("A6", "{{#each entries group by employee.id sort by employee.name, employee.id rows 3}}", note)
    for cell in ("B6", "C6", "D6"):
        sheet.write_blank(cell, None, person)
    sheet.write_formula("E6", "=SUBTOTAL(9,E7:E7)", person_time), sheet.write_formula("F6", "=E6*24", person_hours)
    sheet.set_row(6, None, None, {"level": 2})
    sheet.write("A7", "{{date}}", date), sheet.write_comment("A7", "{{#each entries where workedMinutes != null sort by date, entry.startsAt}}", note)
    sheet.write("B7", "{{entry.startTime}}", clock), sheet.write("C7", "{{entry.endTime}}", clock)
    sheet.write("D7", "{{task.name}}", plain), sheet.write("E7", "{{workedMinutes}}", time), sheet.write_formula("F7", "=E7*24", hours)
    sheet.set_row(7, 6, None, {"level": 1}), sheet.set_row(8, 8)
    for cell in ("B10", "C10", "D10"):
        sheet.write_blank(cell, None, total)
    sheet.write("A10", "All places", total), sheet.write_formula("E10", "=SUBTOTAL(9,E5:E9)", total_time), sheet.write_formula("F10", "=E10*24", total_hours)
    sheet.conditional_format("E7:E7", {"type": "formula", "criteria": "=$E7>10/24", "format": book.add_format({"font_color": RED, "bold": True})})
    sheet.freeze_panes(4, 0), sheet.repeat_rows(3), sheet.print_area("A1:F10"), sheet.fit_to_pages(1, 0), sheet.set_paper(9)
    sheet.set_footer("&L&8{{run.employer}}, {{run.periodLabel}}&R&8Page &P of &N")

    sums = book.add_worksheet("People")
    sums.hide_gridlines(2), sums.set_column("A:A", 28), sums.set_column("B:E", 12), sums.set_row(0, 30)
    sums.write("A1", "Planned and worked", title), sums.write("A2", "{{employees | count}} people, {{employees.workedMinutes | sum | hours}} hours in {{run.periodLabel}}", small)
    sums.write("A5", "{{#each employees sort by employee.name}}{{employee.name}}", plain)
    sums.write("B5", "{{days}}", look()), sums.write("C5", "{{plannedMinutes}}", time), sums.write("D5", "{{workedMinutes}}", time)
    sums.write("E5", "{{differenceMinutes | hours}}", look(num_format='+0.00;[Red]-0.00;"–"'))
    columns = [{"header": name, "header_format": head_right} for name in ("Name", "Days", "Planned", "Worked", "Difference")]
    columns[0].update({"header_format": head, "total_string": "Total"})
    sums.add_table("A4:E6", {"name": "People", "columns": columns, "total_row": True, "style": "Table Style Medium 2"})
    sums.write("A5", "{{#each employees sort by employee.name}}{{employee.name}}", plain)
    sums.write_formula("B6", "=SUBTOTAL(109,People[Days])", look(bold=True))
    sums.write_formula("C6", "=SUBTOTAL(109,People[Planned])", look(bold=True, num_format="[h]:mm"))
    sums.write_formula("D6", "=SUBTOTAL(109,People[Worked])", look(bold=True, num_format="[h]:mm"))
    sums.write_formula("E6", "=SUBTOTAL(109,People[Difference])", look(bold=True, num_format="+0.00;[Red]-0.00;0.00"))
    sums.conditional_format("E5:E5", {"type": "data_bar", "bar_color": "#9DC3E6", "bar_negative_color": "#F4B183", "bar_solid": True, "data_bar_2010": True})
    chart = book.add_chart({"type": "bar"})
    for letter, colour, name in (("D", "#4F81BD", "Worked"), ("C", "#BFBFBF", "Planned")):
        chart.add_series({"name": name, "categories": "=People!$A$5:$A$5", "values": f"=People!${letter}$5:${letter}$5", "fill": {"color": colour}, "gap": 60})
    chart.set_title({"name": "Hours in {{run.periodLabel}}", "name_font": {"size": 12, "color": NAVY}})
    chart.set_x_axis({"num_format": "[h]", "major_gridlines": {"visible": True, "line": {"color": "#E0E0E0"}}})
    chart.set_y_axis({"reverse": True, "num_font": {"size": 8}}), chart.set_legend({"position": "bottom"}), chart.set_size({"width": 520, "height": 620})
    sums.insert_chart("G5", chart), sums.freeze_panes(4, 0), sums.set_landscape(), sums.fit_to_pages(1, 0), sums.set_paper(9), sums.repeat_rows(3)

    check = book.add_worksheet("To check")
    check.hide_gridlines(2), check.set_column("A:A", 24), check.set_column("B:B", 26), check.set_column("C:C", 16), check.set_column("D:D", 110)
    check.set_row(0, 30), check.write("A1", "To check", title)
    for column, text in enumerate(["What", "Who", "When", "Why"]):
        check.write(2, column, text, head)
    check.write("A4", "{{#each exceptions sort by severity, employee.name}}{{code}}", look(top=7, top_color=GREY)), check.write("B4", "{{employee.name}}", look(top=7, top_color=GREY))
    check.write("C4", "{{date}}", look(num_format="dd/mm/yyyy", align="left", top=7, top_color=GREY)), check.write("D4", "{{message}}", look(text_wrap=True, top=7, top_color=GREY))
    check.write("A5", "{{#empty exceptions}}Nothing to check.", look(italic=True, font_color=GREY))
    check.freeze_panes(3, 0), check.set_landscape(), check.fit_to_pages(1, 0), check.set_paper(9)
    book.close()


def timesheet(path):
    """A page for each person, named by the tab's own placeholder; every day of the period; lines to sign on."""
    book, look = open_book(path, "Timesheet")
    title, label = look(bold=True, font_size=18, font_color=NAVY), look(font_color=GREY)
    value, head = look(bold=True), look(bold=True, font_color="white", bg_color=NAVY, align="center")
    line = {"bottom": 7, "bottom_color": GREY}
    date = look(num_format="ddd dd/mm", align="left", indent=1, **line)
    clock, time = look(num_format="hh:mm", align="center", **line), look(num_format='[h]:mm;-[h]:mm;""', align="center", **line)
    hours, text = look(num_format='+0.00;[Red]-0.00;""', align="center", **line), look(**line)
    total = {"bold": True, "top": 1, "bottom": 6, "bg_color": PALE}
    sheet = book.add_worksheet("{{employee.name}}")
    sheet.hide_gridlines(2), sheet.set_column("A:A", 14), sheet.set_column("B:F", 11), sheet.set_column("G:G", 22)
    sheet.set_row(0, 32)
    sheet.write("A1", "Timesheet", title)
    sheet.write_comment("A1", "{{#sheet employees group by employee.id sort by employee.name}}", {"x_scale": 2})
    sheet.insert_image("G1", "logo.png", {"image_data": logo(), "x_offset": 50, "y_offset": 4, "object_position": 2})
    for row, (name, field) in enumerate([("Name", "{{employee.name}}"), ("Number", "{{employee.number | default:\"–\"}}"), ("Period", "{{run.from}} to {{run.to}}")], 1):
        sheet.write(row, 0, name, label), sheet.write(row, 1, field, value)
    for column, name in enumerate(["Day", "From", "To", "Planned", "Worked", "+/–", "Holiday"]):
        sheet.write(5, column, name, head)
    sheet.write("A7", "{{#each calendar sort by date}}{{date}}", date)
    sheet.write("B7", "{{startTime}}", clock), sheet.write("C7", "{{endTime}}", clock)
    sheet.write("D7", "{{plannedMinutes}}", time), sheet.write("E7", "{{workedMinutes}}", time)
    sheet.write("F7", "{{differenceMinutes | hours}}", hours), sheet.write("G7", "{{holiday}}", text)
    weekend = book.add_format({"bg_color": "#EDEDED"})
    holiday = book.add_format({"bg_color": "#FFF2CC"})
    sheet.conditional_format("A7:G7", {"type": "formula", "criteria": '=$G7<>""', "format": holiday, "stop_if_true": True})
    sheet.conditional_format("A7:G7", {"type": "formula", "criteria": "=WEEKDAY($A7,2)>5", "format": weekend})
    sheet.write("A8", "Total", look(**total, indent=1))
    for cell in ("B8", "C8", "G8"):
        sheet.write_blank(cell, None, look(**total))
    sheet.write_formula("D8", "=SUM(D7:D7)", look(**total, num_format="[h]:mm", align="center"))
    sheet.write_formula("E8", "=SUM(E7:E7)", look(**total, num_format="[h]:mm", align="center"))
    sheet.write_formula("F8", "=SUM(F7:F7)", look(**total, num_format="+0.00;[Red]-0.00;0.00", align="center"))
    sheet.write("A10", '{{#if run.state = "draft"}}Draft: not for payroll yet.', look(italic=True, font_color=RED))
    for cell, name in (("A13", "Employee"), ("E13", "Manager")):
        sheet.merge_range(f"{cell}:{'C' if cell[0] == 'A' else 'G'}13", f"{name}, date and signature", look(font_size=8, font_color=GREY, top=1))
    sheet.set_paper(9), sheet.set_portrait(), sheet.fit_to_pages(1, 1), sheet.center_horizontally(), sheet.print_area("A1:G13")
    sheet.set_footer("&L&8{{employee.name}}&C&8{{run.employer}}, {{run.periodLabel}}&R&8{{run.state}}")
    book.close()


def growing_table(path, step=3):
    """A table that grows by itself, with a totals row and a chart. Steps: 1 a heading and one row, 2 a table, 3 all."""
    book, look = open_book(path, "Hours by employee")
    plain, time = look(), look(num_format="[h]:mm")
    sheet = book.add_worksheet("Hours")
    sheet.hide_gridlines(2), sheet.set_column("A:A", 28), sheet.set_column("B:B", 10), sheet.set_column("C:D", 18), sheet.set_row(0, 30)
    head = look(bold=True, font_color="white", bg_color="#4472C4")
    sheet.write("A1", "Hours {{run.periodLabel}}", look(bold=True, font_size=18, font_color=NAVY))
    names, fields = ["Name", "Days", "Planned", "Worked"], ["{{employee.name}}", "{{days}}", "{{plannedMinutes}}", "{{workedMinutes}}"]
    formats = [plain, plain, time, time]
    if step > 1:
        columns = [{"header": name, "header_format": head, "format": form, "total_function": "sum"} for name, form in zip(names, formats)]
        columns[0] = {"header": "Name", "header_format": head, "total_string": "Total"}
        sheet.add_table("A3:D5" if step > 2 else "A3:D4", {"name": "Hours", "columns": columns, "total_row": step > 2, "style": "Table Style Medium 2"})
    for column, (name, field, form) in enumerate(zip(names, fields, formats)):
        if step == 1:
            sheet.write(2, column, name, look(bold=True))
        sheet.write(3, column, field, form)
    if step > 2:
        chart = book.add_chart({"type": "bar"})
        for column in (2, 3):
            chart.add_series({"name": ["Hours", 2, column], "categories": ["Hours", 3, 0, 3, 0], "values": ["Hours", 3, column, 3, column]})
        chart.set_legend({"position": "bottom"}), chart.set_y_axis({"reverse": True}), chart.set_x_axis({"num_format": "[h]:mm", "label_position": "high"}), chart.set_size({"width": 430, "height": 300})
        sheet.insert_chart("A7", chart)
    sheet.fit_to_pages(1, 0), sheet.set_paper(9)
    book.close()


def merged_places(path):
    """Equal neighbours as one cell: the place and the person of each day; and a sheet only if there are exceptions."""
    book, look = open_book(path, "Days by place")
    head = look(bold=True, font_color="white", bg_color=NAVY)
    cell = {"border": 1, "border_color": "#BFBFBF"}
    label, date = look(valign="top", **cell), look(num_format="ddd dd/mm", align="left", **cell)
    time, total = look(num_format="[h]:mm", **cell), look(bold=True, num_format="[h]:mm", top=6, top_color=NAVY)
    sheet = book.add_worksheet("Days")
    sheet.hide_gridlines(2), sheet.set_column("A:B", 26), sheet.set_column("C:D", 14), sheet.set_row(0, 30)
    sheet.write("A1", "Days {{run.periodLabel}}", look(bold=True, font_size=18, font_color=NAVY))
    for column, text in enumerate(["Place", "Employee", "Day", "Worked"]):
        sheet.write(2, column, text, head)
    sheet.write("A4", "{{#each employee-days where workedMinutes > 0 sort by establishments, employee.name, date}}{{establishments | merge}}", label)
    sheet.write("B4", "{{employee.name | merge}}", label), sheet.write("C4", "{{date}}", date), sheet.write("D4", "{{workedMinutes}}", time)
    sheet.write("A5", "Total", total), sheet.write("B5", "", total), sheet.write("C5", "", total), sheet.write_formula("D5", "=SUM(D4:D4)", total)
    sheet.set_paper(9), sheet.fit_to_pages(1, 0), sheet.repeat_rows(2)
    open_items(book, look, head)
    book.close()


def open_items(book, look, head):
    """A sheet that is there only if there is something to look at."""
    sheet = book.add_worksheet("To check")
    sheet.hide_gridlines(2), sheet.set_column("A:B", 24), sheet.set_column("C:C", 90), sheet.set_row(0, 30)
    sheet.write("A1", "{{#sheet if count(exceptions) > 0}}{{exceptions | count}} items to check", look(bold=True, font_size=18, font_color=RED))
    for column, text in enumerate(["What", "Who", "Why"]):
        sheet.write(2, column, text, head)
    sheet.write("A4", "{{#each exceptions sort by code, employee.name}}{{code | merge}}", look(valign="top")), sheet.write("B4", "{{employee.name}}", look()), sheet.write("C4", "{{message}}", look())
    sheet.set_paper(9), sheet.set_landscape(), sheet.fit_to_pages(1, 0)


def to_check(path):
    """One sheet for what is to be checked, and one that is there if nothing is."""
    book, look = open_book(path, "To check")
    open_items(book, look, look(bold=True, font_color="white", bg_color=NAVY))
    sheet = book.add_worksheet("All clear")
    sheet.write("A1", "{{#sheet if count(exceptions) = 0}}Nothing to check in {{run.periodLabel}}", look(bold=True, font_size=18, font_color=NAVY))
    book.close()


def two_lists(path):
    """Two lists side by side in the same rows; the text of the second goes on in further lines of its cell."""
    book, look = open_book(path, "Hours and exceptions")
    head, line = look(bold=True, font_color="white", bg_color=NAVY), {"valign": "top", "bottom": 1, "bottom_color": "#D9D9D9"}
    total = {"bold": True, "top": 6, "top_color": NAVY}
    sheet = book.add_worksheet("Hours and exceptions")
    sheet.hide_gridlines(2), sheet.set_column("A:A", 26), sheet.set_column("B:B", 10), sheet.set_column("C:C", 3), sheet.set_column("D:D", 26), sheet.set_column("E:E", 46), sheet.set_row(0, 30)
    sheet.write("A1", "Hours and exceptions {{run.periodLabel}}", look(bold=True, font_size=18, font_color=NAVY))
    for column, text in ((0, "Employee"), (1, "Worked"), (3, "Exception of"), (4, "What happened")):
        sheet.write(2, column, text, head)
    sheet.write("A4", "{{#each employees sort by employee.name}}{{employee.name}}", look(**line)), sheet.write("B4", "{{workedMinutes}}", look(num_format="[h]:mm", **line))
    sheet.write("D4", "{{#each exceptions sort by employee.name, code}}{{employee.name}}", look(**line)), sheet.write("E4", "{{message}}", look(text_wrap=True, **line))
    sheet.write("A5", "Total", look(**total)), sheet.write_formula("B5", "=SUM(B4:B4)", look(num_format="[h]:mm", **total))
    sheet.write("D5", "Exceptions", look(**total)), sheet.write_formula("E5", "=COUNTA(D4:D4)", look(align="left", **total))
    sheet.set_paper(9), sheet.fit_to_pages(1, 0), sheet.repeat_rows(2)
    book.close()


def coloured(path):
    """Colours from data: a scale, bars, and a red name, all drawn as conditional formats of one row."""
    book, look = open_book(path, "Hours in colours")
    head, cell = look(bold=True, font_color="white", bg_color=NAVY), {"border": 1, "border_color": "#D9D9D9"}
    sheet = book.add_worksheet("Hours")
    sheet.hide_gridlines(2), sheet.set_column("A:A", 28), sheet.set_column("B:B", 10), sheet.set_column("C:D", 16), sheet.set_row(0, 30)
    sheet.write("A1", "Hours {{run.periodLabel}}", look(bold=True, font_size=18, font_color=NAVY))
    for column, text in enumerate(["Employee", "Days", "Worked", "Difference"]):
        sheet.write(2, column, text, head)
    sheet.write("A4", "{{#each employees sort by employee.name}}{{employee.name}}", look(**cell)), sheet.write("B4", "{{days}}", look(**cell))
    sheet.write("C4", "{{workedMinutes | hours}}", look(num_format="0.00", **cell)), sheet.write("D4", "{{differenceMinutes | hours}}", look(num_format="+0.00;-0.00;0.00", **cell))
    sheet.conditional_format("A4", {"type": "formula", "criteria": "=$D4<0", "format": book.add_format({"font_color": RED, "bold": True})})
    sheet.conditional_format("B4", {"type": "data_bar", "bar_color": "#9DC3E6", "bar_solid": True})
    sheet.conditional_format("C4", {"type": "3_color_scale", "min_color": "#F8CBAD", "mid_color": "#FFFFFF", "max_color": "#A9D08E"})
    sheet.conditional_format("D4", {"type": "cell", "criteria": "<", "value": 0, "format": book.add_format({"bg_color": "#F8CBAD"})})
    sheet.set_paper(9), sheet.fit_to_pages(1, 0), sheet.repeat_rows(2)
    book.close()


NEXT_SHORTAGE = """' Selects the next person below the cursor who worked less than planned.
Sub NextShortage()
    Dim place As Range
    Set place = ActiveSheet.Cells(ActiveCell.Row + 1, 4)
    Do While place.Row > 3 And place.Value <> ""
        If place.Value < 0 Then
            place.Select
            Exit Sub
        End If
        Set place = place.Offset(1, 0)
    Loop
    MsgBox "No further shortage."
End Sub
"""


def with_macros(path):
    """A list with a button, whose macro stays as it is."""
    book, look = open_book(path, "Shortages")
    book.add_vba_project(BytesIO(vba_project("Buttons", NEXT_SHORTAGE)), is_stream=True)
    book.set_vba_name("ThisWorkbook")
    head, cell = look(bold=True, font_color="white", bg_color=NAVY), look(bottom=4, bottom_color=GREY)
    right = look(bold=True, font_color="white", bg_color=NAVY, align="right")
    hours = look(num_format="+0.00;[Red]-0.00;0.00", bottom=4, bottom_color=GREY)
    sheet = book.add_worksheet("Hours")
    sheet.set_vba_name("Sheet1")
    sheet.hide_gridlines(2), sheet.set_column("A:A", 28), sheet.set_column("B:D", 20), sheet.set_column("E:E", 20), sheet.set_row(0, 30)
    sheet.write("A1", "Shortages {{run.periodLabel}}", look(bold=True, font_size=18, font_color=NAVY))
    sheet.insert_button("E1", {"macro": "NextShortage", "caption": "Next shortage", "width": 130, "height": 32, "x_offset": 4, "y_offset": 4})
    for column, text in enumerate(["Employee", "Planned", "Worked", "Difference"]):
        sheet.write(2, column, text, right if column else head)
    sheet.write("A4", "{{#each employees sort by employee.name}}{{employee.name}}", cell), sheet.write("B4", "{{plannedMinutes | hours}}", look(num_format="0.00", bottom=4, bottom_color=GREY))
    sheet.write("C4", "{{workedMinutes | hours}}", look(num_format="0.00", bottom=4, bottom_color=GREY)), sheet.write("D4", "{{differenceMinutes | hours}}", hours)
    sheet.set_paper(9), sheet.fit_to_pages(1, 0), sheet.repeat_rows(2)
    book.close()


PASSWORD = "sample"


def with_password(path):
    """Hours and their cost; nobody opens the rate of an hour without the password."""
    book, look = open_book(path, "Hours and cost")
    head, cell = look(bold=True, font_color="white", bg_color=NAVY), look(bottom=4, bottom_color=GREY)
    right = look(bold=True, font_color="white", bg_color=NAVY, align="right")
    hours, total = look(num_format="#,##0.00", bottom=4, bottom_color=GREY), look(bold=True, num_format="#,##0.00", top=1)
    sheet, rates = book.add_worksheet("Cost"), book.add_worksheet("Rates")
    sheet.hide_gridlines(2), sheet.set_column("A:A", 28), sheet.set_column("B:D", 18), sheet.set_row(0, 30)
    sheet.write("A1", "Cost {{run.periodLabel}}", look(bold=True, font_size=18, font_color=NAVY))
    for column, text in enumerate(["Establishment", "Hours", "Cost"]):
        sheet.write(2, column, text, right if column else head)
    sheet.write("A4", "{{#each entries group by establishment.id sort by establishment.name}}{{establishment.name}}", cell)
    sheet.write("B4", "{{workedMinutes | sum | hours}}", hours), sheet.write_formula("C4", "=B4*Rates!$B$1", hours)
    sheet.write("A5", "All", look(bold=True, top=1)), sheet.write_formula("B5", "=SUM(B4:B4)", total), sheet.write_formula("C5", "=SUM(C4:C4)", total)
    rates.write("A1", "An hour costs", look()), rates.write("B1", 31.4, look(num_format="0.00")), rates.set_column("A:A", 20)
    sheet.set_paper(9), rates.set_paper(9)
    book.close()
    encrypt = "const [, path, password] = process.argv, fs = require('fs'); fs.writeFileSync(path, require('officecrypto-tool').encrypt(fs.readFileSync(path), { password }))"
    subprocess.run(["node", "-e", encrypt, os.path.abspath(path), PASSWORD], check=True, cwd=os.path.join(HERE, "..", ".."))


def badges(path):
    """A form of eight rows: a QR code, and what is looked up in another data set, for each person; the rest is blank."""
    book, look = open_book(path, "Badges")
    head, box = look(bold=True, font_color="white", bg_color=NAVY), {"border": 1, "border_color": "#BFBFBF"}
    sheet = book.add_worksheet("Badges")
    sheet.hide_gridlines(2), sheet.set_column("A:A", 12), sheet.set_column("B:C", 30), sheet.set_column("D:D", 24), sheet.set_row(0, 30), sheet.set_row(3, 66)
    sheet.write("A1", "Badges handed out {{run.periodLabel}}", look(bold=True, font_size=18, font_color=NAVY))
    sheet.write("A2", "{{count(employees where workedMinutes > 0)}} people worked; at most five are listed", look(font_color=GREY))
    for column, text in enumerate(["Badge", "Employee", "First day at", "Signature"]):
        sheet.write(2, column, text, head)
    sheet.write("A4", "", look(**box)), sheet.write_comment("A4", "{{#each employees where workedMinutes > 0 sort by employee.name limit 5 at least 8}}", {"x_scale": 2.2, "font_size": 9}), sheet.write("B4", "{{employee.name}}", look(**box))
    sheet.write("C4", "{{first(entries.establishment.name where employee.id = row.employee.id)}}", look(**box)), sheet.write("D4", "", look(**box))
    sheet.insert_image("A4", "badge.png", {"image_data": square(), "object_position": 1, "x_offset": 6, "y_offset": 6, "description": "Badge of {{employee.name}} {{employee.id | qr}}"})
    sheet.set_paper(9), sheet.fit_to_pages(1, 0)
    book.close()


def roster(path):
    """People down, days across: columns that repeat, crossed with rows, and totals on both sides."""
    book, look = open_book(path, "Roster")
    title, small = look(bold=True, font_size=18, font_color=NAVY), look(font_color=GREY)
    head = look(bold=True, font_color="white", bg_color=NAVY)
    day = look(bold=True, font_color="white", bg_color=NAVY, align="center", num_format="dd")
    time = look(num_format='[h]:mm;;""', align="center", border=1, border_color="#D9D9D9")
    total = look(bold=True, num_format="[h]:mm", align="center", bg_color=PALE)
    sheet = book.add_worksheet("Roster")
    sheet.hide_gridlines(2), sheet.set_column("A:A", 26), sheet.set_column("B:B", 5.5), sheet.set_column("C:C", 9), sheet.set_row(0, 30)
    sheet.write("A1", "Roster {{run.periodLabel}}", title), sheet.write("A2", "{{employees | count}} people", small)
    sheet.write("A4", "Name", head), sheet.write("B4", "{{#each days sort by date columns}}{{date}}", day), sheet.write("C4", "Sum", head)
    sheet.write("A5", "{{#each employees sort by employee.name}}{{employee.name}}", look())
    sheet.write("B5", "{{workedMinutes}}", time), sheet.write_formula("C5", "=SUM(B5:B5)", total)
    sheet.write("A6", "All", look(bold=True, bg_color=PALE)), sheet.write_formula("B6", "=SUM(B5:B5)", total), sheet.write_formula("C6", "=SUM(C5:C5)", total)
    sheet.conditional_format("B4:B6", {"type": "formula", "criteria": "=WEEKDAY(B$4,2)>5", "format": book.add_format({"bg_color": "#EDEDED"})})
    sheet.freeze_panes(4, 1), sheet.set_landscape(), sheet.fit_to_pages(1, 0), sheet.set_paper(9), sheet.print_area("A1:C6"), sheet.repeat_rows(3)
    book.close()


def weeks(path):
    """Groups with a row before and after each, subtotals, folded days, a page for each person."""
    book, look = open_book(path, "Weeks")
    title, head = look(bold=True, font_size=18, font_color=NAVY), look(bold=True, font_color="white", bg_color=NAVY)
    person, week = look(bold=True, font_size=12, bg_color=SKY), look(bold=True)
    time, sums = look(num_format="[h]:mm"), look(bold=True, num_format="[h]:mm", top=1)
    sheet = book.add_worksheet("Weeks")
    sheet.hide_gridlines(2), sheet.set_column("A:A", 30), sheet.set_column("B:D", 12), sheet.set_row(0, 30), sheet.outline_settings(True, True, True, False)
    sheet.write("A1", "Hours by week", title)
    for column, name in enumerate(["Week and day", "Worked", "Change", "Planned"]):
        sheet.write(2, column, name, head)
    sheet.write("A4", "{{#each employee-days group by employee.id sort by employee.name, date rows 5 page break}}{{employee.name}}", person)
    for cell in ("B4", "C4", "D4"):
        sheet.write_blank(cell, None, person)
    sheet.write("A5", "{{#each employee-days group by isoWeek rows 3 outline}}Week {{isoWeek}}", week)
    sheet.write("A6", "{{#each employee-days}}{{date}}", look(num_format="ddd dd/mm", align="left", indent=1))
    sheet.write("B6", "{{workedMinutes}}", time), sheet.write_formula("C6", '=IF(ISNUMBER(B5),(B6-B5)*24,"")', look(num_format="+0.00;[Red]-0.00;0.00")), sheet.write("D6", "{{plannedMinutes}}", time)
    sheet.write("A7", "Sum of week {{isoWeek}}", week), sheet.write("B7", "{{workedMinutes | subtotal}}", sums), sheet.write("D7", "{{plannedMinutes | subtotal}}", sums)
    sheet.write("A8", "Sum of {{employee.name}}", person), sheet.write("B8", "{{workedMinutes | subtotal}}", sums), sheet.write("D8", "{{plannedMinutes | subtotal}}", sums)
    sheet.write("A9", "All", person), sheet.write("B9", "{{workedMinutes | subtotal}}", sums), sheet.write("D9", "{{plannedMinutes | subtotal}}", sums)
    sheet.freeze_panes(3, 0), sheet.fit_to_pages(1, 0), sheet.set_paper(9), sheet.repeat_rows(2)
    book.close()


def cards(path):
    """A card for each person, by the first letter of the name: a chart of the own days, a picture that data choose, a link."""
    book, look = open_book(path, "Cards")
    title, letter = look(bold=True, font_size=18, font_color=NAVY), look(bold=True, font_size=14, bg_color=SKY)
    name, small = look(bold=True, font_size=12, top=1, top_color=NAVY), look(font_color=GREY)
    date, time = look(num_format="ddd dd/mm", align="left", indent=1), look(num_format="[h]:mm")
    sheet = book.add_worksheet("Cards")
    sheet.hide_gridlines(2), sheet.set_column("A:A", 26), sheet.set_column("B:B", 10), sheet.set_column("C:F", 12), sheet.set_row(0, 30)
    sheet.write("A1", "Cards {{run.periodLabel}}", title)
    sheet.write("A3", "{{#each employee-days group by employee.lastName | left:1 sort by employee.name, date rows 10}}{{employee.lastName | left:1}}", letter)
    for cell in ("B3", "C3", "D3", "E3", "F3"):
        sheet.write_blank(cell, None, letter)
    sheet.write("A4", "{{#each employee-days group by employee.id rows 9}}{{employee.name}}", name)
    for cell in ("B4", "C4", "D4", "E4"):
        sheet.write_blank(cell, None, name)
    sheet.write_url("F4", "https://portal.example/people/{{employee.id}}", look(font_color="#0563C1", underline=1, top=1, top_color=NAVY), "Portal")
    sheet.write("A5", "{{#each employee-days where workedMinutes != null}}{{date}}", date), sheet.write("B5", "{{workedMinutes}}", time)
    for row in range(5, 11):
        sheet.set_row(row, 17)
    sheet.write("A6", "Sum", small), sheet.write_formula("B6", "=SUM(B5:B5)", look(bold=True, num_format="[h]:mm", top=1))
    chart = book.add_chart({"type": "column"})
    chart.add_series({"categories": "=Cards!$A$5:$A$5", "values": "=Cards!$B$5:$B$5", "fill": {"color": "#4F81BD"}, "gap": 60})
    chart.set_title({"name": "{{employee.name}}", "name_font": {"size": 9, "color": NAVY}}), chart.set_legend({"none": True}), chart.set_size({"width": 250, "height": 104})
    chart.set_y_axis({"num_format": "[h]", "major_gridlines": {"visible": True, "line": {"color": "#E0E0E0"}}})
    sheet.insert_chart("A7", chart, {"object_position": 1, "x_offset": 4})
    sheet.insert_image("D7", "signature.png", {"image_data": logo(), "object_position": 1, "x_offset": 20, "y_offset": 30, "description": 'Signature of {{employee.name}} {{employee.number | picture:"signatures","none"}}'})
    sheet.set_paper(9), sheet.fit_to_pages(1, 0)
    book.close()


def month_in_words(path):
    """Texts of the template in the run's language, looks by data, columns that fit, a table only if it has data."""
    book, look = open_book(path, "Month in words")
    time, plain, wrapped = look(num_format="[h]:mm"), look(), look(text_wrap=True)
    head = look(bold=True, font_color="white", bg_color=NAVY)
    sheet = book.add_worksheet("Month")
    sheet.hide_gridlines(2), sheet.set_row(0, 30), sheet.set_row(4, 6), sheet.set_column("A:E", 17)
    note = {"x_scale": 2.2, "font_size": 9}
    sheet.write("A1", "{{employee.name}}", look(bold=True, font_size=18, font_color=NAVY)), sheet.write_comment("A1", "{{#sheet employees group by employee.id sort by employee.name name employee.name}}", note)
    sheet.write("A2", '{{say("title", run.periodLabel)}}. {{say("days", count(calendar where workedMinutes > 0), sum(calendar.workedMinutes))}}', look(font_color=GREY))
    sheet.write("A4", '{{say("weekend")}}', look(bg_color="#E7E6E6", font_color=GREY)), sheet.write("B4", '{{say("holiday")}}', look(bg_color="#FCE4D6", font_color=RED))
    keys = ["date", "planned", "worked", "difference", "remark"]
    columns = [{"header": '{{say("%s")}}' % key, "header_format": head} for key in keys]
    columns[0]["total_string"] = '{{say("total")}}'
    sheet.add_table("A6:E8", {"name": "Month", "columns": columns, "total_row": True, "style": None, "autofilter": False})
    sheet.write("A7", "{{date | date:\"ccc d MMM\"}}", plain), sheet.write_comment("A7", '{{#each calendar sort by date}}{{#style holiday != null like B4 columns 5}}{{#style weekday > 5 like A4 columns 5}}', note)
    sheet.write_comment("A6", "{{#fit columns 4 at least 9}}", note), sheet.write_comment("E6", "{{#fit at least 20 at most 44}}", note)
    sheet.write("B7", "{{if plannedMinutes > 0 then plannedMinutes | notation}}", time), sheet.write("C7", "{{if workedMinutes > 0 then workedMinutes | notation}}", time)
    sheet.write("D7", "{{if differenceMinutes != 0 then differenceMinutes | signed}}", look(align="right"))
    sheet.write("E7", "{{if holiday != null then holidayText else absence}}", wrapped)
    total = look(bold=True, top=1)
    total_time = look(bold=True, top=1, num_format="[h]:mm")
    sheet.write("A8", '{{say("total")}}', total), sheet.write_formula("B8", "=SUBTOTAL(109,B7:B7)", total_time), sheet.write_formula("C8", "=SUBTOTAL(109,C7:C7)", total_time)
    sheet.write("D8", "{{sum(calendar.differenceMinutes) | signed}}", look(bold=True, top=1, align="right")), sheet.write("E8", "", total)
    section = look(bold=True, font_size=12, font_color=NAVY)
    sheet.write("A10", '{{say("check")}}', section), sheet.write_comment("A10", "{{#if count(exceptions) > 0 rows 3}}", note)
    check = [{"header": '{{say("%s")}}' % key, "header_format": head} for key in ("date", "check")]
    sheet.add_table("A11:B12", {"name": "Check", "columns": check, "style": None, "autofilter": False})
    sheet.write("A12", "{{date | date:\"ccc d MMM\"}}", look(valign="top")), sheet.write_comment("A12", "{{#each exceptions sort by date, code}}", note)
    sheet.write("B12", "{{title}}", plain)
    sheet.print_area("A1:E12"), sheet.fit_to_pages(1, 0), sheet.set_paper(9), sheet.set_footer('&L&8{{run.employer}}&R&8{{say("title", run.periodLabel)}}')
    book.close()


def on_paper(path):
    """Pages by data: scaled to as many as are needed, headings only on long lists, a sheet that is only printed with rows."""
    book, look = open_book(path, "On paper")
    date, time = look(num_format="dd/mm/yyyy"), look(num_format="[h]:mm")
    head, title, note = look(bold=True, font_color="white", bg_color=NAVY), look(bold=True, font_size=16, font_color=NAVY), {"x_scale": 2.6, "font_size": 9}
    days = book.add_worksheet("Days")
    days.hide_gridlines(2), days.set_column("A:A", 26), days.set_column("B:D", 14)
    days.write("A1", "Days of {{run.periodLabel}}", title), days.write_comment("A1", "{{#print tall count(employee-days) / 40 titles if count(employee-days) > 40}}", note)
    for column, heading in enumerate(["Employee", "Date", "Planned", "Worked"]):
        days.write(2, column, heading, head)
    days.write("A4", "{{#each employee-days sort by employee.name, date}}{{employee.name}}"), days.write("B4", "{{date}}", date), days.write("C4", "{{plannedMinutes}}", time), days.write("D4", "{{workedMinutes}}", time)
    days.print_area("A1:D4"), days.repeat_rows(2), days.fit_to_pages(1, 0), days.set_paper(9), days.set_footer("&C&8&P / &N")
    check = book.add_worksheet("To check")
    check.hide_gridlines(2), check.set_column("A:A", 26), check.set_column("B:B", 60)
    check.write("A1", "To check", title), check.write_comment("A1", "{{#print if count(exceptions) > 0}}", note)
    check.write("A3", "{{#each exceptions sort by employee.name, code}}{{employee.name}}"), check.write("B3", "{{title}}")
    check.write("A4", "{{#empty exceptions}}Nothing to check.")
    check.print_area("A1:B4"), check.fit_to_pages(1, 0), check.set_paper(9)
    account = book.add_worksheet("Account")
    account.hide_gridlines(2), account.set_column("A:B", 26)
    account.write("A1", "{{employee.name}}", title), account.write_comment("A1", "{{#sheet accounts group by employee.id sort by employee.name name employee.name}}", note)
    account.write("A3", "Before the period"), account.write("B3", "{{beforeMinutes | sum | signed}}"), account.write("A4", "After the period"), account.write("B4", "{{balanceMinutes | sum | signed}}")
    none = book.add_worksheet("Accounts")
    none.write("A1", "No employee has an hours account.", title), none.write_comment("A1", "{{#sheet empty accounts}}", note)
    book.close()


def clock_bars(path):
    """A sheet for each employee with shifts and entries as bars over 24 hours; a chart only where there is something to draw."""
    book, look = open_book(path, "Shifts and entries")
    head, line = look(bold=True, font_color="white", bg_color=NAVY, align="center"), {"bottom": 1, "bottom_color": "#D9D9D9"}
    clock, span = look(num_format="hh:mm", align="center", **line), look(num_format="[h]:mm", font_color=GREY, **line)
    sheet = book.add_worksheet("Shifts")
    note = {"x_scale": 2.6, "font_size": 9}
    sheet.hide_gridlines(2), sheet.set_row(0, 30), sheet.set_column("A:A", 12), sheet.set_column("B:E", 8), sheet.set_column("F:G", 9), sheet.set_column("H:H", 2), sheet.set_column("I:R", 8)
    sheet.write("A1", "{{employee.name}}, {{run.periodText}}", look(bold=True, font_size=16, font_color=NAVY))
    sheet.write_comment("A1", "{{#sheet planned-worked group by employee.id sort by employee.name name employee.name}}", note)
    for column, text in enumerate(["Date", "Shift", "to", "Entry", "to", "Planned", "Worked"]):
        sheet.write(2, column, text, head)
    sheet.write("A4", "{{date | date:\"ccc d MMM\"}}", look(**line)), sheet.write_comment("A4", "{{#each planned-worked where (shift.id != null or entry.endsAt != null) sort by date, shift.startsAt, entry.startsAt}}", note)
    for cell, field in (("B4", "shift.startsAt"), ("C4", "shift.endsAt"), ("D4", "entry.startsAt"), ("E4", "entry.endsAt")):
        sheet.write(cell, "{{%s | time}}" % field, clock)
    # A shift that ends on the next day ends after 24:00.
    sheet.write_formula("F4", '=IF(OR(B4="",C4=""),0,C4+(C4<B4)-B4)', span), sheet.write_formula("G4", '=IF(OR(D4="",E4=""),0,E4+(E4<D4)-D4)', span)
    for title, start, length, colour, place, shown in (
        ("Shifts", "B", "F", "#9DC3E6", "I3", "count(planned-worked where shift.id != null) > 0"),
        ("Entries", "D", "G", NAVY, "I20", "count(planned-worked where entry.endsAt != null) > 0"),
    ):
        chart = book.add_chart({"type": "bar", "subtype": "stacked"})
        rows = "=Shifts!$%s$4:$%s$4"
        chart.add_series({"name": "Start", "categories": rows % ("A", "A"), "values": rows % (start, start), "fill": {"none": True}, "border": {"none": True}, "gap": 25})
        chart.add_series({"name": title, "categories": rows % ("A", "A"), "values": rows % (length, length), "fill": {"color": colour}})
        chart.set_title({"name": title, "name_font": {"size": 11, "color": NAVY}}), chart.set_legend({"none": True})
        chart.set_x_axis({"min": 0, "max": 1.25, "major_unit": 0.125, "num_format": "[h]:mm", "num_font": {"size": 8}, "major_gridlines": {"visible": True, "line": {"color": "#E0E0E0"}}})
        chart.set_y_axis({"reverse": True, "num_font": {"size": 8}}), chart.set_size({"width": 620, "height": 320})
        sheet.insert_chart(place, chart, {"description": "{{#if %s}}%s over 24 hours" % (shown, title)})
    sheet.set_landscape(), sheet.set_paper(9), sheet.fit_to_pages(1, 1)
    book.close()


def linked_rows(path):
    """Two sheets with the same rows: a formula refers to the same person on the other sheet."""
    book, look = open_book(path, "Hours and cost")
    head, line = look(bold=True, font_color="white", bg_color=NAVY), {"bottom": 1, "bottom_color": "#D9D9D9"}
    total = {"bold": True, "top": 6, "top_color": NAVY}
    title, note = look(bold=True, font_size=16, font_color=NAVY), {"x_scale": 2.4, "font_size": 9}
    each = "{{#each employees where paidMinutes > 0 sort by employee.name}}"
    cost = book.add_worksheet("Cost")
    cost.hide_gridlines(2), cost.set_row(0, 30), cost.set_column("A:A", 28), cost.set_column("B:D", 13)
    cost.write("A1", "Cost of {{run.periodLabel}}", title), cost.write("A2", "Hourly rate", look()), cost.write("B2", 21.5, look(num_format="0.00", bg_color=PALE))
    for column, text in enumerate(["Employee", "Hours", "Cost", "Share"]):
        cost.write(3, column, text, head)
    cost.write("A5", "{{employee.name}}", look(**line)), cost.write_comment("A5", each, note)
    cost.write_formula("B5", "=Hours!C4*24", look(num_format="0.00", **line)), cost.write_formula("C5", "=B5*$B$2", look(num_format="#,##0.00", **line)), cost.write_formula("D5", "=Hours!C4/SUM(Hours!C4:C4)", look(num_format="0.0%", **line))
    cost.write("A6", "Total", look(**total)), cost.write_formula("B6", "=SUM(B5:B5)", look(num_format="0.00", **total)), cost.write_formula("C6", "=SUM(C5:C5)", look(num_format="#,##0.00", **total)), cost.write_formula("D6", "=SUM(D5:D5)", look(num_format="0.0%", **total))
    cost.set_paper(9), cost.fit_to_pages(1, 0)
    hours = book.add_worksheet("Hours")
    hours.hide_gridlines(2), hours.set_row(0, 30), hours.set_column("A:A", 28), hours.set_column("B:C", 13)
    hours.write("A1", "Hours of {{run.periodLabel}}", title)
    for column, text in enumerate(["Employee", "Worked", "Paid"]):
        hours.write(2, column, text, head)
    hours.write("A4", "{{employee.name}}", look(**line)), hours.write_comment("A4", each, note)
    hours.write("B4", "{{workedMinutes}}", look(num_format="[h]:mm", **line)), hours.write("C4", "{{paidMinutes}}", look(num_format="[h]:mm", **line))
    hours.set_paper(9), hours.fit_to_pages(1, 0)
    book.close()


def hand_over(path):
    """What a final consists of: its files with their checksums, what changed in words, and the top of a list with what it leaves out."""
    book, look = open_book(path, "Hand-over")
    head, line = look(bold=True, font_color="white", bg_color=NAVY), {"bottom": 1, "bottom_color": "#D9D9D9"}
    title, section, note = look(bold=True, font_size=16, font_color=NAVY), look(bold=True, font_size=12, font_color=NAVY), {"x_scale": 2.4, "font_size": 9}
    sheet = book.add_worksheet("Hand-over")
    sheet.hide_gridlines(2), sheet.set_row(0, 30), sheet.set_column("A:A", 34), sheet.set_column("B:B", 30), sheet.set_column("C:C", 14)
    sheet.write("A1", "Hand-over of {{run.periodText}}", title), sheet.write("A2", "{{run.verdict}}", look(font_color=GREY))
    sheet.write("A4", "Most hours", section)
    for column, text in enumerate(["Employee", "Establishments", "Worked"]):
        sheet.write(4, column, text, head)
    sheet.write("A6", "{{employee.name}}", look(**line)), sheet.write_comment("A6", "{{#each employees sort by workedMinutes desc limit 3}}", note)
    sheet.write("B6", "{{establishments}}", look(**line)), sheet.write("C6", "{{workedMinutes}}", look(num_format="[h]:mm", **line))
    sheet.write("A7", "All {{count(employees)}} employees", look(bold=True)), sheet.write("C7", "{{sum(employees.workedMinutes)}}", look(bold=True, num_format="[h]:mm"))
    sheet.write("A9", "Changes", section), sheet.write_comment("A9", "{{#if count(changes) > 0 rows 3}}", note)
    sheet.write("A10", "Employee", head), sheet.write("B10", "Change", head), sheet.write("C10", "Difference", head)
    sheet.write("A11", "{{who}}", look(**line)), sheet.write_comment("A11", "{{#each changes sort by employee.name, payCode}}", note)
    sheet.write("B11", "{{changeText}}{{if payCode != null then \": \" & payCodeLabel}}", look(**line)), sheet.write("C11", "{{differenceMinutes | signed}}", look(align="right", **line))
    sheet.write("A13", "Files", section)
    sheet.write("A14", "File", head), sheet.write("B14", "Checksum (SHA-256)", head), sheet.write("C14", "", head)
    sheet.write("A15", "{{fileName}}", look(**line)), sheet.write_comment("A15", "{{#each files sort by fileName}}", note)
    sheet.write("B15", "{{sha256 | shorten:24,\"…\"}}", look(font_name="Consolas", font_size=9, **line))
    sheet.write("A16", "{{#empty files}}A final lists its files here.", look(font_color=GREY))
    sheet.set_paper(9), sheet.fit_to_pages(1, 0)
    book.close()


if __name__ == "__main__":
    month_in_words(os.path.join(HERE, "month-in-words", "month-in-words.xlsx"))
    growing_table(os.path.join(HERE, "growing-table", "growing-table.xlsx"))
    on_paper(os.path.join(HERE, "on-paper", "on-paper.xlsx"))
    hours_by_place(os.path.join(HERE, "hours-by-place", "hours-by-place.xlsx"))
    timesheet(os.path.join(HERE, "timesheet", "timesheet.xlsx"))
    roster(os.path.join(HERE, "roster", "roster.xlsx"))
    weeks(os.path.join(HERE, "weeks", "weeks.xlsx"))
    merged_places(os.path.join(HERE, "merged-places", "merged-places.xlsx"))
    two_lists(os.path.join(HERE, "two-lists", "two-lists.xlsx"))
    coloured(os.path.join(HERE, "coloured", "coloured.xlsx"))
    with_macros(os.path.join(HERE, "with-macros", "with-macros.xlsm"))
    with_password(os.path.join(HERE, "with-password", "with-password.xlsx"))
    badges(os.path.join(HERE, "badges", "badges.xlsx"))
    to_check(os.path.join(HERE, "to-check", "to-check.xlsx"))
    cards(os.path.join(HERE, "cards", "cards.xlsx"))
    clock_bars(os.path.join(HERE, "clock-bars", "clock-bars.xlsx"))
    linked_rows(os.path.join(HERE, "linked-rows", "linked-rows.xlsx"))
    hand_over(os.path.join(HERE, "hand-over", "hand-over.xlsx"))

"""Draws a workbook with much of what Excel knows, as a template. Usage: richTemplate.py OUT.xlsx"""
import struct, sys, zipfile, zlib, io
import xlsxwriter


def png(width, height, rgb):
    rows = b"".join(b"\0" + bytes(rgb) * width for _ in range(height))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def draw(path):
    book = xlsxwriter.Workbook(path)
    book.set_properties({"title": "Hours", "company": "Bakery"})
    book.set_custom_property("Department", "Payroll")
    head = book.add_format({"bold": True, "bg_color": "#1F3864", "font_color": "white", "border": 1})
    title = book.add_format({"bold": True, "font_size": 16})
    date = book.add_format({"num_format": "ddd dd/mm/yyyy", "border": 1})
    time = book.add_format({"num_format": "[h]:mm", "border": 1})
    hours = book.add_format({"num_format": "0.00", "border": 1})
    text = book.add_format({"border": 1})
    group = book.add_format({"bold": True, "bg_color": "#D9E1F2", "top": 1})
    group_time = book.add_format({"bold": True, "bg_color": "#D9E1F2", "top": 1, "num_format": "[h]:mm"})
    logo = png(48, 24, (200, 60, 40))

    cover = book.add_worksheet("Cover")
    cover.write("A1", "Hours of {{run.periodLabel}}", title)
    cover.write_rich_string("A2", "for ", head, "{{run.employer}}", text, " from {{run.from}}")
    cover.write("A4", "Total"), cover.write_formula("B4", "=Days!C7", time)
    cover.write("A5", "Average"), cover.write_formula("B5", "=AVERAGE(Days!C6:C6)", time)
    cover.write("A6", "By name"), cover.write_formula("B6", "=SUM(worked)", time)
    cover.write("A7", "People"), cover.write("B7", "{{employees | count}}")
    cover.write_url("A9", "internal:Days!A7", string="to the total")
    cover.write_url("A10", "https://example.com/", string="help")
    cover.insert_image("E1", "logo.png", {"image_data": io.BytesIO(logo)})
    cover.insert_textbox("E4", "Draft of {{run.periodLabel}}", {"width": 200, "height": 40})
    cover.protect("secret", {"select_unlocked_cells": True})

    days = book.add_worksheet("Days")
    days.write("A1", "Every day", title)
    for column, name in enumerate(["Name", "Date", "Worked", "Hours", "So far", "Trend"]):
        days.write(4, column, name, head)
    days.write("A6", "{{#each employee-days sort by employee.id, date}}{{employee.name}}", text)
    days.write("B6", "{{date}}", date)
    days.write("C6", "{{workedMinutes}}", time)
    days.write_formula("D6", "=C6*24", hours)
    days.write_formula("E6", "=SUM(D$6:D6)", hours)
    days.add_table("A5:F7", {
        "name": "DayTable", "total_row": True, "style": "Table Style Medium 2",
        "columns": [{"header": "Name", "total_string": "Total"}, {"header": "Date"},
                    {"header": "Worked", "total_function": "sum", "format": time}, {"header": "Hours"},
                    {"header": "So far"}, {"header": "Trend"}]})
    # What Excel writes; xlsxwriter leaves the table's name away.
    days.write_formula("C7", "=SUBTOTAL(109,DayTable[Worked])", time)
    days.write("A6", "{{#each employee-days sort by employee.id, date}}{{employee.name}}", text)
    days.add_sparkline("F6", {"range": "Days!C6:E6", "type": "column"})
    days.conditional_format("C6:C6", {"type": "data_bar", "bar_color": "#63C384", "data_bar_2010": True})
    days.conditional_format("A6:E6", {"type": "formula", "criteria": "=$D6>8", "format": book.add_format({"bg_color": "#FFE699"})})
    days.conditional_format("D6:D6", {"type": "3_color_scale"})
    days.data_validation("A6:A6", {"validate": "list", "source": "=Lists!$A$1:$A$3"})
    days.write_comment("C5", "Hours and minutes", {"author": "me"})
    days.write_comment("C7", "The sum of all days", {"author": "me"})
    days.freeze_panes(5, 1)
    days.repeat_rows(4), days.print_area("A1:F9"), days.fit_to_pages(1, 0), days.set_landscape()
    days.set_header("&L{{run.employer}}&RPage &P"), days.set_column("A:A", 28), days.set_column("B:F", 14)
    chart = book.add_chart({"type": "column"})
    chart.add_series({"name": "=Days!$D$5", "categories": "=Days!$B$6:$B$6", "values": "=Days!$D$6:$D$6"})
    chart.set_title({"name": "Hours per day"})
    days.insert_chart("H2", chart)
    line = book.add_chart({"type": "line"})
    line.add_series({"categories": "=Days!$B$6:$B$6", "values": "=Days!$E$6:$E$6"})
    days.insert_chart("A10", line)

    groups = book.add_worksheet("Groups")
    groups.write("A1", "{{#each employee-days group by establishment.id rows 4}}{{establishment.name}}", group)
    groups.merge_range("B1:D1", "", group)
    groups.write("A2", "{{#each employee-days group by employee.id rows 2}}{{employee.name}}", text)
    groups.write("A3", "{{#each employee-days}}", text), groups.write("B3", "{{date}}", date)
    groups.write("C3", "{{workedMinutes}}", time), groups.write_formula("D3", "=C3/C$4", hours)
    groups.write("A4", "Sum of {{establishment.name}}", group)
    groups.write_formula("C4", "=SUBTOTAL(9,C2:C3)", group_time)
    groups.write("A5", "All", group), groups.write_formula("C5", "=SUBTOTAL(9,C1:C4)", group_time)
    groups.set_h_pagebreaks([4])
    groups.set_row(3, 24)

    sheet = book.add_worksheet("{{employee.lastName}}")
    sheet.write("A1", "{{#sheet employees group by employee.id}}{{employee.name}}", title)
    sheet.write("A3", "Date", head), sheet.write("B3", "Worked", head)
    sheet.write("A4", "{{#each employee-days}}{{date}}", date), sheet.write("B4", "{{workedMinutes}}", time)
    sheet.write("A5", "Total", group), sheet.write_formula("B5", "=SUM(B4:B4)", group_time)
    sheet.write("A8", "Signature: ______________")
    sheet.print_area("A1:F10"), sheet.set_column("A:B", 18)
    pie = book.add_chart({"type": "bar"})
    pie.add_series({"categories": "='{{employee.lastName}}'!$A$4:$A$4", "values": "='{{employee.lastName}}'!$B$4:$B$4"})
    sheet.insert_chart("D3", pie)

    none = book.add_worksheet("Exceptions")
    none.write("A1", "Code", head), none.write("B1", "What", head)
    none.write("A2", "{{#each exceptions}}{{code}}"), none.write("B2", "{{message}}")
    none.write("A3", "{{#empty exceptions}}Nothing to report")

    lists = book.add_worksheet("Lists")
    for row, word in enumerate(["one", "two", "three"]):
        lists.write(row, 0, word), lists.write(row, 1, row + 1)
    lists.write_formula("C1", '=VLOOKUP("two",A1:B3,2,FALSE)', None, 2)
    lists.hide()
    book.define_name("worked", "=Days!$C$6:$C$6")
    book.define_name("Days!local", "=Days!$A$7")
    pivot = book.add_worksheet("Pivot")
    pivot.write("A1", "The pivot table is below")
    book.close()


MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
NAMES = ["Name", "Date", "Worked", "Hours", "So far", "Trend"]


def add_pivot(path):
    """Hours by name, as Excel writes a pivot table that has not been refreshed yet."""
    with zipfile.ZipFile(path) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    fields = "".join(f'<cacheField name="{name}" numFmtId="0"><sharedItems/></cacheField>' for name in NAMES)
    parts["xl/pivotCache/pivotCacheDefinition1.xml"] = f'<pivotCacheDefinition {MAIN} r:id="rId1" refreshedBy="me" refreshedDate="1" createdVersion="6" refreshedVersion="6" recordCount="0"><cacheSource type="worksheet"><worksheetSource ref="A5:F6" sheet="Days"/></cacheSource><cacheFields count="6">{fields}</cacheFields></pivotCacheDefinition>'.encode()
    parts["xl/pivotCache/pivotCacheRecords1.xml"] = f'<pivotCacheRecords {MAIN} count="0"/>'.encode()
    rels = lambda *items: ('<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' + "".join(f'<Relationship Id="{i}" Type="{REL}/{t}" Target="{to}"/>' for i, t, to in items) + "</Relationships>").encode()
    parts["xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels"] = rels(("rId1", "pivotCacheRecords", "pivotCacheRecords1.xml"))
    pivot_fields = '<pivotField axis="axisRow" showAll="0"><items count="1"><item t="default"/></items></pivotField><pivotField showAll="0"/><pivotField dataField="1" showAll="0"/>' + '<pivotField showAll="0"/>' * 3
    parts["xl/pivotTables/pivotTable1.xml"] = f'<pivotTableDefinition {MAIN} name="PivotTable1" cacheId="7" dataOnRows="0" applyNumberFormats="0" applyBorderFormats="0" applyFontFormats="0" applyPatternFormats="0" applyAlignmentFormats="0" applyWidthHeightFormats="1" dataCaption="Values" updatedVersion="6" minRefreshableVersion="3" createdVersion="6"><location ref="A3:B5" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/><pivotFields count="6">{pivot_fields}</pivotFields><rowFields count="1"><field x="0"/></rowFields><rowItems count="1"><i t="grand"><x/></i></rowItems><colItems count="1"><i/></colItems><dataFields count="1"><dataField name="Sum of Worked" fld="2" baseField="0" baseItem="0"/></dataFields></pivotTableDefinition>'.encode()
    parts["xl/pivotTables/_rels/pivotTable1.xml.rels"] = rels(("rId1", "pivotCacheDefinition", "../pivotCache/pivotCacheDefinition1.xml"))
    last = max(int(name[19:-4]) for name in parts if name.startswith("xl/worksheets/sheet"))
    parts[f"xl/worksheets/_rels/sheet{last}.xml.rels"] = rels(("rId1", "pivotTable", "../pivotTables/pivotTable1.xml"))
    types = "".join(f'<Override PartName="/xl/{part}.xml" ContentType="{TYPE}.{kind}+xml"/>' for part, kind in [("pivotCache/pivotCacheDefinition1", "pivotCacheDefinition"), ("pivotCache/pivotCacheRecords1", "pivotCacheRecords"), ("pivotTables/pivotTable1", "pivotTable")])
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(b"</Types>", types.encode() + b"</Types>")
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"</workbook>", b'<pivotCaches><pivotCache cacheId="7" r:id="rId99"/></pivotCaches></workbook>')
    parts["xl/_rels/workbook.xml.rels"] = parts["xl/_rels/workbook.xml.rels"].replace(b"</Relationships>", f'<Relationship Id="rId99" Type="{REL}/pivotCacheDefinition" Target="pivotCache/pivotCacheDefinition1.xml"/></Relationships>'.encode())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in parts.items():
            target.writestr(name, data)


draw(sys.argv[1])
add_pivot(sys.argv[1])

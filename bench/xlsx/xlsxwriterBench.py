"""The plain report of the benchmark by Python's xlsxwriter in constant memory."""
import json
import resource
import sys
import xlsxwriter

LAST = ["Peeters", "Janssens", "Müller", "Lefèvre", "O'Neill", "van den Berg", "Nowak & Zoon", "García Márquez"]
FIRST = ["An", "Jürgen", "Zoë", "Mehmet", "Siobhán", "Łukasz", "Marie-Claire", "Bram"]
PLACES = ["Bakery Ghent", "Boulangerie Liège", "Café Reykjavík"]
HEADINGS = ["Number", "Last name", "First name", "Date", "Establishment", "Start", "End", "Planned", "Worked", "Difference (h)", "Entries", "Reviewed"]

path, count = sys.argv[1], int(sys.argv[2])
book = xlsxwriter.Workbook(path, {"constant_memory": True})
sheet = book.add_worksheet("Days")
bold = book.add_format({"bold": True})
date, time, duration, hours = (book.add_format({"num_format": code}) for code in ("dd/mm/yyyy", "hh:mm", "[h]:mm", "0.00"))
sheet.set_column(0, 11, 14)
sheet.freeze_panes(1, 0)
for column, heading in enumerate(HEADINGS):
    sheet.write_string(0, column, heading, bold)
for index in range(count):
    row, person, mixed = index + 1, index // 31, (index * 7919 + 104729) % 65521
    planned = 360 + (mixed % 5) * 30
    worked = planned + mixed % 61 - 30
    start = 300 + (mixed % 37) * 15
    sheet.write_string(row, 0, str(10000 + person % 90000))
    sheet.write_string(row, 1, LAST[person % 8])
    sheet.write_string(row, 2, FIRST[(person // 8) % 8])
    sheet.write_number(row, 3, 46296 + index % 31, date)
    sheet.write_string(row, 4, PLACES[mixed % 3])
    sheet.write_number(row, 5, start / 1440, time)
    sheet.write_number(row, 6, (start + worked + 30) / 1440, time)
    sheet.write_number(row, 7, planned / 1440, duration)
    sheet.write_number(row, 8, worked / 1440, duration)
    sheet.write_number(row, 9, (worked - planned) / 60, hours)
    sheet.write_number(row, 10, 1 + mixed % 2)
    sheet.write_boolean(row, 11, mixed % 11 != 0)
book.close()
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"cpuMs": (used.ru_utime + used.ru_stime) * 1000, "peakBytes": used.ru_maxrss * 1024}))

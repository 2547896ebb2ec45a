/* The plain report of the benchmark by libxlsxwriter in constant memory: gcc -O2 libxlsxwriter.c -lxlsxwriter. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <xlsxwriter.h>

static const char *LAST[] = {"Peeters", "Janssens", "Müller", "Lefèvre", "O'Neill", "van den Berg", "Nowak & Zoon", "García Márquez"};
static const char *FIRST[] = {"An", "Jürgen", "Zoë", "Mehmet", "Siobhán", "Łukasz", "Marie-Claire", "Bram"};
static const char *PLACES[] = {"Bakery Ghent", "Boulangerie Liège", "Café Reykjavík"};
static const char *HEADINGS[] = {"Number", "Last name", "First name", "Date", "Establishment", "Start", "End", "Planned", "Worked", "Difference (h)", "Entries", "Reviewed"};

static lxw_format *format_of(lxw_workbook *book, const char *code) {
  lxw_format *format = workbook_add_format(book);
  format_set_num_format(format, code);
  return format;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  long count = atol(argv[2]);
  lxw_workbook_options options = {.constant_memory = LXW_TRUE};
  lxw_workbook *book = workbook_new_opt(argv[1], &options);
  lxw_worksheet *sheet = workbook_add_worksheet(book, "Days");
  lxw_format *bold = workbook_add_format(book);
  format_set_bold(bold);
  lxw_format *date = format_of(book, "dd/mm/yyyy"), *time = format_of(book, "hh:mm");
  lxw_format *duration = format_of(book, "[h]:mm"), *hours = format_of(book, "0.00");
  worksheet_set_column(sheet, 0, 11, 14, NULL);
  worksheet_freeze_panes(sheet, 1, 0);
  for (int column = 0; column < 12; column++) worksheet_write_string(sheet, 0, column, HEADINGS[column], bold);
  for (long index = 0; index < count; index++) {
    lxw_row_t row = (lxw_row_t)(index + 1);
    long person = index / 31;
    long mixed = (index * 7919 + 104729) % 65521;
    long planned = 360 + (mixed % 5) * 30;
    long worked = planned + (mixed % 61) - 30;
    long start = 300 + (mixed % 37) * 15;
    char number[16];
    snprintf(number, sizeof number, "%ld", 10000 + person % 90000);
    worksheet_write_string(sheet, row, 0, number, NULL);
    worksheet_write_string(sheet, row, 1, LAST[person % 8], NULL);
    worksheet_write_string(sheet, row, 2, FIRST[(person / 8) % 8], NULL);
    worksheet_write_number(sheet, row, 3, 46296 + index % 31, date);
    worksheet_write_string(sheet, row, 4, PLACES[mixed % 3], NULL);
    worksheet_write_number(sheet, row, 5, start / 1440.0, time);
    worksheet_write_number(sheet, row, 6, (start + worked + 30) / 1440.0, time);
    worksheet_write_number(sheet, row, 7, planned / 1440.0, duration);
    worksheet_write_number(sheet, row, 8, worked / 1440.0, duration);
    worksheet_write_number(sheet, row, 9, (worked - planned) / 60.0, hours);
    worksheet_write_number(sheet, row, 10, 1 + mixed % 2, NULL);
    worksheet_write_boolean(sheet, row, 11, mixed % 11 != 0, NULL);
  }
  if (workbook_close(book) != LXW_NO_ERROR) return 1;
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  double cpu_ms = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3;
  printf("{\"cpuMs\": %.0f, \"peakBytes\": %ld}\n", cpu_ms, used.ru_maxrss * 1024L);
  return 0;
}

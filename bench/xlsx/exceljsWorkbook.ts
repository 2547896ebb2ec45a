import { createWriteStream } from 'node:fs';
import ExcelJS from 'exceljs';
import { BENCH_HEADINGS, benchRow } from './benchRow.js';

const FORMATS = [
  undefined,
  undefined,
  undefined,
  'dd/mm/yyyy',
  undefined,
  'hh:mm',
  'hh:mm',
  '[h]:mm',
  '[h]:mm',
  '0.00',
  undefined,
  undefined,
];

/** The plain report of the benchmark by exceljs's streaming writer, used as its manual recommends. */
export async function exceljsWorkbook(path: string, rowCount: number, level: number): Promise<void> {
  const stream = createWriteStream(path);
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({
    stream,
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level } },
  });
  const sheet = workbook.addWorksheet('Days', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = BENCH_HEADINGS.map((header, index) => {
    const numFmt = FORMATS[index];
    return { header, width: 14, ...(numFmt !== undefined && { style: { numFmt } }) };
  });
  for (let index = 0; index < rowCount; index += 1) {
    const row = benchRow(index);
    const { number, lastName, firstName, dateSerial, establishment, startDays, endDays, entries, reviewed } =
      row;
    const difference = (row.workedMinutes - row.plannedMinutes) / 60;
    const durations = [row.plannedMinutes / 1440, row.workedMinutes / 1440];
    sheet
      .addRow([
        number,
        lastName,
        firstName,
        dateSerial,
        establishment,
        startDays,
        endDays,
        ...durations,
        difference,
        entries,
        reviewed,
      ])
      .commit();
    // Lets the zip stream run: without this, all rows accumulate in memory.
    if (index % 1000 === 999) await new Promise((resolve) => setImmediate(resolve));
  }
  await workbook.commit();
}

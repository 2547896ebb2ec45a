import ExcelJS from 'exceljs';

/** The contents of the third, fifth and sixth column. */
export interface DrawnColumns {
  readonly place: string;
  readonly from: string;
  readonly to: string;
  readonly numberFormat: string;
}

const CLOCK_TIMES: DrawnColumns = {
  place: 'establishment.name',
  from: 'startTime',
  to: 'endTime',
  numberFormat: 'hh:mm',
};
/** Columns of a run's data set. */
export const RUN_COLUMNS: DrawnColumns = {
  place: 'establishments',
  from: 'isoWeek',
  to: 'entries',
  numberFormat: '0',
};

/** A template as a clerk would draw it: a heading, one repeated row of twelve columns, totals. */
export async function drawnTemplate(columns: DrawnColumns = CLOCK_TIMES): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Days');
  sheet.addRow(['Hours of {{run.periodLabel}}']);
  sheet.addRow([]);
  sheet.addRow([
    'No.',
    'Name',
    'Place',
    'Date',
    'From',
    'To',
    'Planned',
    'Worked',
    'Difference',
    'Hours',
    'Pay',
    'So far',
  ]);
  const fields = [
    'employee.number',
    'employee.name',
    columns.place,
    'date',
    columns.from,
    columns.to,
    'plannedMinutes',
    'workedMinutes',
  ];
  sheet.addRow(fields.map((field, index) => `${index === 0 ? '{{#each employee-days}}' : ''}{{${field}}}`));
  const row = sheet.getRow(4);
  row.getCell(4).numFmt = 'dd/mm/yyyy';
  for (const column of [5, 6]) row.getCell(column).numFmt = columns.numberFormat;
  for (const column of [7, 8]) row.getCell(column).numFmt = '0';
  row.getCell(9).value = { formula: 'H4-G4' };
  row.getCell(10).value = { formula: 'H4/60' };
  row.getCell(11).value = { formula: 'ROUND(J4*17.5,2)' };
  row.getCell(12).value = { formula: 'SUM(J$4:J4)' };
  for (const column of [10, 11, 12]) row.getCell(column).numFmt = '0.00';
  for (const [column, letter] of [
    [7, 'G'],
    [8, 'H'],
    [9, 'I'],
    [10, 'J'],
    [11, 'K'],
  ] as const) {
    sheet.getRow(5).getCell(column).value = { formula: `SUM(${letter}4:${letter}4)` };
  }
  return new Uint8Array(await book.xlsx.writeBuffer());
}

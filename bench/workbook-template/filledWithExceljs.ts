import ExcelJS from 'exceljs';
import type { DataRow } from '../../src/documents/dataSet.js';

const FIRST = 4;
const FIELDS = [
  'employee.number',
  'employee.name',
  'establishment.name',
  'date',
  'startTime',
  'endTime',
  'plannedMinutes',
  'workedMinutes',
];

/** Fills the drawn template as a program with exceljs would, moving each formula itself. */
export async function filledWithExceljs(
  template: Uint8Array,
  rows: readonly DataRow[],
): Promise<ArrayBuffer> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(template.slice().buffer);
  const sheet = book.worksheets[0];
  if (!sheet) throw new Error('no sheet');
  const styles = Array.from({ length: 12 }, (_, column) => sheet.getRow(FIRST).getCell(column + 1).style);
  rows.forEach((data, index) => {
    const at = FIRST + index;
    const row = sheet.getRow(at);
    row.values = FIELDS.map((field) =>
      field === 'date' ? new Date(`${data[field]}T00:00:00Z`) : data[field],
    );
    const formulas = [`H${at}-G${at}`, `H${at}/60`, `ROUND(J${at}*17.5,2)`, `SUM(J$${FIRST}:J${at})`];
    formulas.forEach((formula, offset) => {
      row.getCell(9 + offset).value = { formula };
    });
    styles.forEach((style, column) => {
      row.getCell(column + 1).style = style;
    });
  });
  const last = FIRST + rows.length - 1;
  for (const [column, letter] of [...'GHIJK'].entries()) {
    sheet.getRow(last + 1).getCell(7 + column).value = { formula: `SUM(${letter}${FIRST}:${letter}${last})` };
  }
  return (await book.xlsx.writeBuffer()) as ArrayBuffer;
}

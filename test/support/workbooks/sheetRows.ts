import exceljs from 'exceljs';

type Rows = (readonly unknown[])[];

/** What exceljs, which did not write the rows, reads: sheet -> rows of values, with results instead of formulas. */
export async function sheetsOf(bytes: Buffer): Promise<ReadonlyMap<string, Rows>> {
  const book = new exceljs.Workbook();
  await book.xlsx.load(bytes as unknown as ArrayBuffer);
  return new Map(
    book.worksheets.map((sheet) => {
      const rows: Rows = [];
      sheet.eachRow({ includeEmpty: true }, (row) => {
        const values = (row.values as unknown[]).slice(1);
        rows.push(Array.from(values, (value) => (value as { result?: unknown } | null)?.result ?? value));
      });
      return [sheet.name, rows];
    }),
  );
}

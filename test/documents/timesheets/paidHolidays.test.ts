// @module-tag slow
import { join } from 'node:path';
import { Workbook } from 'exceljs';
import { afterAll, expect, test } from 'vitest';
import { openFolderBench } from '../../support/employers/folderBench.js';

const bench = openFolderBench(
  `employers: { b: { name: B, zone: Europe/Brussels, employees: people.csv } }
holidays: holidays.csv
payRules:
  base: [{ code: NORMAL }]
  notWorked: [{ code: FEAST, by: contract }]
templates: [timesheets, hours]
`,
  {
    'people.csv':
      'employeeId;employeeNumber;contractMinutesPerDay;contractWeekdays;contractFrom\nann;1;480;12345;2020-01-01\n',
    'holidays.csv': 'date;name;action\n2026-10-06;Feast;add\n',
    'hours/entries.csv': 'employee,start,end,break,reviewed\nann,2026-10-05T08:00,2026-10-05T16:00,0,yes\n',
  },
);
afterAll(() => bench.close());

test('the paid time of a sheet includes holidays without work, as the summary of the month does', async () => {
  bench.put(
    'paid/template.yaml',
    'kind: text\ndescription: Paid\naudience: people\nrows: { each: employees, columns: [{ header: paid, value: "{{paidMinutes}}" }] }\n',
  );
  await bench.done(
    '2026-11-02T09:00:00Z',
    ...['export', '2026-10', '--template', 'timesheets', '--template', './paid'],
  );
  const paidOfMonth = Number(bench.read('out/draft/b_2026-10_paid.csv').split(/\r?\n/)[1]);
  const book = new Workbook();
  await book.xlsx.readFile(join(bench.cwd, 'out', 'draft', 'b_2026-10_timesheets.xlsx'));
  const rows: unknown[][] = [];
  book.worksheets[0]?.eachRow((row) =>
    rows.push(Array.from({ length: 12 }, (_, at) => row.getCell(at + 1).value)),
  );
  const heading = rows.find((cells) => cells.includes('Worked'));
  const column = heading?.indexOf('Paid') ?? -1;
  const total = rows.find((cells) => cells[0] === 'Total')?.[column];
  expect([paidOfMonth, JSON.stringify(total)]).toEqual([960, expect.stringContaining('T16:00:00')]);
});

// @module-tag slow
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Workbook } from 'exceljs';
import { afterAll, expect, test } from 'vitest';
import { runPaytally } from '../../support/programs/runPaytally.js';

const cwd = mkdtempSync(join(tmpdir(), 'paytally-plans-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function headings(out: string): Promise<readonly string[]> {
  const argv = ['export', '2026-10', '--template', 'timesheets', '--out', out];
  const run = await runPaytally(argv, { cwd });
  expect(run.status, run.stderr).toBe(0);
  const book = new Workbook();
  await book.xlsx.readFile(join(cwd, out, 'draft', 'b_2026-10_timesheets.xlsx'));
  const row = book.worksheets[0]?.getRow(7);
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((column) => String(row?.getCell(column).value ?? ''));
}

test('a timesheet has planned time only if the source has plans', async () => {
  writeFileSync(
    join(cwd, 'paytally.yaml'),
    'source: { csv: hours }\nlanguage: en\nemployers: { b: { name: B, zone: Europe/Brussels } }\n',
  );
  mkdirSync(join(cwd, 'hours'));
  const work = 'employee,start,end\nAnn,2026-10-05T08:00,2026-10-05T16:00\n';
  writeFileSync(join(cwd, 'hours', 'entries.csv'), work);
  expect(await headings('one')).not.toContain('Planned');
  writeFileSync(join(cwd, 'hours', 'shifts.csv'), work);
  expect(await headings('two')).toContain('Planned');
});

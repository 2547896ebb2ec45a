import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* Amounts that a template computes as text: a correction prints the difference in the final's notation. */

const NOW = '2026-12-03T09:00:00Z';
let bench: FolderBench;
afterEach(() => bench.close());

/** A final of eight hours, then a correction to another end; the correction's lines. */
async function corrected(value: string, amount: string, [before, after]: readonly [string, string]) {
  bench = openFolderBench(
    `employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }\ntemplates: [./own.yaml]\n`,
    {
      'emp.csv': 'employeeId,employeeNumber\nann,101\n',
      'own.yaml': `kind: text
description: Own
audience: payroll
corrections: delta
rows:
  each: pay-lines group by employee.number
  columns:
    - { header: number, value: "{{employee.number}}" }
    - { header: amount, value: "${value}", amount: ${amount} }
`,
    },
  );
  const worked = (end: string) => bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', end));
  worked(before);
  const final = await bench.run(NOW, 'export', '2026-10', '--final');
  expect(final.status, final.stderr).toBe(0);
  worked(after);
  const made = await bench.run(NOW, 'corrections', '2026-10', '--final');
  if (made.status !== 0) return made.json.error ?? made.stderr;
  const own = made.json.runs[0].files.filter(({ template }: { template: string }) => template === 'own');
  return own.flatMap(({ path }: { path: string }) =>
    readFileSync(path, 'utf8').trim().split(/\r?\n/).slice(1),
  );
}

const POSITIVE = (format: string) => `{{if minutes > 0 then minutes | ${format} else '0'}}`;

test.each([
  ['clock', 'hours', ['16:00', '15:30'], '101,-0:30'],
  ['clock', 'hours', ['15:30', '16:00'], '101,0:30'],
  ["hours:2,','", 'hours', ['16:00', '15:30'], '101,"-0,50"'],
  ['hours:2', 'hours', ['16:00', '15:30'], '101,-0.50'],
  ['minutes', 'minutes', ['16:00', '15:30'], '101,-30'],
] as const)('%s as %s: %j gives %s', async (format, amount, ends, line) => {
  expect(await corrected(POSITIVE(format), amount, ends)).toEqual([line]);
});

import { afterAll, expect, test } from 'vitest';
import { type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { runPaytally } from '../../support/programs/runPaytally.js';

/* A person who gets another ID keeps the payroll ID: the row of the payroll file has the same amount as before. */

const LATER = '2026-11-05T09:00:00Z';
const open = (template: string) =>
  openFolderBench(`employers: { b: { name: B, zone: Europe/Brussels, employees: people.csv } }
templates: [${template}]
payCodes: { NORMAL: { external: "100" } }
`);
const bench = open('silae');
const coarse = open('./own.yaml');
afterAll(async () => {
  await bench.close();
  await coarse.close();
});

const OWN = `kind: text
description: Own
audience: payroll
corrections: delta
rows:
  each: pay-lines group by employee.number
  columns: [{ header: number, value: "{{employee.number}}" }, { header: hours, value: "{{minutes | hours:0}}" }]
`;

function named(id: string, bench: FolderBench, end = '16:00'): void {
  bench.put('people.csv', `employeeId;employeeNumber;lastName;firstName\n${id};1;Peeters;Ann\n`);
  bench.put(
    'hours/entries.csv',
    `employee,start,end,break,reviewed\n${id},2026-10-05T08:00,2026-10-05T${end},0,yes\n`,
  );
}

async function text({ cwd }: FolderBench, ...more: readonly string[]): Promise<string> {
  return (await runPaytally(['corrections', '2026-10', ...more], { cwd, nowMs: Date.parse(LATER) })).stdout;
}

test('lines that cancel out in a row are not said to be in a file', async () => {
  named('ann', bench);
  await bench.done('2026-11-02T09:00:00Z', 'export', '2026-10', '--final');
  named('annp', bench);
  for (const said of [await text(bench), await text(bench, '--final')]) {
    expect(said.match(/the amount in the file stays/g)).toHaveLength(2);
    expect(said).not.toContain('in the file\n');
  }
  expect(bench.list('out').filter((name) => name.includes('corrections'))).toEqual([]);
});

test('a change that rounds to nothing in the file is not said to be in it', { tags: 'slow' }, async () => {
  coarse.put('own.yaml', OWN);
  named('ann', coarse);
  await coarse.done('2026-11-02T09:00:00Z', 'export', '2026-10', '--final');
  named('ann', coarse, '16:10');
  for (const said of [await text(coarse), await text(coarse, '--final')]) {
    expect(said).toContain('+0:10');
    expect(said.match(/rounds to nothing in the file/g)).toHaveLength(1);
  }
  named('ann', coarse, '16:40');
  const [line] = (await text(coarse)).split('\n').filter((each) => each.includes('+0:30'));
  expect(line).toMatch(/in the file\s*$/);
  expect(line).not.toContain('rounds');
});

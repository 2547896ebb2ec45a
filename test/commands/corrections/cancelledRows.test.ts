import { afterAll, expect, test } from 'vitest';
import { type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { runPaytally } from '../../support/programs/runPaytally.js';

/* A person who gets another ID keeps the payroll ID: the row of the payroll file has the same amount as before. */

const LATER = '2026-11-05T09:00:00Z';
const bench: FolderBench =
  openFolderBench(`employers: { b: { name: B, zone: Europe/Brussels, employees: people.csv } }
templates: [silae]
payCodes: { NORMAL: { external: "100" } }
`);
afterAll(() => bench.close());

function named(id: string): void {
  bench.put('people.csv', `employeeId;employeeNumber;lastName;firstName\n${id};1;Peeters;Ann\n`);
  bench.put(
    'hours/entries.csv',
    `employee,start,end,break,reviewed\n${id},2026-10-05T08:00,2026-10-05T16:00,0,yes\n`,
  );
}

test('lines that cancel out in a row are not said to be in a file', async () => {
  named('ann');
  await bench.done('2026-11-02T09:00:00Z', 'export', '2026-10', '--final');
  named('annp');
  const text = async (...more: readonly string[]) => {
    const options = { cwd: bench.cwd, nowMs: Date.parse(LATER) };
    return (await runPaytally(['corrections', '2026-10', ...more], options)).stdout;
  };
  for (const said of [await text(), await text('--final')]) {
    expect(said.match(/the amount in the file stays/g)).toHaveLength(2);
    expect(said).not.toContain('in the file\n');
  }
  expect(bench.list('out').filter((name) => name.includes('corrections'))).toEqual([]);
});

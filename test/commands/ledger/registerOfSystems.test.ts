import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* Finals of one month for two payroll systems: a register that names neither is compared with the pay lines. */

let bench: FolderBench;
afterEach(() => bench.close());

const CONFIGURATION = `templates: [generic-csv]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
variables: { paychex-spi: { clientId: "12345678" } }
payCodes: { NORMAL: { external: "REG" } }
`;
const [NOVEMBER, LATER] = ['2026-11-02T09:00:00Z', '2026-11-03T09:00:00Z'];

const entries = (end: string) =>
  bench.entries(
    entryRow('e1', 'ann', '2026-10-27', '08:00', '12:00'),
    entryRow('e2', 'ann', '2026-10-28', '08:00', end),
    entryRow('e3', 'ann', '2026-11-02', '08:00', '09:00'),
  );

const exportFinal = (template: string, period = '2026-10') =>
  bench.done(
    NOVEMBER,
    'export',
    period,
    '--final',
    '--template',
    template,
    '--accept',
    'PERIOD_NOT_OVER=test',
  );

/** The differences of a register with these hours of Ann. */
async function differencesWith(hours: string, period = '2026-10') {
  bench.put('reg.csv', `Employee number;Period;Code;Hours\n101;${period};REG;${hours}\n`);
  const args = ['compare-register', period, '--register', 'reg.csv', '--register-period', period];
  const { json, stderr } = await bench.run(LATER, ...args);
  expect(json.runs, stderr).toBeDefined();
  return json.runs[0].differences;
}

function open(): void {
  bench = openFolderBench(CONFIGURATION, { 'emp.csv': 'employeeId,employeeNumber\nann,101\n' });
  entries('12:00');
}

test('the hours of the newer final count, with a correction of the older one', async () => {
  open();
  await exportFinal('generic-csv');
  entries('13:00');
  await exportFinal('paychex-spi');
  await bench.done(LATER, 'corrections', '2026-10', '--final');
  expect(await differencesWith('9.00')).toEqual([]);
  expect(await differencesWith('8.00')).toHaveLength(1);
});

test('finals that share one day: each day counts once, and none is left out', async () => {
  open();
  await exportFinal('generic-csv', '2026-10-01..2026-10-28');
  await exportFinal('paychex-spi', '2026-10-28..2026-11-02');
  expect(await differencesWith('9.00', '2026-10-01..2026-11-02')).toEqual([]);
  expect(await differencesWith('8.00', '2026-10-01..2026-11-02')).toHaveLength(1);
});

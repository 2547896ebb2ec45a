import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  employeeId,
  startWatchedService,
  type WatchedService,
} from '../../support/employers/watchedEmployer.js';

const PERIOD = '2026-10-05..2026-10-09';
const NOW_MS = Date.UTC(2026, 9, 13, 12);
const CONFIGURATION = `payRules:
  base: [{ code: NORMAL }]
  counts: [{ code: MEAL, per: entry, minimumInWindow: 360 }]
payCodes: { NORMAL: { external: "0100" }, MEAL: { external: "0900" } }
`;
/** Two people work 7.5 hours on each of five days, with a meal each. */
const HOURS = '37.50';
const MEALS = '5';

let service: WatchedService | undefined;
afterEach(() => service?.stop());

async function compared(lines: readonly string[]) {
  service = await startWatchedService({ people: 2, from: '2026-10-05', to: '2026-10-09' }, CONFIGURATION);
  const { cwd, run } = service;
  const ids = [0, 1].map((index) => `${employeeId(index)},000${index + 1}`);
  writeFileSync(join(cwd, 'employees.csv'), ['employeeId,employeeNumber', ...ids, ''].join('\n'));
  const configuration = join(cwd, 'paytally.yaml');
  const text = readFileSync(configuration, 'utf8');
  writeFileSync(configuration, text.replace('watched: {', 'watched: { employees: employees.csv,'));
  const final = await run(['export', PERIOD, '--final'], { nowMs: NOW_MS });
  expect({ status: final.status, stderr: final.status === 0 ? '' : final.stderr }).toEqual({
    status: 0,
    stderr: '',
  });
  const path = join(cwd, 'register.csv');
  writeFileSync(path, ['Payroll ID;Wage type;Hours;Quantity', ...lines, ''].join('\n'));
  const { status, stdout } = await run(
    ['compare-register', PERIOD, '--register', path, '--register-period', PERIOD, '--json'],
    { nowMs: NOW_MS },
  );
  return { status, run: JSON.parse(stdout).runs[0] };
}

const whole = ['0001', '0002'].flatMap((number) => [`${number};0100;${HOURS};`, `${number};0900;;${MEALS}`]);

test('a register with the hours and the meals of a final is equal', async () => {
  const { status, run } = await compared(whole);
  expect(run).toMatchObject({ equal: true, differences: [], unreadable: [] });
  expect(status).toBe(0);
});

test('meals that the register lacks or counts otherwise are differences in times', async () => {
  const { status, run } = await compared([
    ...whole.slice(0, 3).filter((line) => !line.includes('0900')),
    '0002;0900;;4',
  ]);
  expect(status).toBe(5);
  const facts = run.differences.map((each: Record<string, unknown>) => ({
    kind: each.kind,
    number: each.employeeNumber,
    code: each.code,
    unit: each.unit,
    exported: each.exported,
    paid: each.paid,
    hours: each.differenceHours,
  }));
  expect(facts).toEqual([
    { kind: 'missing-code', number: '0001', code: '0900', unit: 'times', exported: 5, paid: 0, hours: null },
    { kind: 'hours', number: '0002', code: '0900', unit: 'times', exported: 5, paid: 4, hours: null },
  ]);
});

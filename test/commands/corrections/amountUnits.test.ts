import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { randomFor } from '../../../samples/generator/random.js';
import {
  isWorked,
  type LedgerBench,
  startLedgerBench,
  withEntries,
} from '../../support/employers/ledgerBench.js';
import { ACCEPT } from '../../support/employers/sampleService.js';

const PERIOD = '2026-10-05..2026-10-06';
const RULES = `payRules:
  base: [{ code: NORMAL }]
  counts: [{ code: MEAL, per: day, quantity: 1.5 }, { code: TENTH, per: entry, quantity: 0.1 }]
payCodes: { NORMAL: { external: "100" }, MEAL: { external: "200" }, TENTH: { external: "300" }, LEAVE: { external: "400" } }
absences: absences.csv`;

/** What a file of sums says for an employee and a code, each in the unit of its column. */
const OWN_ROWS = `  each: pay-lines group by employee.id, external
  columns:
    - { header: id, value: "{{employee.id}}" }
    - { header: code, value: "{{external}}" }
    - { header: hours, value: "{{minutes | hours:2}}" }
    - { header: quantity, value: "{{quantity}}" }`;
const AMOUNTS = ['minutes', 'hours', 'quantity'] as const;

interface Line {
  readonly template: string | null;
  readonly payCode: string;
  readonly unit: string;
  readonly before: number;
  readonly after: number;
  readonly difference: number;
  readonly beforeMinutes: number | null;
}

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-06'], RULES);
  bench.ownTemplate('adding', 'corrections: delta', OWN_ROWS);
  bench.ownTemplate('again', 'corrections: restate', OWN_ROWS);
  absent(0.5);
});
afterEach(() => bench.stop());

const worked = () => bench.entries.filter(isWorked);

/** An employee's leave for part of the first day; their minutes a day are unknown. */
function absent(days: number): void {
  const [entry] = worked();
  const row = `${entry?.employeeId},2026-10-06,2026-10-06,LEAVE,,${days}\n`;
  writeFileSync(
    join(bench.service.cwd, 'absences.csv'),
    `employee,from,to,code,minutes,days\n${days === 0 ? '' : row}`,
  );
}

const TEMPLATES = ['pay-lines', './adding.yaml', './again.yaml'].flatMap((name) => ['--template', name]);
const ALL = [...ACCEPT, '--accept', 'WORKED_ON_ABSENCE=k', '--accept', 'ABSENCE_HOURS=k'];

/** By template and key, what its files say: files that replace an employee's rows are read one after the other. */
function held(
  files: readonly { readonly path: string; readonly template: string }[],
): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { path, template } of files) {
    const rows: Record<string, string>[] = parse(bench.text('..', path.slice(path.indexOf('out/'))), {
      columns: true,
    });
    const people = new Set(rows.map(({ id, employeeId }) => id ?? employeeId));
    if (template === 'again')
      for (const key of sums.keys())
        if (key.startsWith('again ') && people.has(key.split(' ')[1])) sums.delete(key);
    for (const row of rows)
      for (const amount of AMOUNTS) {
        const { id, employeeId, date = '', code, payCode, establishment = '' } = row;
        const key = [template, id ?? employeeId, code ?? payCode, date, establishment, amount].join(' ');
        sums.set(key, Number(((sums.get(key) ?? 0) + Number(row[amount] || 0)).toFixed(6)));
      }
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).sort());
}

test('a deleted entry removes its meal, and a restated file keeps the remaining amounts', {
  tags: 'slow',
  timeout: 120_000,
}, async () => {
  const { files } = await bench.run(['export', PERIOD, '--final', ...TEMPLATES, ...ALL]);
  const [gone] = worked();
  const env = await bench.changed((records) =>
    withEntries(records, (all) => all.filter(({ id }) => id !== gone?.id)),
  );
  const { lines }: { lines: readonly Line[] } = await bench.run(['corrections', PERIOD], env);
  const meal = lines.find(({ template, payCode }) => template === 'pay-lines' && payCode === 'MEAL');
  expect(meal).toMatchObject({ unit: 'times', before: 1.5, after: 0, difference: -1.5, beforeMinutes: null });
  const text = await bench.service.run(['corrections', PERIOD], { env, nowMs: Date.UTC(2026, 10, 3) });
  expect(text.stdout).toContain('−1.5 times');
  const made = await bench.run(['corrections', PERIOD, '--final'], env);
  const fresh = await bench.run(['export', PERIOD, ...TEMPLATES], env);
  expect(held([...files, ...made.files])).toEqual(held(fresh.files));
  expect((await bench.run(['corrections', PERIOD], env)).lines).toEqual([]);
});

test('leave in days is corrected in days', { tags: 'slow', timeout: 120_000 }, async () => {
  const { files } = await bench.run(['export', PERIOD, '--final', ...TEMPLATES, ...ALL]);
  absent(1);
  const { lines }: { lines: readonly Line[] } = await bench.run(['corrections', PERIOD]);
  expect(lines.map(({ template, unit, difference }) => ({ template, unit, difference }))).toEqual(
    ['adding', 'again', 'pay-lines'].map((template) => ({ template, unit: 'days', difference: 0.5 })),
  );
  const made = await bench.run(['corrections', PERIOD, '--final']);
  const fresh = await bench.run(['export', PERIOD, ...TEMPLATES]);
  expect(held([...files, ...made.files])).toEqual(held(fresh.files));
});

test.each([1, 2])(
  'random changes of seed %i: final and corrections equal a fresh export',
  { tags: 'slow', timeout: 120_000 },
  async (seed) => {
    const random = randomFor(`units ${seed}`);
    const { files } = await bench.run(['export', PERIOD, '--final', ...TEMPLATES, ...ALL]);
    const kept = [...files];
    for (let step = 0; step < 2; step++) {
      absent(random.between(0, 2) / 2);
      const env = await bench.changed((records) =>
        withEntries(records, (all) =>
          all.flatMap((entry) => {
            if (random.between(0, 9) > 2) return [entry];
            if (random.between(0, 1) === 0) return [];
            const shorter = Math.max(0, (entry.workedMinutes ?? 0) - random.between(1, 90));
            return [entry.workedMinutes === null ? entry : { ...entry, workedMinutes: shorter }];
          }),
        ),
      );
      const made = await bench.run(['corrections', PERIOD, '--final', ...ALL], env);
      kept.push(...(made.files ?? []));
      const fresh = await bench.run(['export', PERIOD, ...TEMPLATES], env);
      expect(held(kept)).toEqual(held(fresh.files));
    }
  },
);

import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleInGate } from '../../gate.js';
import {
  isWorked,
  type LedgerBench,
  startLedgerBench,
  withEntries,
} from '../../support/employers/ledgerBench.js';
import { ACCEPT } from '../../support/employers/sampleService.js';

const PERIOD = '2026-10-05..2026-10-06';

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-06'], 'payRules: { base: [{ code: NORMAL }] }');
});
afterEach(() => bench.stop());

/** Any source of the amount: a text, or a field of another data set. */
const ROWS = {
  'a text': `  each: pay-lines group by employee.id
  columns:
    - { header: id, value: "{{employee.id}}" }
    - { header: amount, value: "{{minutes | hours | round:2}}", amount: hours }`,
  'the days of people': `  each: employee-days
  columns:
    - { header: id, value: "{{employee.id}}" }
    - { header: date, value: "{{date}}" }
    - { header: amount, value: "{{workedMinutes}}", amount: minutes }`,
  'entries with their clock times': `  each: entries
  columns:
    - { header: id, value: "{{employee.id}}" }
    - { header: from, value: "{{entry.startsAt | time}}" }
    - { header: to, value: "{{entry.endsAt | time}}" }
    - { header: amount, value: "{{workedMinutes | hours:2}}", amount: hours }`,
  'clock times alone, and a sign': `  each: entries
  columns:
    - { header: id, value: "{{employee.id}}" }
    - { header: from, value: "{{entry.startsAt | time}}" }
    - { header: to, value: "{{entry.endsAt | time}}" }
    - { header: sign, value: "{{workedMinutes | sign:'1','-1'}}" }
    - { value: "{{workedMinutes}}", amount: minutes, hidden: true }`,
  people: `  each: employees
  columns:
    - { header: id, value: "{{employee.id}}" }
    - { header: amount, value: "{{workedMinutes | clock}}", amount: hours }`,
} as const;

/** 7.5 unchanged, 7:30 in minutes. */
const numberOf = (text = '') =>
  /:/.test(text)
    ? (text.startsWith('-') ? -1 : 1) *
      (Math.abs(Number.parseInt(text, 10)) * 60 + Number(text.slice(text.indexOf(':') + 1)))
    : Number(text || 0);

function held(
  files: readonly { readonly path: string; readonly template: string }[],
): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { path, template } of files) {
    const rows: Record<string, string>[] = parse(bench.text('..', path.slice(path.indexOf('out/'))), {
      columns: true,
    });
    const people = new Set(rows.map(({ id }) => id));
    if (template === 'restating')
      for (const key of [...sums.keys()]) if (people.has(key.split(' ')[1])) sums.delete(key);
    for (const { id, date = '', from = '', to = '', sign = '', amount = sign } of rows) {
      const key = [template, id, date, from, to].join(' ');
      sums.set(key, Number(((sums.get(key) ?? 0) + numberOf(amount)).toFixed(6)));
    }
  }
  return Object.fromEntries([...sums].filter(([key, sum]) => sum !== 0 && key !== '').sort());
}

describe('an amount follows the template, whatever its source', () => {
  test.each(sampleInGate(Object.entries(ROWS), 1))('%s', { timeout: 120_000 }, async (_, rows) => {
    const modes = { adding: 'delta', restating: 'restate' } as const;
    for (const [name, mode] of Object.entries(modes)) bench.ownTemplate(name, `corrections: ${mode}`, rows);
    const templates = Object.keys(modes).flatMap((name) => ['--template', `./${name}.yaml`]);
    const { files } = await bench.run(['export', PERIOD, '--final', ...templates, ...ACCEPT]);
    const [gone, shorter] = bench.entries.filter(isWorked);
    const env = await bench.changed((records) =>
      withEntries(records, (all) =>
        all.flatMap((entry) => {
          if (entry.id === gone?.id) return [];
          return [
            entry.id === shorter?.id ? { ...entry, workedMinutes: (entry.workedMinutes ?? 0) - 37 } : entry,
          ];
        }),
      ),
    );
    const { lines } = await bench.run(['corrections', PERIOD], env);
    expect(new Set(lines.map(({ unit }: { unit: string }) => unit))).toEqual(new Set(['minutes']));
    const carried = lines.map(({ template }: { template: string | null }) => template);
    expect(new Set(carried)).toEqual(new Set(Object.keys(modes)));
    const made = await bench.run(['corrections', PERIOD, '--final'], env);
    const fresh = await bench.run(['export', PERIOD, ...templates], env);
    expect(held([...files, ...made.files])).toEqual(held(fresh.files));
    expect((await bench.run(['corrections', PERIOD], env)).lines).toEqual([]);
  });
});

test('templates check refuses corrections without an amount, and so does a final before it is made', async () => {
  const columns =
    '  each: employee-days\n  columns: [{ value: "{{employee.id}}" }, { value: "{{workedMinutes}}" }]';
  bench.ownTemplate('none', 'corrections: none', columns);
  const checked = await bench.service.run(['templates', 'check', './none.yaml']);
  expect(checked.status).not.toBe(0);
  expect(checked.stderr).toContain('so paytally cannot compare it');
  const made = await bench.json(['export', PERIOD, '--final', '--template', './none.yaml', ...ACCEPT]);
  expect(made.error.code).toBe('TEMPLATE_INVALID');
  const draft = await bench.json(['export', PERIOD, '--template', './none.yaml']);
  expect(draft.error).toBeUndefined();
});

test('clock times without a sign cannot be signed lines', async () => {
  const columns = `  each: entries
  columns:
    - { value: "{{entry.startsAt | time}}" }
    - { value: "{{workedMinutes}}", amount: minutes, hidden: true }`;
  bench.ownTemplate('signed', 'corrections: delta', columns);
  const checked = await bench.service.run(['templates', 'check', './signed.yaml']);
  expect(checked.status).not.toBe(0);
  expect(checked.stderr).toContain('the file does not show workedMinutes');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';

const RULES = `payRules: { base: [{ code: NORMAL }], counts: [{ code: MEAL, per: day, quantity: 1.5 }, { code: TENTH, per: entry, quantity: 0.1 }] }
payCodes: { NORMAL: { external: "100" }, MEAL: { external: "200" }, TENTH: { external: "300" } }
variables: { silae: { decimalSign: "," } }
`;

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService({}, RULES);
});
afterAll(() => service.stop());

const exported = (template: string) =>
  service.run(['export', '2026-10-05..2026-10-05', '--template', template, '--quiet', '--out', 'out']);

test('a payroll file never has an empty amount for a count', async () => {
  const { status, stderr } = await exported('silae');
  expect(status).toBe(2);
  expect(stderr).toContain('MEAL');
});

test('pay-lines shows how many times for a count, and no minutes', async () => {
  expect((await exported('pay-lines')).status).toBe(0);
  const rows = rowsOf('2026-10-05..2026-10-05_pay-lines');
  const base = rows.filter(({ kind }) => kind === 'base');
  const days = new Set(base.map(({ employeeId, date }) => `${employeeId} ${date}`));
  const meals = rows.filter(({ payCode }) => payCode === 'MEAL');
  expect(base.length).toBeGreaterThan(3);
  expect(meals).toHaveLength(days.size);
  for (const row of rows) {
    const { kind, minutes, quantity } = row;
    if (kind === 'base')
      expect({ quantity, hasMinutes: Number(minutes) > 0 }).toEqual({ quantity: '', hasMinutes: true });
    else expect(minutes).toBe('');
  }
  for (const { quantity } of meals) expect(quantity).toBe('1.5');
});

test('counts of several entries add up in tenths: 0.1 and 0.2 are 0.3', { tags: 'slow' }, async () => {
  const { status } = await service.run([
    ...['export', '2026-10', '--template', 'pay-lines', '--template', 'entries'],
    ...['--quiet', '--out', 'out'],
  ]);
  expect(status).toBe(0);
  const place = (row: Record<string, string>) => `${row.employeeId} ${row.date} ${row.establishment}`;
  const entries = new Map<string, number>();
  for (const row of rowsOf('2026-10_entries'))
    if (Number(row.workedMinutes) > 0) entries.set(place(row), (entries.get(place(row)) ?? 0) + 1);
  const expected = [...entries].map(([key, count]) => `${key} 0.${count}`);
  const tenths = rowsOf('2026-10_pay-lines').filter(({ payCode }) => payCode === 'TENTH');
  expect(tenths.map((row) => `${place(row)} ${row.quantity}`).sort()).toEqual(expected.sort());
  expect(tenths.some(({ quantity }) => quantity !== '0.1')).toBe(true);
});

function rowsOf(name: string): Record<string, string>[] {
  const text = readFileSync(join(service.cwd, 'out', 'draft', `bakery_${name}.csv`), 'utf8');
  return parse(text, { columns: true });
}

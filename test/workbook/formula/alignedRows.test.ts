import { describe, expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, workbook } from '../../support/workbooks/workbook.js';

/* A formula in repeated rows refers to the same repetition of other rows that repeat over the same. */

const EACH = '{{#each employee-days where workedMinutes > 0 sort by date desc, employee.id limit 6}}';
const COUNT = 6;
/** The number of all rows, which a limit needs. */
const ALL = ['> 0', '> -1'].map((than) => `{{count(employee-days where workedMinutes ${than})}}`);

async function filled(formula: string, { own = EACH, other = EACH } = {}) {
  const hours =
    row(3, { A: ALL.join() }) +
    row(4, { A: 'x' }) +
    row(5, { A: `${other}{{date | text}}`, B: '{{workedMinutes}}' });
  const out = await rendered(
    await workbook({
      sheets: {
        Cost: { rows: row(2, { A: `${own}{{date | text}}`, B: `=${formula}` }) },
        Hours: { rows: hours + row(6, { A: 'Total', B: '=SUM(B5:B5)' }) },
      },
    }),
    testModel(COUNT),
  );
  const [cost, all] = [out.cells(1), out.cells(2)];
  const rows = Array.from({ length: COUNT }, (_, at) => at);
  return {
    formulas: rows.map((at) => String(cost[`B${2 + at}`])),
    dates: rows.map((at) => [cost[`A${2 + at}`], all[`A${5 + at}`]]),
    values: rows.map((at) => all[`B${5 + at}`]),
  };
}

describe('a cell of rows that repeat over the same on another sheet', () => {
  test('is that of the same repetition, with its stored value', async () => {
    const { formulas, values, dates } = await filled('Hours!B5*2');
    expect(formulas).toEqual(values.map((value, at) => `=Hours!B${5 + at}*2 → ${Number(value) * 2}`));
    for (const [one, other] of dates) expect(one).toBe(other);
    expect(new Set(values).size).toBeGreaterThan(1);
  });

  test.each([
    ['with $, the first one', 'Hours!B$5', () => 'Hours!B$5'],
    ['as the only argument of SUM, all of them', 'SUM(Hours!B5)', () => `SUM(Hours!B5:B${4 + COUNT})`],
    ['as a range, all of them', 'SUM(Hours!B5:B5)', () => `SUM(Hours!B5:B${4 + COUNT})`],
    ['below the rows, the same for all', 'Hours!B6', () => `Hours!B${5 + COUNT}`],
    [
      'in a share',
      'Hours!B5/SUM(Hours!B5:B5)',
      (at: number) => `Hours!B${5 + at}/SUM(Hours!B5:B${4 + COUNT})`,
    ],
    ['above the rows', 'Hours!A4', () => 'Hours!A4'],
  ])('%s', async (_, formula, expected) => {
    const { formulas } = await filled(formula);
    expect(formulas.map((text) => text.split(' → ')[0])).toEqual(formulas.map((_, at) => `=${expected(at)}`));
  });

  test.each([
    ['another order', EACH.replace(' desc', '')],
    ['another condition', EACH.replace('> 0', '> -1')],
    ['fewer', EACH.replace('limit 6', 'limit 7')],
  ])('is the first one if the rows are not the same: %s', async (_, other) => {
    const { formulas } = await filled('Hours!B5', {
      other: other.includes('group') ? `${other}` : other,
      own: EACH,
    });
    expect(new Set(formulas.map((text) => text.split(' → ')[0]))).toEqual(new Set(['=Hours!B5']));
  });
});

describe('rows that repeat over the same on one sheet', () => {
  const sheet = (formula: string) =>
    row(1, { A: ALL.join() }) +
    row(2, { A: `${EACH}{{date | text}}`, B: '{{workedMinutes}}' }) +
    row(3, { A: 'x' }) +
    row(8, { A: `${EACH}{{date | text}}`, B: `=${formula}` });

  test('refer to each other, whichever comes first', async () => {
    const out = (await rendered({ sheets: { Hours: { rows: sheet('B2+1') } } }, testModel(COUNT))).cells(1);
    const first = 8 + COUNT - 1;
    for (let at = 0; at < COUNT; at++)
      expect(out[`B${first + at}`]).toBe(`=B${2 + at}+1 → ${Number(out[`B${2 + at}`]) + 1}`);
  });
});

test('groups with rows in them are aligned with the same groups', async () => {
  const group = '{{#each employee-days group by employee.id sort by employee.id rows 2}}';
  const inner = '{{#each employee-days sort by date}}';
  const band = (cells: Record<string, string>) =>
    row(2, { A: `${group}{{employee.id}}` }) + row(3, { A: `${inner}{{date | text}}`, ...cells });
  const out = await rendered(
    {
      sheets: {
        Cost: { rows: band({ B: '=Hours!B3', C: '=Hours!A2' }) },
        Hours: { rows: band({ B: '{{workedMinutes}}' }) },
      },
    },
    testModel(12),
  );
  const [cost, hours] = [out.cells(1), out.cells(2)];
  const rows = Object.keys(hours).filter((cell) => cell.startsWith('B'));
  expect(rows.length).toBeGreaterThan(12);
  for (const cell of rows) expect(cost[cell]).toBe(`=Hours!${cell} → ${hours[cell]}`);
});

import { expect, test } from 'vitest';
import { rendered } from '../../support/workbooks/rendered.js';
import { row } from '../../support/workbooks/workbook.js';

const model = {
  run: { 'run.id': 'r' },
  dataSets: new Map([
    [
      'entries',
      {
        fields: [{ name: 'minutes', type: 'integer' as const }],
        rows: [10, 20, 30].map((minutes) => ({ minutes })),
      },
    ],
  ]),
};
const ONE = row(2, { B: 1 }) + row(3, { B: 2 }) + row(4, { B: 4 });
const TWO = row(2, { B: 10 }) + row(3, { B: 20 }) + row(4, { B: 40 });

/** Formula and stored result, by cell. */
async function filled(band: Readonly<Record<string, string>>, total: Readonly<Record<string, string>>) {
  const sum =
    row(2, { A: '{{#each entries}}e', B: '{{minutes}}', ...band }) + row(3, { A: 'total', ...total });
  const sheets = { One: { rows: ONE }, Two: { rows: TWO }, Sum: { rows: sum } };
  return (await rendered({ sheets }, model)).cells(3);
}

test('a SUM through several sheets has its result in each row of a repeated band', async () => {
  const cells = await filled(
    { C: '=SUM(One:Two!B2)', D: '=SUM(One:Two!$B$2:$B$4)', E: '=B2+SUM(One:Two!B2)' },
    { C: '=SUM(C2:C2)', D: '=SUM(One:Two!B2:B4)+SUM(B2:B2)' },
  );
  for (const [at, number] of [
    [2, 10],
    [3, 20],
    [4, 30],
  ] as const)
    expect([cells[`C${at}`], cells[`D${at}`], cells[`E${at}`]]).toEqual([
      '=SUM(One:Two!B2) → 11',
      '=SUM(One:Two!$B$2:$B$4) → 77',
      `=B${at}+SUM(One:Two!B2) → ${number + 11}`,
    ]);
  expect(cells.C5).toBe('=SUM(C2:C4) → 33');
  expect(cells.D5).toBe('=SUM(One:Two!B2:B4)+SUM(B2:B4) → 137');
});

test('where the rows of one of the sheets move, it is refused', async () => {
  const band = row(2, { A: '{{#each entries}}e', B: '{{minutes}}' });
  const sheets = {
    One: { rows: band },
    Two: { rows: TWO },
    Sum: { rows: row(1, { A: '=SUM(One:Two!B2)' }) },
  };
  await expect(rendered({ sheets }, model)).rejects.toThrow('spans several sheets');
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { DataRow } from '../../../src/language/languageValues.js';
import type { WorkbookModel } from '../../../src/workbook/model.js';
import { programOf, pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { READ_CELLS, type ReadCells } from '../../support/workbooks/readCells.js';
import { resaveWithLibreOffice, writeUncalculated } from '../../support/workbooks/recalculate.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row } from '../../support/workbooks/workbook.js';

/*
 * Totals over nested groups, conditional rows, and two lists one after the other. The meaning of each formula is
 * derived from the written rows by their marks; LibreOffice calculates the formulas. All three agree.
 */
const RUNS = Number(process.env.NESTED_TOTALS ?? 8);

const entries = fc.array(
  fc.record({ place: fc.nat(2), person: fc.nat(2), minutes: fc.integer({ min: -50, max: 600 }) }),
  { minLength: 1, maxLength: 14 },
);
const bonuses = fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 4 });

function modelOf(
  list: readonly { place: number; person: number; minutes: number }[],
  extra: readonly number[],
): WorkbookModel {
  const rows: DataRow[] = list.map(({ place, person, minutes }) => ({
    place: `p${place}`,
    person: `e${person}`,
    minutes,
  }));
  const fields = [
    { name: 'place', type: 'text' as const },
    { name: 'person', type: 'text' as const },
    { name: 'minutes', type: 'integer' as const },
  ];
  const more = {
    fields: [{ name: 'amount', type: 'integer' as const }],
    rows: extra.map((amount) => ({ amount })),
  };
  return {
    run: { 'run.id': 'r' },
    dataSets: new Map([
      ['entries', { fields, rows }],
      ['bonuses', more],
    ]),
  };
}

/** A marks the kind of row; B has the numbers; C to F the formulas. */
const TEMPLATE =
  row(1, { A: 'head', B: 7 }) +
  row(2, { A: '{{#each entries group by place rows 5}}place' }) +
  row(3, { A: '{{#each entries group by person rows 3}}person' }) +
  row(4, {
    A: '{{#each entries}}entry',
    B: '{{minutes}}',
    C: '=SUM(B$4:B4)',
    D: '=IF(A3="entry",B4-B3,0)',
    E: '=SUM(B$1:B4)',
  }) +
  row(5, { A: '{{#if place != "p1"}}personTotal', C: '=SUM(B4:B4)', D: '=COUNT(B4:B4)' }) +
  row(6, { A: 'placeTotal', C: '=SUM(B4:B4)', F: '=MAX(B$4:B$4)' }) +
  row(7, { A: '{{#each bonuses}}bonus', B: '{{amount}}', C: '=SUM(B$4:B7)', D: '=SUM(B$7:B7)' }) +
  row(8, { A: 'total', C: '=SUM(B4:B4)+SUM(B7:B7)', D: '=SUM(B4:B7)' });

type Cells = Record<string, string | number | boolean>;

/** The expected value of a formula's cell, derived from the written rows. */
function expectedOf(cells: Cells): Map<string, number> {
  const last = Math.max(
    ...Object.keys(cells)
      .filter((key) => key.startsWith('A'))
      .map((key) => Number(key.slice(1))),
  );
  const marks = Array.from({ length: last + 1 }, (_, at) => String(cells[`A${at}`] ?? ''));
  const number = (at: number): number => (typeof cells[`B${at}`] === 'number' ? Number(cells[`B${at}`]) : 0);
  const rowsOf = (from: number, to: number, mark: RegExp): number[] =>
    marks.flatMap((each, at) => (at >= from && at <= to && mark.test(each) ? [at] : []));
  const sum = (rows: readonly number[]): number => rows.reduce((total, at) => total + number(at), 0);
  const before = (at: number, mark: string): number => marks.lastIndexOf(mark, at);
  const found = new Map<string, number>();
  marks.forEach((mark, at) => {
    const ofPerson = rowsOf(before(at, 'person'), at, /^entry$/);
    const ofPlace = rowsOf(before(at, 'place'), at, /^entry$/);
    const all = rowsOf(0, at, /^entry$/);
    if (mark === 'entry') {
      found.set(`C${at}`, sum(ofPerson));
      found.set(`D${at}`, marks[at - 1] === 'entry' ? number(at) - number(at - 1) : 0);
      found.set(`E${at}`, 7 + sum(all));
    } else if (mark === 'personTotal') {
      found.set(`C${at}`, sum(ofPerson));
      found.set(`D${at}`, ofPerson.length);
    } else if (mark === 'placeTotal') {
      found.set(`C${at}`, sum(ofPlace));
      found.set(`F${at}`, Math.max(...ofPlace.map(number)));
    } else if (mark === 'bonus') {
      found.set(`C${at}`, sum(all) + sum(rowsOf(0, at, /^bonus$/)));
      found.set(`D${at}`, sum(rowsOf(0, at, /^bonus$/)));
    } else if (mark === 'total') {
      found.set(`C${at}`, sum(all) + sum(rowsOf(0, at, /^bonus$/)));
      found.set(`D${at}`, sum(all) + sum(rowsOf(0, at, /^bonus$/)));
    }
  });
  return found;
}

const folder = mkdtempSync(join(tmpdir(), 'nested-'));
afterAll(() => rmSync(folder, { recursive: true }));
const python = pythonWith('openpyxl');
const soffice = programOf('soffice', '--version');

describe('totals over nested groups, conditions and two lists', () => {
  test.runIf(python && soffice)(
    'have the expected values, here and in LibreOffice',
    { tags: 'slow', timeout: 60_000 + RUNS * 2_000 },
    async () => {
      const samples = fc.sample(fc.tuple(entries, bonuses), {
        numRuns: RUNS,
        seed: RUNS === 8 ? 7 : Date.now() & 0xffff,
      });
      const paths: string[] = [];
      const expected: Map<string, number>[] = [];
      for (const [index, [list, extra]] of samples.entries()) {
        const out = await rendered({ sheets: { S: { rows: TEMPLATE } } }, modelOf(list, extra));
        const path = join(folder, `n${index}.xlsx`);
        writeFileSync(path, out.bytes);
        paths.push(path, await writeUncalculated(path, folder));
        const values = Object.fromEntries(
          Object.entries(out.cells(1)).map(([cell, value]) => [cell, value] as const),
        );
        expected.push(expectedOf(values));
      }
      const uncalculated = paths.filter((_, index) => index % 2 === 1);
      const ours = paths.filter((_, index) => index % 2 === 0);
      const theirs = resaveWithLibreOffice(soffice ?? '', folder, uncalculated);
      for (const [index, values] of expected.entries()) {
        expect(values.size).toBeGreaterThan(2);
        const files = [ours[index] ?? '', theirs[index] ?? ''];
        const { shown } = runPython(python ?? '', READ_CELLS, ...files) as ReadCells;
        for (const [cell, value] of values) {
          const place = `${JSON.stringify(samples[index])} ${cell}`;
          expect(shown[0]?.S?.[cell], `cached: ${place}`).toBeCloseTo(value, 6);
          expect(shown[1]?.S?.[cell], `LibreOffice: ${place}`).toBeCloseTo(value, 6);
        }
      }
    },
  );
});

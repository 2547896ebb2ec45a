import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Exported,
  rowKeyText,
  sumExports,
  type WrittenRow,
} from '../../../src/domain/corrections/exportedLine.js';
import { findLineDifferences } from '../../../src/domain/corrections/lineDifferences.js';
import { buildPostings, restatedRows } from '../../../src/domain/corrections/postings.js';
import { freshExport, type Layout, month, rules } from './history.js';

const LAYOUTS: readonly Layout[] = ['day', 'period'];

/** What a step does to each difference: puts it in the file, or settles it outside. */
const choices = fc.infiniteStream(fc.boolean());
const steps = fc.array(fc.record({ entries: month, rules, choices }), { minLength: 1, maxLength: 5 });
const start = fc.record({ entries: month, rules });

const minutesOf = ({ lines }: Exported) =>
  nonZero(
    lines.map((line) => [
      JSON.stringify(line.row + line.date + line.payCode + line.establishment),
      line.amount,
    ]),
  );
const unitsOf = ({ rows }: Exported) => nonZero(rows.map((row) => [rowKeyText(row), row.units]));

function nonZero(pairs: readonly (readonly [string, number])[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [key, value] of pairs) sums[key] = (sums[key] ?? 0) + value;
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, value]) => value !== 0)
      .sort(),
  );
}

/** A row by its key, with other units. */
function rowOf(key: string, units: number, layout: Layout): WrittenRow {
  const [template, row]: [string, string] = JSON.parse(key);
  return { template, row, unit: 'minutes', units, unitsOfOne: layout === 'day' ? 60 : 100 };
}

describe.each(LAYOUTS)('random histories, a row per %s', (layout) => {
  test('original, corrections and settlements equal a fresh export, in minutes and as written', {
    tags: 'slow',
  }, () => {
    fc.assert(
      fc.property(start, steps, (first, later) => {
        const original = freshExport(first.entries, first.rules, layout);
        const files: Exported[] = [original];
        const settlements: Exported[] = [];
        for (const step of later) {
          const fresh = freshExport(step.entries, step.rules, layout);
          const before = sumExports([...files, ...settlements]);
          const { exported, settled } = buildPostings(
            findLineDifferences(before, fresh),
            () => step.choices.next().value === true,
          );
          files.push(exported);
          settlements.push(settled);
          const all = sumExports([...files, ...settlements]);
          expect(minutesOf(all)).toEqual(minutesOf(fresh));
          expect(unitsOf(all)).toEqual(unitsOf(fresh));
          expect(findLineDifferences(all, fresh)).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a target of values matches a fresh export, minus settled amounts', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(start, steps, (first, later) => {
        const original = freshExport(first.entries, first.rules, layout);
        const files: Exported[] = [original];
        const settlements: Exported[] = [];
        const target = new Map(original.rows.map((row) => [rowKeyText(row), row.units]));
        for (const step of later) {
          const fresh = freshExport(step.entries, step.rules, layout);
          const before = sumExports([...files, ...settlements]);
          const differences = findLineDifferences(before, fresh);
          const { exported, settled } = buildPostings(differences, () => step.choices.next().value === true);
          const inFiles = sumExports(files);
          files.push(exported);
          settlements.push(settled);
          for (const row of restatedRows(sumExports(files), inFiles)) target.set(rowKeyText(row), row.units);
          const rows = [...target].map(([key, units]) => rowOf(key, units, layout));
          const paid = { lines: [], rows, records: [] };
          expect(unitsOf(sumExports([paid, ...settlements]))).toEqual(unitsOf(fresh));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('the written difference appears once per row, and equals the difference of the files', () => {
    fc.assert(
      fc.property(start, start, (first, second) => {
        const [original, fresh] = [first, second].map(({ entries, rules }) =>
          freshExport(entries, rules, layout),
        );
        if (original === undefined || fresh === undefined) return;
        const differences = findLineDifferences(original, fresh);
        const written = differences.flatMap((line) => line.written ?? []);
        expect(new Set(written.map(rowKeyText)).size).toBe(written.length);
        expect(nonZero(written.map((row) => [rowKeyText(row), row.afterUnits - row.beforeUnits]))).toEqual(
          nonZero([
            ...fresh.rows.map((row) => [rowKeyText(row), row.units] as const),
            ...original.rows.map((row) => [rowKeyText(row), -row.units] as const),
          ]),
        );
      }),
      { numRuns: 200 },
    );
  });
});

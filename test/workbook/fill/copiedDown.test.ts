import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { programOf, pythonWith, runPython } from '../pythonWith.js';
import { resaveWithLibreOffice, writeUncalculated } from '../recalculate.js';
import { testModel } from './support/model.js';
import { READ_CELLS, type ReadCells } from './support/readCells.js';
import { rendered } from './support/rendered.js';
import { row, workbook } from './support/workbook.js';

/*
 * LibreOffice copies formulas down with its own machinery: a shared formula is one formula at many places. Random
 * templates are filled, and drawn by hand with shared formulas; both are recalculated and compared. References to rows
 * farther away than the repeated rows are tall have their `$` in the drawing, as a person would have to write them.
 * More of them: COPIED_DOWN=500 npx vitest run test/workbook/fill/copiedDown.test.ts
 */
const RUNS = Number(process.env.COPIED_DOWN ?? 12);

interface Corner {
  readonly column: 'A' | 'B';
  readonly row: number;
  readonly isFixed: boolean;
}
interface Case {
  readonly from: number;
  readonly height: number;
  /** In the row of this offset within the repeated rows. */
  readonly offset: number;
  readonly references: readonly (readonly [first: Corner, last: Corner | undefined])[];
}

const REPEATED = 6;
const LAST = 14;

const corner = fc.record({
  column: fc.constantFrom('A' as const, 'B' as const),
  row: fc.integer({ min: 1, max: LAST }),
  isFixed: fc.boolean(),
});
const cases = fc
  .record({ from: fc.integer({ min: 4, max: 8 }), height: fc.integer({ min: 1, max: 3 }), offset: fc.nat(2) })
  .map((drawn) => ({ ...drawn, offset: drawn.offset % drawn.height }))
  .chain((drawn) =>
    fc
      .array(fc.tuple(corner, fc.option(corner, { nil: undefined })), { minLength: 2, maxLength: 4 })
      .map((references): Case => ({ ...drawn, references: references.map((each) => tidied(each, drawn)) })),
  );

/** Areas go down one column. A fixed end within the repeated rows means the last one, which no copy can say. */
function tidied(
  [first, last]: readonly [Corner, Corner | undefined],
  { from, height }: Omit<Case, 'references'>,
) {
  if (!last) return [first, undefined] as const;
  const [top, bottom] = first.row <= last.row ? [first, last] : [last, first];
  const isInside = bottom.row >= from && bottom.row < from + height;
  const holdsAll = top.row < from && bottom.row >= from + height;
  const end = { ...bottom, column: top.column, isFixed: bottom.isFixed && !isInside };
  // An area from the first repetition to rows below, or from above to below, stretches over all of them.
  // So does one between two of several repeated rows, which takes in those between and is refused.
  const isInTop = top.row >= from && top.row < from + height;
  const beginsInside = isInTop && (bottom.row >= from + height || height > 1);
  if (holdsAll) return [top, undefined] as const;
  return [beginsInside ? { ...top, isFixed: false } : top, end] as const;
}

/** @param isDrawn as a person writes it for copying: what lies farther away has its `$`, and stands where it is then */
function text({ column, row: at, isFixed }: Corner, { from, height }: Case, isDrawn: boolean): string {
  if (!isDrawn) return column + (isFixed ? '$' : '') + at;
  const end = from + height - 1;
  const distance = Math.max(from - at, at - end, 0);
  const moved = at > end && (isFixed || distance > height) ? at + (REPEATED - 1) * height : at;
  return column + (isFixed || distance > height ? '$' : '') + moved;
}

function formulaOf(drawn: Case, isDrawn: boolean): string {
  const terms = drawn.references.map(([first, last], index) => {
    const area = last
      ? `SUM(${text(first, drawn, isDrawn)}:${text(last, drawn, isDrawn)})`
      : text(first, drawn, isDrawn);
    return `${area}*${index + 1}`;
  });
  return terms.join('+');
}

const fixedRow = (at: number) => ({ A: at * 3 + 1, B: at * at });

/** The template: numbers everywhere, values of the data in the repeated rows, the formula in D. */
function template(drawn: Case): string {
  const { from, height, offset } = drawn;
  return Array.from({ length: LAST + height }, (_, index) => {
    const at = index + 1;
    if (at < from || at >= from + height) return row(at, fixedRow(at));
    const each = at === from ? `{{#each employee-days rows ${height}}}` : '';
    const cells = { A: '{{workedMinutes}}', B: '{{weekday}}', C: `${each}` };
    return row(at, at === from + offset ? { ...cells, D: `=${formulaOf(drawn, false)}` } : cells);
  }).join('');
}

/** The same as a person has it who copied the rows down; its values come from the filled workbook. */
function copied(drawn: Case, cells: Record<string, string | number | boolean>): string {
  const { from, height, offset } = drawn;
  const last = LAST + height + (REPEATED - 1) * height;
  const formula = formulaOf(drawn, true);
  const area = `D${from + offset}:D${from + offset + (REPEATED - 1) * height}`;
  return Array.from({ length: last }, (_, index) => {
    const at = index + 1;
    const plain = row(at, { A: Number(cells[`A${at}`] ?? 0), B: Number(cells[`B${at}`] ?? 0) });
    const isFormula = at >= from && at < from + REPEATED * height && (at - from) % height === offset;
    if (!isFormula) return plain;
    const master = at === from + offset;
    const f = master ? `<f t="shared" ref="${area}" si="0">${formula}</f>` : '<f t="shared" si="0"/>';
    return plain.replace('</row>', `<c r="D${at}">${f}</c></row>`);
  }).join('');
}

const folder = mkdtempSync(join(tmpdir(), 'copied-'));
afterAll(() => rmSync(folder, { recursive: true }));

const python = pythonWith('openpyxl');
const soffice = programOf('soffice', '--version');

describe('rows copied down', () => {
  test.runIf(python && soffice)(
    'LibreOffice gives the same results',
    { timeout: 60_000 + RUNS * 500 },
    async () => {
      const samples = fc.sample(cases, { numRuns: RUNS, seed: RUNS === 12 ? 42 : Date.now() & 0xffff });
      const name = (index: number) => `T${index}`;
      const drawn = samples.map((each, index) => [name(index), { rows: template(each) }] as const);
      const filled = await rendered({ sheets: Object.fromEntries(drawn) }, testModel(REPEATED / 3));
      const byHand = samples.map(
        (each, index) => [name(index), { rows: copied(each, filled.cells(index + 1)) }] as const,
      );
      const paths = [join(folder, 'filled.xlsx'), join(folder, 'copied.xlsx')] as const;
      writeFileSync(paths[0], filled.bytes);
      writeFileSync(paths[1], await workbook({ sheets: Object.fromEntries(byHand) }));
      const uncalculated = await writeUncalculated(paths[0], folder);
      const [ours = '', theirs = ''] = resaveWithLibreOffice(soffice ?? '', folder, [uncalculated, paths[1]]);
      const { shown } = runPython(python ?? '', READ_CELLS, paths[0], ours, theirs) as ReadCells;
      const [cached = {}, recalculated = {}, expected = {}] = shown;
      for (const [index, each] of samples.entries()) {
        const { from, height, offset } = each;
        for (let repetition = 0; repetition < REPEATED; repetition++) {
          const cell = `D${from + offset + repetition * height}`;
          const place = `${formulaOf(each, false)} in ${JSON.stringify({ from, height, offset })}, ${cell}`;
          const value = Number(expected[name(index)]?.[cell]);
          expect(value, place).not.toBeNaN();
          expect(recalculated[name(index)]?.[cell], place).toBeCloseTo(value, 6);
          expect(cached[name(index)]?.[cell], place).toBeCloseTo(value, 6);
        }
      }
    },
  );
});

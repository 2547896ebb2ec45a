import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { programOf, pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { type Case, cases, formulaOf, LAST, REPEATED } from '../../support/workbooks/copiedRows.js';
import { testModel } from '../../support/workbooks/model.js';
import { READ_CELLS, type ReadCells } from '../../support/workbooks/readCells.js';
import { resaveWithLibreOffice, writeUncalculated } from '../../support/workbooks/recalculate.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, workbook } from '../../support/workbooks/workbook.js';

/*
 * LibreOffice copies formulas down with its own code: a shared formula is one formula in many cells. Random templates
 * are filled, and drawn by hand with shared formulas; both are recalculated and compared. In the drawing, references to
 * rows farther away than the height of the repeated rows have a `$`, as a person would write them.
 * More of them: COPIED_DOWN=500 npx vitest run test/workbook/formula/copiedDown.test.ts
 */
const RUNS = Number(process.env.COPIED_DOWN ?? 12);

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

/** The same sheet with rows copied down by a person; its values come from the filled workbook. */
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
    'have the same results in LibreOffice',
    { tags: 'slow', timeout: 60_000 + RUNS * 500 },
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

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleModel } from '../../src/documents/template/sampleModel.js';
import { fieldsOfModel } from '../../src/language/templateFields.js';
import { readZip } from '../../src/workbook/zip/readZip.js';
import { programOf, pythonWith, runPython } from '../support/programs/pythonWith.js';
import { checkTemplate } from '../support/workbooks/checked.js';
import { packageProblems } from '../support/workbooks/checkPackage.js';
import { READ_CELLS, type ReadCells } from '../support/workbooks/readCells.js';
import { resaveWithLibreOffice, writeUncalculated } from '../support/workbooks/recalculate.js';
import { type Rendered, rendered } from '../support/workbooks/rendered.js';
import { samplePhrases, sampleWorkbook } from '../support/workbooks/sampleWorkbook.js';

/* The workbooks of samples/workbooks, filled with the sample month. */
const python = pythonWith('openpyxl');
const soffice = programOf('soffice', '--version');
const folder = mkdtempSync(join(tmpdir(), 'paytally-samples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const model = sampleModel();
const NAMES = [
  'growing-table',
  'month-in-words',
  'on-paper',
  'clock-bars',
  'linked-rows',
  'hand-over',
  'hours-by-place',
  'timesheet',
  'roster',
  'weeks',
  'cards',
  'merged-places',
  'two-lists',
  'badges',
  'to-check',
  'coloured',
  'with-macros',
  'with-password',
] as const;

function template(name: string): Promise<Uint8Array> {
  return sampleWorkbook(name);
}

function minutes(set: string): number {
  return (model.dataSets.get(set)?.rows ?? []).reduce((sum, row) => sum + Number(row.workedMinutes ?? 0), 0);
}

async function filled(name: string): Promise<Rendered> {
  const out = await rendered(await template(name), model, samplePhrases(name));
  writeFileSync(join(folder, `${name}.xlsx`), out.bytes);
  return out;
}

/**
 * Some have few formulas or none. LibreOffice can't resolve a table column in a formula without the table's name:
 * SUBTOTAL(109,[Days]).
 */
const CALCULATED = NAMES.filter(
  (name) =>
    ![
      'badges',
      'coloured',
      'growing-table',
      'hand-over',
      'merged-places',
      'on-paper',
      'to-check',
      'with-macros',
    ].includes(name),
);

describe('sample workbooks', () => {
  test.each(NAMES)('%s has no problems', async (name) => {
    const problems = await checkTemplate(
      await template(name),
      fieldsOfModel(model),
      name,
      samplePhrases(name),
    );
    expect(problems).toEqual([]);
  });

  test('hours-by-place: totals match the model', async () => {
    const out = await filled('hours-by-place');
    const values = Object.entries(out.cells(1)).filter(([, value]) => String(value).startsWith('=SUBTOTAL'));
    const total = Number(String(values.at(-1)?.[1]).split(' → ')[1]);
    expect(total * 1440).toBeCloseTo(minutes('entries'), 6);
    // All notes were instructions: nothing is left of them.
    expect([...out.parts.keys()].filter((part) => /comments|vml/.test(part))).toEqual([]);
    expect(out.text('xl/worksheets/sheet1.xml')).not.toContain('legacyDrawing');
    expect(await packageProblems(out.bytes)).toEqual([]);
  });

  test('with-macros: the macro and its button are in the filled workbook', async () => {
    const drawn = await readZip(await template('with-macros'), 'with-macros.xlsm');
    const out = await filled('with-macros');
    const project = 'xl/vbaProject.bin';
    expect(out.parts.get(project)).toEqual(drawn.get(project));
    expect(out.text('xl/drawings/vmlDrawing1.vml')).toContain('NextShortage');
  });

  test('timesheet: a sheet for each employee, with every day', async () => {
    const out = await filled('timesheet');
    const people = model.dataSets.get('employees')?.rows.length ?? 0;
    expect([...out.text('xl/workbook.xml').matchAll(/<sheet /g)].length).toBe(people);
    expect(out.rows).toBe(people * 31);
  });

  test.runIf(python && soffice)(
    'LibreOffice calculates the cached values',
    { tags: 'slow', timeout: 240_000 },
    async () => {
      const paths = [];
      for (const name of CALCULATED) {
        await filled(name);
        paths.push(await writeUncalculated(join(folder, `${name}.xlsx`), folder));
      }
      const resaved = resaveWithLibreOffice(soffice ?? '', folder, paths);
      for (const [index, name] of CALCULATED.entries()) {
        const read = runPython(python ?? '', READ_CELLS, join(folder, `${name}.xlsx`), resaved[index] ?? '');
        const { formulas, shown } = read as ReadCells;
        const [cached = {}, calculated = {}] = shown;
        expect(formulas, name).toBeGreaterThan(1);
        for (const [sheet, cells] of Object.entries(calculated)) {
          for (const [cell, value] of Object.entries(cells)) {
            const place = `${name} ${sheet}!${cell}`;
            if (typeof value === 'string') expect(cached[sheet]?.[cell], place).toBe(value);
            else expect(cached[sheet]?.[cell], place).toBeCloseTo(Number(value), 9);
          }
        }
      }
    },
  );
});

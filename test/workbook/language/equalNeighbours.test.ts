import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { programOf, pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { resaveWithLibreOffice } from '../../support/workbooks/recalculate.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

const python = pythonWith('openpyxl');
const soffice = programOf('soffice', '--version');
const folder = mkdtempSync(join(tmpdir(), 'paytally-merge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** People's days with their place and name merged down, and their weekday merged across columns. */
const DOWN: WorkbookSource = {
  sheets: {
    Hours: {
      rows:
        row(1, { A: 'Place', B: 'Name', C: 'Minutes' }) +
        row(2, {
          A: '{{#each employee-days sort by establishment.name, employee.name, date}}{{establishment.name | merge}}',
          B: '{{employee.name | upper | merge}}',
          C: '{{workedMinutes}}',
        }) +
        row(3, { C: '=SUM(C2:C2)' }),
      after:
        '<mergeCells count="1"><mergeCell ref="A3:B3"/></mergeCells><pageMargins left="1" right="1" top="1" bottom="1" header="0" footer="0"/>',
    },
  },
};

function merges(sheet: string): string[] {
  return [...sheet.matchAll(/<mergeCell ref="([^"]*)"/g)].map(([, ref = '']) => ref).sort();
}

describe('merging of equal neighbours', () => {
  test('down: one cell for each run of equal values, with the value in the first', async () => {
    const out = await rendered(DOWN, testModel(2));
    const cells = out.cells(1);
    expect(merges(out.text('xl/worksheets/sheet1.xml'))).toEqual([
      'A2:A5',
      'A6:A7',
      'A8:B8',
      'B2:B3',
      'B4:B5',
      'B6:B7',
    ]);
    expect([2, 3, 4, 5, 6, 7].map((at) => cells[`A${at}`])).toEqual([
      ...['North bakery', undefined, undefined, undefined, 'South bakery', undefined],
    ]);
    expect(cells.C8).toMatch(/^=SUM\(C2:C7\) → \d+$/);
  });

  test('only within its group, and across columns', async () => {
    const source: WorkbookSource = {
      sheets: {
        Hours: {
          rows:
            row(1, { B: '{{#each employee-days columns}}{{establishment.name | merge}}' }) +
            row(2, { A: '{{#each employees sort by employee.name}}{{employee.name | left:1 | merge}}' }),
        },
        Groups: {
          rows:
            row(1, { A: '{{#each employee-days group by employee.id rows 2}}x' }) +
            row(2, { A: '{{#each employee-days}}{{(weekday > 0) | yes:"same" | merge}}' }),
        },
      },
    };
    const out = await rendered(source, testModel(3));
    expect(merges(out.text('xl/worksheets/sheet1.xml'))).toEqual(['B1:G1', 'H1:J1']);
    expect(merges(out.text('xl/worksheets/sheet2.xml'))).toEqual(['A10:A12', 'A2:A4', 'A6:A8']);
  });

  test.each([
    ['{{#each employees}}{{employee.name | merge}} x', '"| merge" must come last'],
    ['{{#each employees}}{{employee.name | merge | upper}}', '"| merge" must come last'],
    ['{{run.state | merge}}', 'This cell is not in one.'],
    [
      '{{#each employee-days group by employee.id rows 2}}{{employee.name | merge}}',
      'This cell is not in one.',
    ],
  ])('%s is refused', async (text, told) => {
    const drawn = await workbook({ sheets: { Hours: { rows: row(1, { A: text }) + row(2, {}) } } });
    const found = (await checkTemplate(drawn, fieldsOfModel(testModel(2)))).map(problemText);
    expect(found).toEqual([expect.stringContaining(told)]);
  });

  test('already merged cells are refused', async () => {
    const after = '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>';
    const drawn = {
      sheets: { H: { rows: row(1, { A: '{{#each employees}}{{employee.name | merge}}' }), after } },
    };
    const found = await checkTemplate(await workbook(drawn), fieldsOfModel(testModel(2)));
    expect(found.map(problemText)).toEqual([
      expect.stringContaining('H!A1: "| merge" is not possible in a table'),
    ]);
  });

  const program =
    'import sys, json, openpyxl\nprint(json.dumps(sorted(str(m) for m in openpyxl.load_workbook(sys.argv[1]).active.merged_cells.ranges)))';

  test.runIf(python && soffice)('LibreOffice keeps them', { tags: 'slow', timeout: 120_000 }, async () => {
    const out = await rendered(DOWN, testModel(2));
    const path = join(folder, 'libre.xlsx');
    writeFileSync(path, out.bytes);
    const [again = ''] = resaveWithLibreOffice(soffice ?? '', folder, [path]);
    expect(runPython(python ?? '', program, again)).toEqual(merges(out.text('xl/worksheets/sheet1.xml')));
  });

  test.runIf(python)('openpyxl finds the same merged cells', async () => {
    const out = await rendered(DOWN, testModel(2));
    const path = join(folder, 'out.xlsx');
    writeFileSync(path, out.bytes);
    expect(runPython(python ?? '', program, path)).toEqual(merges(out.text('xl/worksheets/sheet1.xml')));
  });
});

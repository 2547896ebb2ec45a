import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import type { DataSet, WorkbookModel } from '../../../src/workbook/model.js';
import { pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

const python = pythonWith('openpyxl');
const folder = mkdtempSync(join(tmpdir(), 'paytally-tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TABLE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml';

/** A sheet with one table of these columns; its first row is that of the headings. */
function source(rows: string, ref: string, columns: readonly string[], totals = 0): WorkbookSource {
  const names = columns.map(
    (name, index) => `<tableColumn id="${index + 1}" name="${name.replaceAll('"', '&quot;')}"/>`,
  );
  const totalsCount = totals > 0 ? ` totalsRowCount="${totals}"` : '';
  const table = `<table xmlns="${MAIN}" id="1" name="Hours" displayName="Hours" ref="${ref}"${totalsCount}><tableColumns count="${columns.length}">${names.join('')}</tableColumns></table>`;
  return {
    sheets: {
      S: {
        rows,
        after: '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
        relationships: { rId1: ['table', '../tables/table1.xml'] },
      },
    },
    parts: { 'xl/tables/table1.xml': table },
    types: { 'xl/tables/table1.xml': TABLE },
  };
}

async function tableOf(drawn: WorkbookSource, model: WorkbookModel = testModel(2)) {
  const out = await rendered(drawn, model);
  const xml = out.text('xl/tables/table1.xml');
  const names = [...xml.matchAll(/<tableColumn [^>]*?name="([^"]*)"/g)].map(([, name]) => name);
  return { out, xml, names, ref: /ref="([^"]*)"/.exec(xml)?.[1] };
}

async function problems(drawn: WorkbookSource): Promise<string> {
  return (await checkTemplate(await workbook(drawn), fieldsOfModel(testModel(2))))
    .map(problemText)
    .join('\n');
}

function withDays(model: WorkbookModel, days: DataSet): WorkbookModel {
  const dataSets = new Map<string, DataSet>(model.dataSets);
  return { ...model, dataSets: dataSets.set('days', days) };
}

const PERIOD = '{{run.periodLabel}}';
const PEOPLE = row(2, { A: '{{#each employees}}{{employee.name}}', B: '{{workedMinutes}}', C: '{{days}}' });

describe('headings of a table', () => {
  test('are filled and unique in the cells and in the table, and so are references to them', async () => {
    const rows =
      row(1, { A: 'Name', B: PERIOD, C: PERIOD }) + PEOPLE + row(3, { B: `=SUBTOTAL(109,Hours[${PERIOD}])` });
    const { out, names, ref } = await tableOf(source(rows, 'A1:C3', ['Name', PERIOD, `${PERIOD}2`], 1));
    expect(names).toEqual(['Name', 'October 2026', 'October 2026 (2)']);
    expect(ref).toBe('A1:C5');
    expect(out.cells(1)).toMatchObject({ A1: 'Name', B1: 'October 2026', C1: 'October 2026 (2)' });
    expect(out.cells(1).B5).toMatch(/^=SUBTOTAL\(109,Hours\[October 2026\]\) → \d+$/);
  });

  test('that are not filled stay as drawn, also blank ones, because their cells do', async () => {
    const rows = row(1, { A: 'Name', B: ' ', C: '  ', D: ' Days ' }) + PEOPLE;
    const { out, names } = await tableOf(source(rows, 'A1:D2', ['Name', ' ', '  ', ' Days ']));
    expect(names).toEqual(['Name', ' ', '  ', ' Days ']);
    expect(out.cells(1)).toMatchObject({ B1: ' ', C1: '  ', D1: ' Days ' });
  });

  test.runIf(python)('a program that checks tables opens the file', async () => {
    const rows = row(1, { A: 'Name', B: PERIOD, C: '{{#if count(employees) > 99 columns 1}}Days' }) + PEOPLE;
    const { out } = await tableOf(source(rows, 'A1:C2', ['Name', PERIOD, 'Days']));
    const path = join(folder, 'headings.xlsx');
    writeFileSync(path, out.bytes);
    const program =
      'import json,sys,openpyxl; t=openpyxl.load_workbook(sys.argv[1])["S"].tables["Hours"]; print(json.dumps([t.ref, t.column_names]))';
    expect(runPython(python ?? '', program, path)).toEqual(['A1:B4', ['Name', 'October 2026']]);
  });
});

describe('columns of a table', () => {
  const drawn = (condition: string) =>
    source(row(1, { A: 'Name', B: `{{#if ${condition} columns 1}}Worked`, C: 'Days' }) + PEOPLE, 'A1:C2', [
      'Name',
      'Worked',
      'Days',
    ]);

  test('appear only if their condition is met', async () => {
    expect((await tableOf(drawn('count(employees) > 2'))).names).toEqual(['Name', 'Worked', 'Days']);
    const { names, ref, out } = await tableOf(drawn('count(employees) > 99'));
    expect([names, ref]).toEqual([['Name', 'Days'], 'A1:B4']);
    expect(out.cells(1)).toMatchObject({ A1: 'Name', B1: 'Days', B2: 2 });
  });

  test('the arrows of a filter follow them', async () => {
    const { parts, ...rest } = drawn('count(employees) > 99');
    const table = String(parts?.['xl/tables/table1.xml']);
    const hidden = [1, 2].map((at) => `<filterColumn colId="${at}" hiddenButton="1"/>`).join('');
    const filtered = table.replace(
      '<tableColumns',
      `<autoFilter ref="A1:C2">${hidden}</autoFilter><tableColumns`,
    );
    const { xml } = await tableOf({ ...rest, parts: { 'xl/tables/table1.xml': filtered } });
    expect(xml).toContain('<autoFilter ref="A1:B4"><filterColumn colId="1" hiddenButton="1"/></autoFilter>');
  });

  test('repeat with their headings', async () => {
    const rows =
      row(1, { A: 'Name', B: '{{#each days columns}}{{date}}' }) +
      row(2, { A: '{{#each employees}}{{employee.name}}', B: '{{workedMinutes}}' });
    const model = testModel(2);
    const { fields = [], rows: all = [] } = model.dataSets.get('employee-days') ?? {};
    const days = [...all].slice(0, 2).map((each) => ({ date: each.date ?? null }));
    const set = { fields: fields.filter(({ name }) => name === 'date'), rows: days };
    const { names, xml } = await tableOf(source(rows, 'A1:B2', ['Name', '{{date}}']), withDays(model, set));
    expect(names).toEqual(['Name', '2026-10-01', '2026-10-02']);
    expect(xml).toContain('count="3"');
    expect(new Set([...xml.matchAll(/<tableColumn [^>]*?id="(\d+)"/g)].map(([, id]) => id)).size).toBe(3);
  });

  test('a formula elsewhere cannot use a column that may be missing', async () => {
    const drawn = source(
      row(1, { A: 'Name', B: '{{#if count(employees) > 99 columns 1}}Worked', C: 'Days' }) +
        PEOPLE +
        row(4, { A: '=SUM(Hours[Worked])' }),
      'A1:C2',
      ['Name', 'Worked', 'Days'],
    );
    expect(await problems(drawn)).toContain('S!A4: Hours[Worked] refers to the table Hours');
  });
});

describe('a table in a section', () => {
  const drawn = (condition: string, below = row(6, { A: 'end' })) => {
    const people = row(4, { A: '{{#each employees}}{{employee.name}}', B: '{{workedMinutes}}' });
    const section =
      row(2, { A: `{{#if ${condition} rows 3}}People` }) + row(3, { A: 'Name', B: 'Worked' }) + people;
    return source(row(1, { A: 'Title' }) + section + below, 'A3:B4', ['Name', 'Worked']);
  };

  test('appears with the section', async () => {
    const { ref, out } = await tableOf(drawn('count(employees) > 2'));
    expect(ref).toBe('A3:B6');
    expect(out.text('xl/worksheets/sheet1.xml')).toContain('<tablePart r:id="rId1"/>');
  });

  test('leaves nothing behind without it', async () => {
    const { out } = await tableOf(drawn('count(employees) > 99'));
    expect([...out.parts.keys()].filter((part) => /table/.test(part))).toEqual([]);
    expect(out.text('xl/worksheets/sheet1.xml')).not.toContain('tablePart');
    expect(out.text('xl/worksheets/_rels/sheet1.xml.rels')).not.toContain('table');
    expect(out.text('[Content_Types].xml')).not.toContain('table1');
    expect(out.cells(1)).toEqual({ A1: 'Title', A3: 'end' });
  });

  test('a formula outside of the section cannot use it', async () => {
    expect(await problems(drawn('count(employees) > 99', row(6, { A: '=SUM(Hours[Worked])' })))).toContain(
      'S!A6: Hours[Worked] refers to the table Hours',
    );
    expect(await problems(drawn('count(employees) > 99'))).toBe('');
  });

  test('in rows that repeat it would appear many times', async () => {
    const rows =
      row(1, { A: '{{#each employees group by employee.id rows 3}}{{employee.name}}' }) +
      row(2, { A: 'Date' }) +
      row(3, { A: '{{#each employee-days}}{{date}}' });
    expect(await problems(source(rows, 'A2:A3', ['Date']))).toContain('would appear many times');
  });
});

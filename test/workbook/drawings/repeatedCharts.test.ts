// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { checkTemplate } from '../../support/workbooks/checked.js';
import { packageProblems } from '../../support/workbooks/checkPackage.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';

/* Charts in the rows of a group: each group has its own, over its own rows. */
const python = pythonWith('xlsxwriter');
const folder = mkdtempSync(join(tmpdir(), 'paytally-charts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A sheet with a group of seven rows (a chart in rows 2 to 6), and with another chart; as xlsxwriter draws it. */
const DRAW = `
import base64, io, json, sys, xlsxwriter
first, repeats = sys.argv[1], sys.argv[2] == 'sheet'
out = io.BytesIO()
book = xlsxwriter.Workbook(out)
sheet = book.add_worksheet('Hours')
hm = book.add_format({'num_format': '[h]:mm'})
sheet.write('A1', first)
sheet.write('A2', 'Date'); sheet.write('B2', 'Worked')
sheet.write('A3', '{{#each employee-days sort by date}}{{date | text}}')
sheet.write('B3', '{{workedMinutes}}', hm)
for row in range(4, 12): sheet.set_row(row - 1, 30)
chart = book.add_chart({'type': 'column'})
chart.add_series({'name': '=Hours!$A$1', 'categories': '=Hours!$A$3:$A$3', 'values': '=Hours!$B$3:$B$3'})
chart.set_title({'name': 'Hours'})
sheet.insert_chart('A5', chart, {'object_position': 1, 'x_scale': 0.6, 'y_scale': 0.6})
sheet.write('A13', 'end')
book.close()
print(json.dumps(base64.b64encode(out.getvalue()).decode()))
`;

function drawn(first: string, repeats: 'rows' | 'sheet'): Buffer {
  return Buffer.from(String(runPython(python ?? '', DRAW, first, repeats)), 'base64');
}

const GROUPED = '{{#each employees group by employee.id sort by employee.id rows 12}}{{employee.firstName}}';

const READ = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
found = []
for sheet in book:
    for chart in sheet._charts:
        series = chart.series[0]
        found.append([sheet.title, chart.anchor._from.row + 1, series.tx.strRef.f, series.val.numRef.f,
                      [point.v for point in series.val.numRef.numCache.pt]])
print(json.dumps(sorted(found)))
`;

describe.runIf(python !== undefined)('charts in repeated rows', () => {
  test('there is one for each group, over the rows of the group', async () => {
    const template = drawn(GROUPED, 'rows');
    const model = testModel(2);
    expect(await checkTemplate(template, fieldsOfModel(model), 'charts')).toEqual([]);
    const out = await rendered(template, model);
    expect(await packageProblems(out.bytes)).toEqual([]);
    const path = join(folder, 'groups.xlsx');
    writeFileSync(path, out.bytes);
    const worked = [450, 457, 464, 471, 478, 485].map((minutes) => minutes / 1440);
    const charts = runPython(python ?? '', READ, path) as [string, number, string, string, string[]][];
    expect(charts.map(([, row, name, values]) => [row, name, values])).toEqual([
      [6, 'Hours!$A$1', 'Hours!$B$3:$B$4'],
      [19, 'Hours!$A$14', 'Hours!$B$16:$B$17'],
      [32, 'Hours!$A$27', 'Hours!$B$29:$B$30'],
    ]);
    const cached = charts.flatMap(([, , , , points]) => points.map(Number));
    expect(cached).toHaveLength(worked.length);
    for (const [index, value] of cached.entries()) expect(value).toBeCloseTo(worked[index] ?? 0, 12);
  });

  test('without data there is none, and the package stays valid', async () => {
    const out = await rendered(drawn(GROUPED, 'rows'), testModel(0));
    expect(await packageProblems(out.bytes)).toEqual([]);
    expect(out.text('xl/drawings/drawing1.xml')).not.toContain('graphicFrame');
  });

  test('in rows with a condition there is one only if these are shown', async () => {
    const chartsIf = async (least: number) => {
      const drawing = drawn(`{{#if count(employee-days) > ${least} rows 12}}Hours`, 'rows');
      const out = await rendered(drawing, testModel(2));
      expect(await packageProblems(out.bytes)).toEqual([]);
      return out.text('xl/drawings/drawing1.xml').split('<xdr:graphicFrame').length - 1;
    };
    expect([await chartsIf(5), await chartsIf(99)]).toEqual([1, 0]);
  });

  test('on a sheet for each employee as well', async () => {
    const template = drawn('{{#sheet employees group by employee.id}}{{employee.firstName}}', 'sheet');
    const out = await rendered(template, testModel(3));
    expect(await packageProblems(out.bytes)).toEqual([]);
    const path = join(folder, 'sheets.xlsx');
    writeFileSync(path, out.bytes);
    const charts = runPython(python ?? '', READ, path) as [string, number, string, string][];
    expect(charts.map(([sheet, row, , values]) => [sheet, row, values])).toEqual([
      ['e1', 7, "'e1'!$B$3:$B$5"],
      ['e2', 7, "'e2'!$B$3:$B$5"],
      ['e3', 7, "'e3'!$B$3:$B$5"],
    ]);
  });

  test('more than Excel opens are refused, with a correction', async () => {
    const model = testModel(400, 3);
    const each = GROUPED.replace('employees', 'employee-days').replace(
      'group by employee.id',
      'group by employee.id, date',
    );
    await expect(rendered(drawn(each, 'rows'), model)).rejects.toThrow(/1200 charts in repeated rows/);
  });
});

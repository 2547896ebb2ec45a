// @module-tag slow
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { packageProblems } from '../../support/workbooks/checkPackage.js';
import { CASES, CaseFiles, render } from './workbookCases.js';

const files = new CaseFiles();
afterAll(() => files.remove());

describe('every workbook', () => {
  it.each(CASES)('$name: its parts conform to the schema', async ({ name }) => {
    expect(await packageProblems(readFileSync(await files.pathOf(name)))).toEqual([]);
  });

  const fewer = CASES.filter(({ name }) => ['hours-en', 'hours-many-rows', 'sheets-en'].includes(name));
  it.each(fewer)('$name: the same bytes for the same input', async (one) => {
    expect((await render(one)).equals(readFileSync(await files.pathOf(one.name)))).toBe(true);
  });

  it('opens in openpyxl, with its tables, charts and print titles', async (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const program = `
import sys, json, openpyxl
b = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({s.title: {'tables': {t.name: t.ref for t in s.tables.values()}, 'charts': len(s._charts), 'freeze': s.freeze_panes, 'titles': s.print_title_rows, 'titleColumns': s.print_title_cols, 'pagesWide': s.page_setup.fitToWidth, 'paper': s.page_setup.paperSize, 'fit': s.sheet_properties.pageSetUpPr.fitToPage} for s in b}))`;
    expect(runPython(python, program, await files.pathOf('hours-en'))).toMatchInlineSnapshot(`
      {
        "At a glance": {
          "charts": 1,
          "fit": true,
          "freeze": null,
          "pagesWide": 1,
          "paper": 9,
          "tables": {
            "ByEstablishment": "A17:D20",
            "HoursOnTop": "A28:D30",
            "HoursPerCode": "A23:D25",
            "WorkList": "A11:G14",
          },
          "titleColumns": null,
          "titles": null,
        },
        "Calendar": {
          "charts": 0,
          "fit": true,
          "freeze": "C6",
          "pagesWide": 1,
          "paper": 9,
          "tables": {},
          "titleColumns": null,
          "titles": null,
        },
        "Clock change": {
          "charts": 0,
          "fit": true,
          "freeze": "C5",
          "pagesWide": 1,
          "paper": 9,
          "tables": {
            "ClockChanges": "A4:M7",
          },
          "titleColumns": null,
          "titles": null,
        },
        "Control": {
          "charts": 0,
          "fit": true,
          "freeze": null,
          "pagesWide": 1,
          "paper": 9,
          "tables": {
            "ControlTotals": "A15:L17",
          },
          "titleColumns": null,
          "titles": "$15:$15",
        },
        "Days by employee": {
          "charts": 0,
          "fit": true,
          "freeze": "D5",
          "pagesWide": 1,
          "paper": 9,
          "tables": {
            "EmployeeDays": "A4:L264",
          },
          "titleColumns": null,
          "titles": "$4:$4",
        },
        "Exceptions": {
          "charts": 0,
          "fit": true,
          "freeze": "A5",
          "pagesWide": 1,
          "paper": 9,
          "tables": {
            "Exceptions": "A4:K13",
          },
          "titleColumns": null,
          "titles": null,
        },
        "Hours per day": {
          "charts": 2,
          "fit": true,
          "freeze": null,
          "pagesWide": 1,
          "paper": 9,
          "tables": {
            "HoursPerDay": "A7:H39",
            "HoursPerWeek": "A42:G48",
          },
          "titleColumns": null,
          "titles": null,
        },
        "Period boundary": {
          "charts": 0,
          "fit": true,
          "freeze": "C5",
          "pagesWide": 1,
          "paper": 9,
          "tables": {
            "PeriodEdges": "A4:H6",
          },
          "titleColumns": null,
          "titles": null,
        },
        "Planned and worked": {
          "charts": 0,
          "fit": true,
          "freeze": "D5",
          "pagesWide": 1,
          "paper": 9,
          "tables": {
            "PlannedWorked": "A4:N264",
          },
          "titleColumns": null,
          "titles": "$4:$4",
        },
        "Summary": {
          "charts": 0,
          "fit": true,
          "freeze": "D5",
          "pagesWide": 1,
          "paper": 9,
          "tables": {
            "Summary": "A4:M17",
          },
          "titleColumns": null,
          "titles": null,
        },
      }
    `);
  });

  it('has properties of the run and no current time', async (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const program = `
import sys, json, openpyxl
p = openpyxl.load_workbook(sys.argv[1]).properties
print(json.dumps([p.title, p.subject, p.creator, p.description, str(p.created), str(p.modified)]))`;
    expect(runPython(python, program, await files.pathOf('hours-nl'))).toEqual([
      'Uren per maand 2026-10',
      'bakery · 01-10-2026 – 31-10-2026',
      'paytally',
      'Definitief',
      '2026-10-31 00:00:00',
      '2026-10-31 00:00:00',
    ]);
  });
});

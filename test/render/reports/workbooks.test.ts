import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRow } from '../../../src/render/dataSet.js';
import { LANGUAGES } from '../../../src/render/language/language.js';
import { text } from '../../../src/render/language/text.js';
import { renderMonthlyHours } from '../../../src/render/reports/monthlyHours.js';
import { renderTimesheets } from '../../../src/render/reports/timesheets.js';
import { type FixtureOptions, fixtureModel } from '../fixtureModel.js';
import { packageProblems } from '../xlsx/checkPackage.js';
import { collect } from '../xlsx/collect.js';
import { programOf, pythonWith, runPython } from '../xlsx/pythonWith.js';
import { resaveWithLibreOffice, writeUncalculated } from '../xlsx/recalculate.js';

const folder = mkdtempSync(join(tmpdir(), 'paytally-reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lines of a later correction, and a name that would break a formula. */
const NEGATIVE: FixtureOptions = {
  employees: 2,
  replace: {
    'employee-days': [
      {
        ...personOf(0),
        date: '2026-10-05',
        weekday: 1,
        holiday: null,
        establishments: 'Ghent',
        plannedMinutes: 0,
        workedMinutes: -90,
        differenceMinutes: -90,
        entries: 1,
      },
      {
        ...personOf(1),
        date: '2026-10-06',
        weekday: 2,
        holiday: null,
        establishments: 'Ghent',
        plannedMinutes: 480,
        workedMinutes: 465,
        differenceMinutes: -15,
        entries: 1,
      },
    ],
  },
};

/** Planning could not be read: nothing is known of it. */
const NO_PLANNING: FixtureOptions = {
  employees: 1,
  replace: {
    'employee-days': [
      {
        ...personOf(0),
        date: '2026-10-05',
        weekday: 1,
        holiday: null,
        establishments: 'Ghent',
        plannedMinutes: null,
        workedMinutes: 90,
        differenceMinutes: null,
        entries: 1,
      },
    ],
    employees: [
      {
        ...personOf(0),
        days: 1,
        entries: 1,
        plannedMinutes: null,
        workedMinutes: 90,
        differenceMinutes: null,
        paidMinutes: 90,
      },
    ],
    'planned-worked': [],
  },
};

function personOf(index: number): DataRow {
  const row = fixtureModel({ employees: 2 }).dataSets.get('employees')?.rows[index] ?? {};
  return Object.fromEntries(Object.entries(row).filter(([field]) => field.startsWith('employee.')));
}

interface Made {
  readonly path: string;
  readonly bytes: Buffer;
  readonly options: FixtureOptions;
}

/** Pay codes called like columns, like each other, and with what table references treat in their own way. */
const CODES: FixtureOptions = {
  employees: 1,
  replace: {
    'pay-lines': ['Worked', 'worked', "a#b'c[d]@e", '', '100 %', 'x: y; (z)'].map((payCode, index) => ({
      ...personOf(0),
      date: '2026-10-05',
      weekday: 1,
      payCode,
      kind: 'base',
      external: null,
      secondary: null,
      minutes: 60 + index,
    })),
  },
};

const CASES: readonly {
  readonly name: string;
  readonly report: 'hours' | 'sheets';
  readonly options: FixtureOptions;
  readonly rowsPerSheet?: number;
}[] = [
  { name: 'hours-en', report: 'hours', options: {} },
  { name: 'hours-nl', report: 'hours', options: { language: 'nl', state: 'final' } },
  { name: 'hours-fr', report: 'hours', options: { language: 'fr-BE' } },
  { name: 'hours-de', report: 'hours', options: { language: 'de' } },
  { name: 'hours-empty', report: 'hours', options: { empty: true } },
  { name: 'hours-negative', report: 'hours', options: NEGATIVE },
  { name: 'hours-no-planning', report: 'hours', options: NO_PLANNING },
  { name: 'hours-codes', report: 'hours', options: CODES },
  {
    name: 'hours-quarter',
    report: 'hours',
    options: { from: '2026-10-01', to: '2026-12-31', periodLabel: '2026-Q4', employees: 3 },
  },
  { name: 'hours-many-rows', report: 'hours', options: { employees: 4 }, rowsPerSheet: 40 },
  { name: 'sheets-en', report: 'sheets', options: {} },
  { name: 'sheets-de-empty', report: 'sheets', options: { language: 'de', empty: true } },
];

const made = new Map<string, Made>();

function madeOf(name: string): Made {
  const found = made.get(name);
  if (found === undefined) throw new Error(`no file ${name}`);
  return found;
}

async function render({ report, options, rowsPerSheet }: (typeof CASES)[number]): Promise<Buffer> {
  const model = fixtureModel(options);
  const files =
    report === 'hours'
      ? await renderMonthlyHours(model, rowsPerSheet === undefined ? {} : { rowsPerSheet })
      : await renderTimesheets(model);
  return collect(files[0]?.content ?? Buffer.alloc(0));
}

beforeAll(async () => {
  for (const one of CASES) {
    const bytes = await render(one);
    const path = join(folder, `${one.name}.xlsx`);
    writeFileSync(path, bytes);
    made.set(one.name, { path, bytes, options: one.options });
  }
});

/** sheet -> rows of values; dates as ISO text, errors named. */
const READ_VALUES = `
import sys, json, datetime, openpyxl
def plain(v):
    if isinstance(v, datetime.timedelta): return v / datetime.timedelta(days=1)
    if isinstance(v, datetime.datetime): return v.isoformat() if v.year > 1901 else (v - datetime.datetime(1899, 12, 30)) / datetime.timedelta(days=1)
    if isinstance(v, datetime.time): return (v.hour * 60 + v.minute) / 1440
    return v
out = {}
for path in sys.argv[1:]:
    book = openpyxl.load_workbook(path, data_only=True, read_only=True)
    out[path] = {s.title: [[plain(c) for c in row] for row in s.iter_rows(values_only=True)] for s in book}
print(json.dumps(out))
`;

type Sheets = Readonly<Record<string, readonly (readonly (string | number | boolean | null)[])[]>>;

function readValues(python: string, paths: readonly string[]): Readonly<Record<string, Sheets>> {
  return runPython(python, READ_VALUES, ...paths) as Readonly<Record<string, Sheets>>;
}

describe('every workbook', () => {
  it.each(CASES)('$name: its parts are as the schema wants them', async ({ name }) => {
    expect(await packageProblems(madeOf(name).bytes)).toEqual([]);
  });

  const fewer = CASES.filter(({ name }) => ['hours-en', 'hours-many-rows', 'sheets-en'].includes(name));
  it.each(fewer)('$name: the same bytes for the same input', async (one) => {
    expect((await render(one)).equals(madeOf(one.name).bytes)).toBe(true);
  });

  it('opens in openpyxl, with its tables, charts and print titles', (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const program = `
import sys, json, openpyxl
b = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({s.title: {'tables': {t.name: t.ref for t in s.tables.values()}, 'charts': len(s._charts), 'freeze': s.freeze_panes, 'titles': s.print_title_rows, 'paper': s.page_setup.paperSize, 'fit': s.sheet_properties.pageSetUpPr.fitToPage} for s in b}))`;
    expect(runPython(python, program, madeOf('hours-en').path)).toMatchInlineSnapshot(`
      {
        "Calendar": {
          "charts": 0,
          "fit": true,
          "freeze": "C7",
          "paper": 9,
          "tables": {},
          "titles": "$5:$6",
        },
        "Clock change and edges": {
          "charts": 0,
          "fit": true,
          "freeze": null,
          "paper": 9,
          "tables": {
            "ClockChanges": "A5:K8",
            "PeriodEdges": "A11:G13",
          },
          "titles": null,
        },
        "Control": {
          "charts": 0,
          "fit": true,
          "freeze": null,
          "paper": 9,
          "tables": {
            "ControlTotals": "A16:E24",
          },
          "titles": null,
        },
        "Employee days": {
          "charts": 0,
          "fit": true,
          "freeze": "D5",
          "paper": 9,
          "tables": {
            "EmployeeDays": "A4:K264",
          },
          "titles": "$4:$4",
        },
        "Exceptions": {
          "charts": 0,
          "fit": true,
          "freeze": "A5",
          "paper": 9,
          "tables": {
            "Exceptions": "A4:I13",
          },
          "titles": "$4:$4",
        },
        "Hours per day": {
          "charts": 2,
          "fit": true,
          "freeze": null,
          "paper": 9,
          "tables": {
            "HoursPerDay": "A7:G39",
            "HoursPerWeek": "A42:G48",
          },
          "titles": null,
        },
        "Planned and worked": {
          "charts": 0,
          "fit": true,
          "freeze": "D5",
          "paper": 9,
          "tables": {
            "PlannedWorked": "A4:M264",
          },
          "titles": "$4:$4",
        },
        "Summary": {
          "charts": 0,
          "fit": true,
          "freeze": "D5",
          "paper": 9,
          "tables": {
            "Summary": "A4:M17",
          },
          "titles": "$4:$4",
        },
      }
    `);
  });

  it('has properties of the run and no clock', (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const program = `
import sys, json, openpyxl
p = openpyxl.load_workbook(sys.argv[1]).properties
print(json.dumps([p.title, p.subject, p.creator, p.description, str(p.created), str(p.modified)]))`;
    expect(runPython(python, program, madeOf('hours-nl').path)).toEqual([
      'Uren per maand 2026-10',
      'bakery · 2026-10 · 01-10-2026 – 31-10-2026',
      'paytally',
      'Definitief Run: 20261101-080000-1a2b',
      '2026-10-31 00:00:00',
      '2026-10-31 00:00:00',
    ]);
  });
});

describe('values', () => {
  /** Sums of the model by an oracle that is not ours: Python reads the file, this adds the rows of the model up. */
  const sumOf = (rows: readonly DataRow[], field: string) =>
    rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0);

  it('monthly-hours says what the model says, on every sheet that sums it', (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const { path, options } = madeOf('hours-en');
    const sheets = readValues(python, [path])[path] ?? {};
    const days = fixtureModel(options).dataSets.get('employee-days')?.rows ?? [];
    const worked = sumOf(days, 'workedMinutes') / 1440;
    const totalOf = (sheet: string, heading: string, headingRow: number): number => {
      const rows = sheets[sheet] ?? [];
      const column = rows[headingRow - 1]?.indexOf(heading) ?? -1;
      return Number(rows.find((row) => row[0] === 'Total')?.[column]);
    };
    expect(totalOf('Summary', 'Worked', 4)).toBeCloseTo(worked, 9);
    expect(totalOf('Hours per day', 'Worked', 7)).toBeCloseTo(worked, 9);
    expect(totalOf('Employee days', 'Worked', 4)).toBeCloseTo(worked, 9);
    expect(totalOf('Planned and worked', 'Worked', 4)).toBeCloseTo(worked, 9);
    expect(totalOf('Calendar', 'Total', 6)).toBeCloseTo(worked, 9);
    expect(totalOf('Summary', 'Difference (h)', 4)).toBeCloseTo(sumOf(days, 'differenceMinutes') / 60, 9);
    const rows = (sheets['Employee days'] ?? []).slice(4, -1);
    const written = rows.map(
      (row) => `${String(row[0] ?? '')} ${String(row[3])} ${Math.round(Number(row[8]) * 1440)}`,
    );
    const wanted = days.map(
      (day) =>
        `${String(day['employee.number'] ?? '')} ${String(day.date)}T00:00:00 ${String(day.workedMinutes)}`,
    );
    expect(written.sort()).toEqual(wanted.sort());
  });

  it('pay codes of any name have a column each', (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const { path } = madeOf('hours-codes');
    const rows = readValues(python, [path])[path]?.Summary ?? [];
    expect(rows[3]?.slice(9)).toEqual(['–', '100 %', 'Worked (2)', "a#b'c[d]@e", 'worked (3)', 'x: y; (z)']);
    expect(rows[4]?.slice(9).map((value) => Math.round(Number(value) * 1440))).toEqual([
      63, 64, 60, 62, 61, 65,
    ]);
  });

  it('pay codes asked for come first', async () => {
    const [file] = await renderMonthlyHours(fixtureModel({ employees: 4 }), {
      payCodes: ['SUNDAY', 'NIGHT'],
    });
    const path = join(folder, 'order.xlsx');
    writeFileSync(path, await collect(file?.content ?? Buffer.alloc(0)));
    const python = pythonWith('openpyxl');
    if (python === undefined) return;
    expect(readValues(python, [path])[path]?.Summary?.[3]?.slice(9, 13)).toEqual([
      'SUNDAY',
      'NIGHT',
      'NORMAL',
      'OT50',
    ]);
  });

  it('negative durations are decimal hours, since Excel shows no negative times', (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const { path } = madeOf('hours-negative');
    const rows = readValues(python, [path])[path]?.['Employee days'] ?? [];
    expect(rows[3]?.[8]).toBe('Worked (h)');
    expect(rows.slice(4, 7).map((row) => row[8])).toEqual([7.75, -1.5, 6.25]);
  });

  it('planning that could not be read is empty, not zero', (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const { path } = madeOf('hours-no-planning');
    const rows = readValues(python, [path])[path]?.Summary ?? [];
    const at = (heading: string) => rows[3]?.indexOf(heading) ?? -1;
    expect(rows.slice(4, 6).map((row) => [row[at('Planned')], row[at('Difference (h)')]])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('more rows than a sheet holds go on in further sheets, each with its table', (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const { path, options } = madeOf('hours-many-rows');
    const sheets = readValues(python, [path])[path] ?? {};
    const names = Object.keys(sheets).filter((name) => name.startsWith('Employee days'));
    expect(names).toEqual(['Employee days', 'Employee days (2)', 'Employee days (3)']);
    const rows = names.flatMap((name) => (sheets[name] ?? []).slice(4, -1));
    expect(rows.length).toBe(fixtureModel(options).dataSets.get('employee-days')?.rows.length);
  });

  it('a quarter has a calendar per month', (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const { path } = madeOf('hours-quarter');
    const names = Object.keys(readValues(python, [path])[path] ?? {});
    expect(names.filter((name) => name.startsWith('Calendar'))).toEqual([
      'Calendar 2026-10',
      'Calendar 2026-11',
      'Calendar 2026-12',
    ]);
  });

  it('timesheets have a sheet per person and a row per calendar day', (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const { path } = madeOf('sheets-en');
    const sheets = readValues(python, [path])[path] ?? {};
    expect(Object.keys(sheets).slice(0, 5)).toEqual([
      'De Smet Bram',
      'Đorđević Siobhán',
      'García Márquez Noah',
      'Janssens Łukasz',
      'Lefèvre Mehmet',
    ]);
    for (const rows of Object.values(sheets)) {
      const days = rows.slice(7, 38).map((row) => String(row[0]).slice(0, 10));
      expect([days[0], days.at(-1), new Set(days).size, rows[38]?.[0]]).toEqual([
        '2026-10-01',
        '2026-10-31',
        31,
        'Total',
      ]);
    }
  });

  it('too many people for one file go into further files', async () => {
    const files = await renderTimesheets(fixtureModel({ employees: 5 }), { sheetsPerFile: 2 });
    expect(files.map(({ name, rows }) => [name, rows])).toEqual([
      ['bakery_2026-10_timesheets.xlsx', 62],
      ['bakery_2026-10_timesheets-2.xlsx', 62],
      ['bakery_2026-10_timesheets-3.xlsx', 31],
    ]);
  });

  it.each(LANGUAGES)('%s: sheet names and headings are in the language', async (language) => {
    const [file] = await renderMonthlyHours(fixtureModel({ employees: 1 }), { language });
    const bytes = await collect(file?.content ?? Buffer.alloc(0));
    writeFileSync(join(folder, 'language.xlsx'), bytes);
    const python = pythonWith('openpyxl');
    if (python === undefined) return;
    const sheets = Object.values(readValues(python, [join(folder, 'language.xlsx')]))[0] ?? {};
    expect(Object.keys(sheets)[0]).toBe(text(language, 'summary'));
    expect(sheets[text(language, 'summary')]?.[3]?.slice(0, 3)).toEqual([
      text(language, 'number'),
      text(language, 'lastName'),
      text(language, 'firstName'),
    ]);
  });
});

describe('LibreOffice', () => {
  it('calculates what the cells say already, and keeps every value', {
    timeout: 180_000,
  }, async (context) => {
    const soffice = programOf('soffice', '--version');
    const python = pythonWith('openpyxl');
    if (soffice === undefined || python === undefined) return context.skip();
    const names = [
      'hours-en',
      'hours-de',
      'hours-fr',
      'hours-negative',
      'hours-no-planning',
      'hours-codes',
      'sheets-en',
    ];
    const paths = names.map((name) => madeOf(name).path);
    const uncalculated = await Promise.all(paths.map((path) => writeUncalculated(path, folder)));
    const resaved = resaveWithLibreOffice(soffice, folder, uncalculated);
    const values = readValues(python, [...paths, ...resaved]);
    for (const [index, path] of paths.entries()) {
      const differences = differencesOf(values[path] ?? {}, values[resaved[index] ?? ''] ?? {});
      expect(differences, names[index]).toEqual([]);
    }
  });
});

function differencesOf(ours: Sheets, theirs: Sheets): string[] {
  const problems = Object.keys(ours).filter((name) => theirs[name] === undefined);
  for (const [name, rows] of Object.entries(ours)) {
    for (const [rowIndex, row] of rows.entries()) {
      for (const [column, value] of row.entries()) {
        const other = theirs[name]?.[rowIndex]?.[column] ?? null;
        const same =
          typeof value === 'number' && typeof other === 'number'
            ? Math.abs(value - other) < 1e-9
            : value === other;
        if (!same)
          problems.push(
            `${name} row ${rowIndex + 1} column ${column + 1}: ${String(value)}, recalculated ${String(other)}`,
          );
      }
    }
  }
  return problems;
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataRow } from '../../../src/documents/dataSet.js';
import { renderMonthlyHours } from '../../../src/documents/drawn/monthlyHours.js';
import { renderTimesheets } from '../../../src/documents/drawn/timesheets.js';
import { type FixtureOptions, fixtureModel } from '../../support/records/fixtureModel.js';
import { monthlyModel } from '../../support/records/monthlyModel.js';
import { MONTHLY_HOURS, TIMESHEETS } from '../../support/workbooks/builtIn.js';
import { collect } from '../../support/workbooks/collect.js';

/** An archived employee whose name is unknown. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000010';

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

/** Planning could not be read, so it is unknown. */
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
  const row = fixtureModel({ employees: 5 }).dataSets.get('employees')?.rows[index] ?? {};
  return Object.fromEntries(Object.entries(row).filter(([field]) => field.startsWith('employee.')));
}

/** Pay codes named like columns, named alike, and with characters that table references treat specially. */
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

/** Planned shifts without any work yet. */
const PLANNED_ONLY: FixtureOptions = {
  employees: 1,
  replace: {
    'employee-days': [
      {
        ...personOf(0),
        date: '2026-10-05',
        weekday: 1,
        holiday: null,
        establishments: 'Ghent',
        plannedMinutes: 480,
        workedMinutes: 0,
        differenceMinutes: -480,
        entries: 0,
      },
    ],
  },
};

/** Lines of employees in the model's order, which is not the order of the lookup. */
const CONTROL: FixtureOptions = {
  employees: 1,
  replace: {
    control: [
      { scope: 'total', subject: 'bakery', subjectId: 'e', reason: 'fetched', entries: 9, minutes: 900 },
      ...['0e6f', 'Zed, An', 'al-Masri, Omar', 'Çelik, Zoë', '–'].flatMap((subject) =>
        ['fetched', 'exported'].map((reason) => ({
          scope: 'employee',
          subject,
          subjectId: subject === '–' ? null : subject === '0e6f' ? subject : `id of ${subject}`,
          reason,
          entries: 1,
          minutes: 60,
        })),
      ),
      ...Array.from({ length: 120 }, (_, index) => ({
        scope: 'employee',
        subject: `Zz, ${String(index).padStart(3, '0')}`,
        subjectId: String(index),
        reason: 'fetched',
        entries: 1,
        minutes: 60,
      })),
    ],
  },
};

/** Last and first names of any length and script; the last employee is known only by id. */
export const NAMES: readonly (readonly [string, string])[] = [
  ['van den Heuvel-Oppenheimer tot Zuylenburg', 'Bartholomeus-Alexander Maximiliaan'],
  ['欧阳', '小明'],
  ['الحسيني القحطاني', 'محمد عبد الرحمن'],
  ['Guðmundsdóttir', 'Þórdís Æsa'],
  ["+O'Neill & <b>", '=SUM(A1)'],
];

const ANY_NAMES: FixtureOptions = {
  employees: NAMES.length,
  replace: {
    employees: [
      ...NAMES.map(([lastName, firstName], index) => ({
        ...personOf(index),
        'employee.lastName': lastName,
        'employee.firstName': firstName,
        'employee.name': `${lastName}, ${firstName}`,
      })),
      {
        ...personOf(0),
        'employee.id': UNKNOWN_ID,
        'employee.number': null,
        'employee.lastName': null,
        'employee.firstName': null,
        'employee.name': UNKNOWN_ID,
      },
    ],
  },
};

export interface WorkbookCase {
  readonly name: string;
  readonly report: 'hours' | 'sheets';
  readonly options: FixtureOptions;
}

export const CASES: readonly WorkbookCase[] = [
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
  { name: 'hours-planned-only', report: 'hours', options: PLANNED_ONLY },
  { name: 'hours-control', report: 'hours', options: CONTROL },
  { name: 'sheets-en', report: 'sheets', options: {} },
  { name: 'sheets-names', report: 'sheets', options: ANY_NAMES },
  {
    name: 'sheets-quarter',
    report: 'sheets',
    options: { from: '2026-10-01', to: '2026-12-31', periodLabel: '2026-Q4', employees: 2 },
  },
  { name: 'sheets-de-empty', report: 'sheets', options: { language: 'de', empty: true } },
];

/** The first file of a case. */
export async function render({ report, options }: WorkbookCase): Promise<Buffer> {
  const files =
    report === 'hours'
      ? await renderMonthlyHours(monthlyModel(options), { templateFolder: MONTHLY_HOURS })
      : await renderTimesheets(fixtureModel(options), { templateFolder: TIMESHEETS });
  return collect(files[0]?.content ?? Buffer.alloc(0));
}

/** Files of cases in a separate folder. */
export class CaseFiles {
  readonly folder = mkdtempSync(join(tmpdir(), 'paytally-reports-'));
  readonly #paths = new Map<string, string>();

  /** Writes the case's file on first use. */
  async pathOf(name: string): Promise<string> {
    const known = this.#paths.get(name);
    if (known !== undefined) return known;
    const path = join(this.folder, `${name}.xlsx`);
    writeFileSync(path, await render(caseOf(name)));
    this.#paths.set(name, path);
    return path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function caseOf(name: string): WorkbookCase {
  const found = CASES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no case ${name}`);
  return found;
}

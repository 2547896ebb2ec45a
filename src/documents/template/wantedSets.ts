import { DATA_SET_NAMES } from '../dataSet.js';
import { COLLECTED_SETS } from '../model/collectedRows.js';
import { CODE_SETS, SETS_OF_CODES } from '../monthly/monthlySets.js';
import { setOfPath } from '../text/otherTotals.js';
import { textPaths } from '../text/textPaths.js';
import { SETS_OF_TIMESHEETS, TIMESHEET_SETS } from '../timesheets/timesheetSets.js';
import { drawnBytes, type ReportName, type Template } from './template.js';

const TIMESHEETS = SETS_OF_TIMESHEETS;

const SETS_OF_REPORTS: Readonly<Record<ReportName, readonly string[]>> = {
  'monthly-hours': [
    ...[
      'employee-days',
      'planned-worked',
      'clock-changes',
      'period-edges',
      'pay-lines',
      'employees',
      'accounts',
      'days',
    ],
  ],
  timesheets: TIMESHEETS,
  'timesheets-pdf': TIMESHEETS,
  'timesheets-pdf-each': TIMESHEETS,
  review: ['employee-days', 'clock-changes', 'entries', 'employees', 'pay-lines', 'accounts'],
  'control-slip': ['pay-lines'],
  'working-time': ['weeks'],
  database: [...COLLECTED_SETS],
};

/** The account of a payroll file says what it lacks of the pay lines. */
const ACCOUNT_SETS: readonly string[] = ['pay-lines'];

/** The run's data for the text of a mail. */
export const COVER_SETS: readonly string[] = ['employees', 'pay-lines'];

/** The data sets about employees that some templates use. */
export async function wantedSets(templates: readonly Template[]): Promise<ReadonlySet<string>> {
  const sets = await Promise.all(templates.map(setsOf));
  return new Set(sets.flat());
}

async function setsOf(template: Template): Promise<readonly string[]> {
  switch (template.kind) {
    case 'report':
      return SETS_OF_REPORTS[template.report] ?? [];
    case 'text':
      return [...setsNamedIn(template.spec), ...(template.spec.audience === 'payroll' ? ACCOUNT_SETS : [])];
    case 'workbook': {
      const { drawnDataSets } = await import('./drawnWorkbook.js');
      const used = await drawnDataSets(await drawnBytes(template), template.name);
      const ofTimesheets = TIMESHEET_SETS.some((set) => used.has(set)) ? SETS_OF_TIMESHEETS : [];
      const ofCodes = CODE_SETS.some((set) => used.has(set)) ? SETS_OF_CODES : [];
      return [...[...COLLECTED_SETS].filter((set) => used.has(set)), ...ofTimesheets, ...ofCodes];
    }
  }
}

/** Every place where a specification names the data set of rows or a sum. */
function setsNamedIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'data' in value && typeof value.data === 'string' ? [value.data] : [];
  const text = 'text' in value && typeof value.text === 'string' ? textPaths(value.text) : [];
  const inText = text.flatMap((path) => setOfPath(path, DATA_SET_NAMES) ?? []);
  return [...own, ...inText, ...Object.values(value).flatMap(setsNamedIn)];
}

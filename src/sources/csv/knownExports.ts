import type { CsvSettings } from '../../config/schema/sourceSchema.js';
import { refuseUnknownColumns } from '../rows/entryColumns.js';
import type { FileColumns, Headings } from './folderFile.js';

type Columns = Readonly<Record<string, string | readonly string[]>>;

/** Email addresses are unique, names are not. */
const PERSON_AND_WORK: Columns = { employee: 'Email', employeeName: 'User', team: 'Project', task: 'Task' };

/** The headings of exports of other programs, in English. */
const KNOWN_EXPORTS: Readonly<Record<NonNullable<CsvSettings['format']>, Columns>> = {
  'clockify-detailed': {
    ...PERSON_AND_WORK,
    start: ['Start Date', 'Start Time'],
    end: ['End Date', 'End Time'],
    duration: 'Duration (h)',
  },
  'deputy-timesheets': {
    employee: 'Employee Export Code',
    employeeName: 'Employee Name',
    start: ['Date', 'Start'],
    end: 'End',
    break: 'Mealbreak',
    duration: 'Total Hours',
  },
  'kimai-csv': {
    employee: 'User',
    employeeName: 'Name',
    start: ['Date', 'From'],
    end: 'To',
    break: 'Break',
    duration: 'Duration',
    team: 'Project',
    task: 'Activity',
  },
  punches: {},
  'toggl-detailed': {
    ...PERSON_AND_WORK,
    start: ['Start date', 'Start time'],
    end: ['End date', 'End time'],
    duration: 'Duration',
  },
};

/** Programs whose total of a row is what they count as worked: a break that it includes is paid. */
const COUNTED_TOTALS: readonly CsvSettings['format'][] = ['deputy-timesheets', 'kimai-csv'];

export function countsDuration({ format }: CsvSettings): boolean {
  return format !== undefined && COUNTED_TOTALS.includes(format);
}

/**
 * The headings of the entries: those of the known export, and the configured ones over them.
 * @throws PaytallyError SOURCE_INVALID for a column that entries do not have
 */
export function headingsOfEntries(
  { format, columns = {} }: CsvSettings,
  { needed, optional }: FileColumns,
  path: string,
): Headings {
  refuseUnknownColumns(columns, [...needed, ...optional], path);
  const all: Columns = { ...(format === undefined ? {} : KNOWN_EXPORTS[format]), ...columns };
  return new Map(Object.entries(all).map(([column, headings]) => [column, [headings].flat()]));
}

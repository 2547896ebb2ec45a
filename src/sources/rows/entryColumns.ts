import { message } from '../../i18n/message.js';
import { unusableFile } from './lineProblems.js';

/** The columns of time entries. */
export const ENTRY_COLUMNS = {
  needed: ['employee', 'start'],
  optional: [
    'end',
    'id',
    'establishment',
    'break',
    'worked',
    'status',
    'date',
    'shift',
    'team',
    'task',
    'reviewed',
    'agencyWorker',
    'duration',
    'employeeName',
    'startFold',
    'endFold',
  ],
} as const;

/** @throws PaytallyError SOURCE_INVALID for a configured column that does not exist */
export function refuseUnknownColumns(
  columns: Readonly<Record<string, unknown>>,
  known: readonly string[],
  path: string,
): void {
  const unknown = Object.keys(columns).find((column) => !known.includes(column));
  if (unknown === undefined) return;
  const values = { column: unknown, known: known.join(', ') };
  throw unusableFile(path, message('source.csv.columnUnknown', values));
}

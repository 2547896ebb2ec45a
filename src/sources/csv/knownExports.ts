import type { CsvSettings } from '../../config/schema/sourceSchema.js';
import { message } from '../../i18n/message.js';
import type { Headings } from './folderFile.js';
import { ENTRIES } from './folderSurvey.js';
import { unusableFile } from './lineProblems.js';

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
  'toggl-detailed': {
    ...PERSON_AND_WORK,
    start: ['Start date', 'Start time'],
    end: ['End date', 'End time'],
    duration: 'Duration',
  },
};

/**
 * The headings of the entries: those of the known export, and the configured ones over them.
 * @throws PaytallyError SOURCE_INVALID for a column that entries do not have
 */
export function headingsOfEntries({ format, columns = {} }: CsvSettings, path: string): Headings {
  const known = [...ENTRIES.needed, ...ENTRIES.optional];
  const unknown = Object.keys(columns).find((column) => !known.includes(column));
  if (unknown !== undefined)
    throw unusableFile(
      path,
      message('source.csv.columnUnknown', { column: unknown, known: known.join(', ') }),
    );
  const all: Columns = { ...(format === undefined ? {} : KNOWN_EXPORTS[format]), ...columns };
  return new Map(Object.entries(all).map(([column, headings]) => [column, [headings].flat()]));
}

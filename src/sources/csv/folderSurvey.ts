import { lowerUuid } from '../../domain/records/uuid.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { ENTRY_COLUMNS } from '../rows/entryColumns.js';
import { LineProblems, unusableFile } from '../rows/lineProblems.js';
import { type DateOrder, orderedNumbers } from '../rows/writtenTime.js';
import {
  type FileColumns,
  type FolderFile,
  type Headings,
  openFolderFile,
  readFolderRows,
} from './folderFile.js';

export const ENTRIES: FileColumns = { name: 'entries.csv', ...ENTRY_COLUMNS };

export const SHIFTS: FileColumns = {
  name: 'shifts.csv',
  needed: ['start', 'end'],
  optional: [
    'id',
    'employee',
    'establishment',
    'date',
    'break',
    'planned',
    'team',
    'task',
    'startFold',
    'endFold',
  ],
};

/** A file with a line for each event at a terminal. */
export const PUNCHES: FileColumns = {
  name: ENTRIES.name,
  needed: ['employee', 'time'],
  optional: ['kind', 'establishment', 'team', 'task', 'employeeName', 'timeFold'],
};

/** A file of records with times, and what its rows name. */
export interface SurveyedFile {
  readonly file: FolderFile;
  readonly order: DateOrder;
  readonly named: Named;
  /** Names of people by the text in `employee`, if the file has them. */
  readonly nameOf: ReadonlyMap<string, string>;
}

/** IDs that rows name, in the order of the file. */
type Named = Readonly<Record<'employee' | 'establishment' | 'team' | 'task' | 'agencyWorker', Set<string>>>;

const DATE_COLUMNS = ['start', 'end', 'date', 'time'];

/**
 * Reads a file once for what all its rows together show: the order of day and month, and the people and places that it
 * names. @param headings those of files of other programs @returns undefined if there is no such file @throws PaytallyError SOURCE_INVALID
 */
export async function surveyFile(
  folder: string,
  columns: FileColumns,
  configured: DateOrder | undefined,
  headings: Headings = new Map(),
): Promise<SurveyedFile | undefined> {
  const file = await openFolderFile(folder, columns, headings);
  if (file === undefined) return undefined;
  const named: Named = {
    employee: new Set(),
    establishment: new Set(),
    team: new Set(),
    task: new Set(),
    agencyWorker: new Set(),
  };
  const columnsNamed = Object.keys(named) as (keyof Named)[];
  const nameOf = new Map<string, string>();
  const dates = new DateOrders();
  const problems = new LineProblems(file.path);
  for await (const { line, cell } of readFolderRows(file, refuseWidth(file, problems))) {
    for (const column of DATE_COLUMNS) dates.add(line, cell(column));
    if (cell('employeeName') !== '') nameOf.set(lowerUuid(cell('employee')), cell('employeeName'));
    for (const column of columnsNamed) {
      const text = cell(column);
      if (text !== '') named[column].add(text);
    }
  }
  problems.throwIfAny();
  const order = configured ?? dates.found();
  if (typeof order !== 'string') throw unusableFile(file.path, order);
  return { file, order, named, nameOf };
}

/** Reports rows that lack cells, or have more than the headings. */
export function refuseWidth({ headings }: FolderFile, problems: LineProblems) {
  return (line: number, cells: number): void =>
    problems.add(line, message('source.csv.width', { cells, headings: headings.length }));
}

/** The order of day and month, from the dates of a file that only one order allows. */
class DateOrders {
  #dayFirst: number | undefined;
  #monthFirst: number | undefined;
  #unclear: { readonly line: number; readonly text: string } | undefined;

  add(line: number, text: string): void {
    const numbers = orderedNumbers(text);
    if (numbers === undefined) return;
    const [first, second] = numbers;
    if (first > 12) this.#dayFirst ??= line;
    else if (second > 12) this.#monthFirst ??= line;
    else if (first !== second) this.#unclear ??= { line, text };
  }

  /** The order, or why it is not clear. */
  found(): DateOrder | AnyMessage {
    const [dayLine, monthLine] = [this.#dayFirst, this.#monthFirst];
    if (dayLine !== undefined && monthLine !== undefined)
      return message('source.csv.bothOrders', { dayLine, monthLine });
    if (dayLine === undefined && monthLine === undefined && this.#unclear !== undefined)
      return message('source.csv.unclearOrder', this.#unclear);
    return monthLine === undefined ? 'dmy' : 'mdy';
  }
}

import {
  type Employee,
  type Establishment,
  type Holiday,
  publicHolidayName,
} from '../../domain/records/records.js';
import { lowerUuid } from '../../domain/records/uuid.js';
import { parseLocalDate } from '../../domain/time/localDate.js';
import { properZoneName } from '../../domain/time/tzdata.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { shown } from '../../runtime/outsideText.js';
import { isRecordId } from '../records/fields.js';
import { LineProblems } from '../rows/lineProblems.js';
import type { TableRow } from '../rows/recordRows.js';
import { type FileColumns, type FolderFile, openFolderFile, readFolderRows } from './folderFile.js';
import { refuseWidth } from './folderSurvey.js';

const EMPLOYEES: FileColumns = {
  name: 'employees.csv',
  needed: ['id'],
  optional: ['firstName', 'lastName', 'active'],
};
const ESTABLISHMENTS: FileColumns = {
  name: 'establishments.csv',
  needed: ['id', 'zone'],
  optional: ['name'],
};
const HOLIDAYS: FileColumns = { name: 'holidays.csv', needed: ['date', 'name'], optional: ['granted'] };

/** These files. */
export const LIST_FILES: readonly FileColumns[] = [EMPLOYEES, ESTABLISHMENTS, HOLIDAYS];

/** Those of them that a folder has. @throws PaytallyError SOURCE_INVALID */
export async function listFiles(folder: string): Promise<readonly FolderFile[]> {
  const files = await Promise.all(LIST_FILES.map((columns) => openFolderFile(folder, columns)));
  return files.filter((file) => file !== undefined);
}

/** The people of `employees.csv`; undefined without the file. @throws PaytallyError SOURCE_INVALID */
export function readEmployeesFile(folder: string): Promise<readonly Employee[] | undefined> {
  return readListFile(folder, EMPLOYEES, idOf, ({ cell }, refuse): Employee => {
    const active = cell('active').toLowerCase();
    if (!['', 'yes', 'no', 'true', 'false', '1', '0'].includes(active))
      refuse(message('source.csv.badActive', { got: shown(cell('active')) }));
    const isActive = !['no', 'false', '0'].includes(active);
    return { id: idOf(cell('id')), firstName: cell('firstName'), lastName: cell('lastName'), isActive };
  });
}

/** The places of `establishments.csv`; undefined without the file. @throws PaytallyError SOURCE_INVALID */
export function readEstablishmentsFile(folder: string): Promise<readonly Establishment[] | undefined> {
  return readListFile(folder, ESTABLISHMENTS, idOf, ({ cell }, refuse): Establishment => {
    const zone = properZoneName(cell('zone'));
    if (zone === undefined) refuse(message('source.csv.badZone', { got: shown(cell('zone')) }));
    return { id: idOf(cell('id')), zone, label: cell('name') || undefined };
  });
}

/** The holidays of `holidays.csv` on the dates that the employer grants. @throws PaytallyError SOURCE_INVALID */
export async function readHolidaysFile(folder: string, language: string): Promise<readonly Holiday[]> {
  const read = await readListFile(folder, HOLIDAYS, undefined, ({ cell }, refuse): Holiday => {
    const date = parseLocalDate(cell('date'));
    const granted = cell('granted') === '' ? date : parseLocalDate(cell('granted'));
    if (date === undefined || granted === undefined)
      return refuse(message('source.csv.noDate', { column: 'date', got: shown(cell('date')) }));
    const name = cell('name') || publicHolidayName(language);
    return { date: granted, name, originalDate: granted === date ? undefined : date };
  });
  return read ?? [];
}

function idOf(text: string): string {
  return lowerUuid(text);
}

/** @param keyOf an ID that only one row may have; undefined for lists without IDs */
async function readListFile<Item>(
  folder: string,
  columns: FileColumns,
  keyOf: ((text: string) => string) | undefined,
  read: (row: TableRow, refuse: (problem: AnyMessage) => never) => Item,
): Promise<readonly Item[] | undefined> {
  const file = await openFolderFile(folder, columns);
  if (file === undefined) return undefined;
  const problems = new LineProblems(file.path);
  const items: Item[] = [];
  const seen = new Map<string, number>();
  for await (const row of readFolderRows(file, refuseWidth(file, problems))) {
    try {
      if (keyOf !== undefined) refuseId(keyOf(row.cell('id')), row.line, seen);
      items.push(read(row, refuse));
    } catch (failure) {
      if (!(failure instanceof ListProblem)) throw failure;
      problems.add(row.line, failure.problem);
    }
  }
  problems.throwIfAny();
  return items;
}

/** Thrown while a row of a list is read. */
class ListProblem extends Error {
  constructor(readonly problem: AnyMessage) {
    super('row');
  }
}

function refuse(problem: AnyMessage): never {
  throw new ListProblem(problem);
}

function refuseId(id: string, line: number, seen: Map<string, number>): void {
  if (!isRecordId(id)) refuse(message('source.csv.badId', { got: shown(id) }));
  const earlier = seen.get(id);
  if (earlier !== undefined) refuse(message('source.csv.idTwice', { id: shown(id), line: earlier }));
  seen.set(id, line);
}

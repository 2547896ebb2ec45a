import { PaytallyError } from '../../errors.js';
import { type Message, message } from '../../i18n/message.js';
import { groupBy } from '../collections.js';
import {
  type CsvRecord,
  type CsvStyle,
  decodeCsv,
  type MappingHeader,
  type MappingProblem,
  parseCsvRecords,
  parseMappingHeader,
} from './csvFile.js';
import { listIds } from './mappingFindings.js';

/** One employee of the mapping file. All values are text, so leading zeros are kept. */
export interface MappingRow {
  readonly line: number;
  readonly employeeId: string;
  /** Last and first name as the file has them; empty if it has no such columns. */
  readonly name: string;
  /** null if the cell is empty. */
  readonly number: string | null;
  /** Column name -> value, for the further columns. */
  readonly extra: Readonly<Record<string, string>>;
  readonly status: string;
}

export interface EmployeeMapping {
  readonly rows: readonly MappingRow[];
  readonly byId: ReadonlyMap<string, MappingRow>;
  readonly extraColumns: readonly string[];
  readonly problems: readonly MappingProblem[];
  readonly style: CsvStyle;
}

/**
 * Reads a hand-edited employees.csv: UTF-8 or windows-1252, separated by `;`, `,` or TAB, with stray spaces and blank
 * lines. All problems are collected; lines with one of kind `row` or `duplicate-id` are left out of the rows.
 * @throws PaytallyError MAPPING_INVALID if it is not text
 */
export function parseMapping(bytes: Uint8Array, path = 'employees.csv'): EmployeeMapping {
  const { text, style } = decodeCsv(bytes, path);
  const [first, ...records] = parseCsvRecords(text, style.delimiter);
  if (first === undefined) {
    throw new PaytallyError('MAPPING_INVALID', message('csv.empty', { path }));
  }
  const problems: MappingProblem[] = [];
  const header = parseMappingHeader(first, problems);
  const byId = new Map<string, MappingRow>();
  if (header.id >= 0 && header.number >= 0) {
    for (const record of records) addRow(record, header, byId, problems);
  }
  const rows = [...byId.values()];
  for (const { number, rows: same } of duplicateNumbers(rows.filter((row) => row.status !== 'gone'))) {
    const employees = listIds(same.map(personOf));
    problems.push({
      kind: 'duplicate-number',
      line: same[0]?.line ?? 1,
      sharedBy: same.map(({ employeeId }) => employeeId),
      message: message('csv.numberShared', { number, employees }),
    });
  }
  return { rows, byId, extraColumns: [...header.extra.values()], problems, style };
}

function addRow(
  record: CsvRecord,
  header: MappingHeader,
  byId: Map<string, MappingRow>,
  problems: MappingProblem[],
): void {
  const cell = (index: number) => record.cells[index]?.value.trim() ?? '';
  const employeeId = cell(header.id);
  const reject = (kind: MappingProblem['kind'], problem: Message) =>
    problems.push({ kind, line: record.line, employeeId, message: problem });
  if (record.malformed) return void reject('row', message('csv.badQuote'));
  if (employeeId === '') return void reject('row', message('csv.idEmpty'));
  if (record.cells.slice(header.width).some((extra) => extra.value.trim() !== '')) {
    const counts = { fields: record.cells.length, expected: header.width };
    return void reject('row', message('csv.tooManyFields', counts));
  }
  const before = byId.get(employeeId);
  if (before !== undefined)
    return void reject('duplicate-id', message('csv.idTwice', { employee: employeeId, line: before.line }));
  const number = cleanNumber(cell(header.number));
  // The file has an apostrophe before text that a spreadsheet would run as a formula.
  const names = [cell(header.lastName), cell(header.firstName)].map((each) =>
    each.replace(/^'(?=[=+\-@])/, ''),
  );
  const name = names.filter(Boolean).join(', ');
  if (isDamaged(number)) {
    const employee = personOf({ employeeId, name });
    reject('damaged', message('csv.numberDamaged', { number, employee }));
  }
  const extra = Object.fromEntries([...header.extra].map(([index, name]) => [name, cell(index)]));
  byId.set(employeeId, {
    line: record.line,
    employeeId,
    name,
    number: number === '' || isDamaged(number) ? null : number,
    extra,
    status: cell(header.status).toLowerCase(),
  });
}

function personOf({ employeeId, name }: { employeeId: string; name: string }): string {
  return name === '' ? employeeId : `${name} (${employeeId})`;
}

/** A payroll ID as typed to keep its zeros: `="00040"` and `'00040` are `00040`. */
function cleanNumber(text: string): string {
  const formula = /^="([^"]*)"$/.exec(text);
  return (formula?.[1] ?? text).replace(/^'/, '').trim();
}

/** `1,23E+05`: Excel read a long payroll ID as a number, and its digits are lost. Also `#####` and error values. */
function isDamaged(number: string): boolean {
  return /^\d(?:[.,]\d+)?E\+?\d+$/i.test(number) || /^#/.test(number);
}

/** A payroll ID, and the rows that share it. */
interface DuplicateNumber<Row> {
  readonly number: string;
  readonly rows: readonly Row[];
}

/** Payroll IDs that several rows share, in the order of the file. */
function duplicateNumbers<Row extends { readonly number: string | null }>(
  rows: readonly Row[],
): DuplicateNumber<Row>[] {
  return [...groupBy(rows, ({ number }) => number)].flatMap(([number, same]) => {
    return number === null || same.length < 2 ? [] : [{ number, rows: same }];
  });
}

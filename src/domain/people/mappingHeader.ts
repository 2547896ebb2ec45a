import type { MappingProblem } from './mappingProblem.js';
import type { MappingRecord } from './mappingRecords.js';

/** Where the known columns are; -1 where there is none. */
export interface MappingHeader {
  readonly id: number;
  readonly number: number;
  readonly status: number;
  readonly lastName: number;
  readonly firstName: number;
  readonly width: number;
  /** Further columns, for rules and templates: place -> name. */
  readonly extra: ReadonlyMap<number, string>;
}

/** Columns that are there for the reader's eyes; the program takes names from the service. */
const FOR_READERS = new Set(['lastname', 'firstname', 'name', 'status', 'active']);
/** What cannot be missing, and what people call it instead. */
const NEEDED = [
  { column: 'employeeId', short: 'id' },
  { column: 'employeeNumber', short: 'number' },
];
const TAKEN = new Set(NEEDED.map(({ short }) => short));

/** Reads the heading line; names are compared without regard to case and stray spaces. */
export function mappingHeader(record: MappingRecord, problems: MappingProblem[]): MappingHeader {
  const names = record.cells.map((cell) => cell.value.trim());
  const places = names.map((name) => name.toLowerCase());
  const report = (message: string) => problems.push({ kind: 'file', line: record.line, message });
  const missing = NEEDED.filter(({ column }) => !places.includes(column.toLowerCase()));
  for (const { column, short } of missing) {
    const meant = names[places.indexOf(short)];
    report(
      meant === undefined
        ? `there is no column ${column}; there are: ${names.join(', ')}`
        : `the column ${meant} must be called ${column}`,
    );
  }
  places.forEach((name, index) => {
    if (name !== '' && places.indexOf(name) !== index) report(`the column ${names[index]} is there twice`);
    if (TAKEN.has(name) && !missing.some(({ short }) => short === name))
      report(`a column cannot be called ${names[index]}: templates use that name for something else`);
  });
  const known = new Set(['employeeid', 'employeenumber', ...FOR_READERS]);
  return {
    id: places.indexOf('employeeid'),
    number: places.indexOf('employeenumber'),
    status: places.indexOf('status'),
    lastName: places.indexOf('lastname'),
    firstName: places.indexOf('firstname'),
    width: names.length,
    extra: new Map(
      names
        .map((name, index) => [index, name] as const)
        .filter(([, name]) => name !== '' && !known.has(name.toLowerCase())),
    ),
  };
}

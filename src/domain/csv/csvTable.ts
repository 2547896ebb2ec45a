import type { PaytallyError } from '../../errors.js';
import { type Message, message } from '../../i18n/message.js';
import { type CsvRow, readCsvRows } from './csvRows.js';
import { decodeCsv, lineProblem } from './csvText.js';

/** A file of rows that was edited by hand, such as that of absences. */
interface CsvTable<Column extends string, Row> {
  readonly kind: 'absences' | 'holidays';
  readonly columns: readonly Column[];
  readonly needed: readonly Column[];
  /** Further problems of the heading. @param names the file's columns in lower case */
  readonly headingProblems?: (names: readonly string[]) => readonly Message[];
  /** The row, or its problem. @param cell the value of a column, empty if the file does not have it */
  readonly parseRow: (cell: (column: Column) => string, line: number) => Row | Message;
  /** One error that lists all problems. */
  readonly refuse: (problems: readonly Message[], path: string) => PaytallyError;
}

/**
 * The rows of such a file: UTF-8 or windows-1252, separated by `;`, `,` or TAB, with blank lines and further columns.
 * @throws PaytallyError of the table with every invalid line
 */
export function parseCsvTable<Column extends string, Row extends object>(
  bytes: Uint8Array,
  path: string,
  table: CsvTable<Column, Row>,
): Row[] {
  const { text, style } = decodeCsv(bytes, path, table.kind);
  const [heading, ...records] = readCsvRows(text, style.delimiter);
  if (heading === undefined) return [];
  const places = placesOf(heading, path, table);
  const problems: Message[] = [];
  const rows = records.flatMap((record) => {
    const cell = (column: Column): string => record.cells[places.get(column) ?? -1]?.trim() ?? '';
    const row = record.malformed ? message('csv.badQuote') : table.parseRow(cell, record.line);
    if (!isProblem(row)) return [row];
    problems.push(lineProblem(path, record.line, row));
    return [];
  });
  if (problems.length > 0) throw table.refuse(problems, path);
  return rows;
}

function isProblem(row: object | Message): row is Message {
  return 'id' in row;
}

function placesOf<Column extends string, Row>(
  heading: CsvRow,
  path: string,
  { columns, needed, headingProblems = () => [], refuse }: CsvTable<Column, Row>,
): ReadonlyMap<Column, number> {
  const names = heading.cells.map((cell) => cell.trim().toLowerCase());
  const there = names.join(', ');
  const problems = [
    ...needed
      .filter((column) => !names.includes(column))
      .map((column) => message('csv.columnMissing', { column, there })),
    ...headingProblems(names),
    ...columns
      .filter((column) => names.indexOf(column) !== names.lastIndexOf(column))
      .map((column) => message('csv.columnTwice', { column })),
  ];
  if (problems.length > 0) {
    throw refuse(
      problems.map((problem) => lineProblem(path, heading.line, problem)),
      path,
    );
  }
  return new Map(columns.map((column) => [column, names.indexOf(column)]));
}

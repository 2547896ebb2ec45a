import { formatText } from '../../i18n/formatMessage.js';
import type { DataRow, DataSet, FieldType, Scalar } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import { outputName, type ReportOptions, reportContext } from './reportContext.js';
import { type DatabasePart, SqliteFile } from './sqliteFile.js';

/**
 * The report `database`: a file of SQLite with a table for each data set, views for the most frequent questions, and
 * the table README, which describes every column. Names and types never depend on the language.
 */
export function renderDatabase(model: TemplateModel, options: ReportOptions = {}): OutputFile[] {
  const file = new SqliteFile();
  const sets = [...model.dataSets.values()];
  file.add(readme(sets));
  file.add(runTable(model.run));
  let rows = 0;
  for (const set of sets) rows += file.add(tableOf(set));
  for (const view of VIEWS) file.add(view);
  const name = outputName(reportContext(model, options), 'database', 'sqlite');
  return [{ name, rows, content: asChunks(file.bytes()) }];
}

async function* asChunks(pages: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pages;
}

/** `employee-days` is the table `employee_days`, `employee.lastName` the column `employee_lastName`. */
export function nameInDatabase(name: string): string {
  return name.replaceAll(/[-.]/g, '_');
}

/** Dates and times are texts, which sort by time. A boolean is 0 or 1. */
const SQL_TYPES: Readonly<Record<FieldType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  minutes: 'INTEGER',
  number: 'REAL',
  date: 'TEXT',
  timestamp: 'TEXT',
  boolean: 'INTEGER',
};

function tableOf({ name, fields, rows }: DataSet): DatabasePart {
  const columns = columnNames(fields);
  const typed = fields.map(({ type }, at) => `${quoted(columns[at] ?? '')} ${SQL_TYPES[type]}`);
  const names = fields.map((field) => field.name);
  return createdTable(name, typed, valuesOf(rows, names));
}

/** Columns of the mapping file may differ only in case, which SQLite does not tell apart. */
function columnNames(fields: DataSet['fields']): readonly string[] {
  const taken = new Map<string, number>();
  return fields.map((field) => {
    const name = nameInDatabase(field.name);
    const count = (taken.get(name.toLowerCase()) ?? 0) + 1;
    taken.set(name.toLowerCase(), count);
    return count === 1 ? name : `${name}_${count}`;
  });
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function createdTable(
  name: string,
  columns: readonly string[],
  rows: Iterable<readonly Scalar[]>,
): DatabasePart {
  const table = nameInDatabase(name);
  return { type: 'table', name: table, sql: `CREATE TABLE "${table}" (${columns.join(', ')})`, rows };
}

function* valuesOf(rows: Iterable<DataRow>, names: readonly string[]): Generator<readonly Scalar[]> {
  for (const row of rows) yield names.map((name) => row[name] ?? null);
}

function readme(sets: readonly DataSet[]): DatabasePart {
  const columns = sets.flatMap(({ name: set, fields }) => {
    const names = columnNames(fields);
    return fields.map(({ type, description }, at) => [
      nameInDatabase(set),
      names[at] ?? null,
      type,
      formatText(description, 'en'),
    ]);
  });
  const views = VIEWS.map(({ name, description }) => [name, null, 'view', description]);
  return createdTable(
    'README',
    ['"table" TEXT', '"column" TEXT', '"type" TEXT', '"meaning" TEXT'],
    [...columns, ...views],
  );
}

/** The facts of the run, one per row: `employer`, `period`, `state` and more. */
function runTable(run: DataRow): DatabasePart {
  const rows = Object.entries(run).map(([name, value]) => [
    nameInDatabase(name.replace(/^run\./, '')),
    value === null ? null : String(value),
  ]);
  return createdTable('run', ['"name" TEXT', '"value" TEXT'], rows);
}

interface DescribedView extends DatabasePart {
  readonly description: string;
}

function view(name: string, description: string, select: string): DescribedView {
  return { type: 'view', name, description, sql: `CREATE VIEW "${name}" AS ${select}` };
}

const VIEWS: readonly DescribedView[] = [
  view(
    'hours_by_employee',
    'Worked and planned minutes of each employee in the period',
    'SELECT employee_id, employee_number, employee_lastName, employee_firstName, SUM(workedMinutes) AS workedMinutes, SUM(plannedMinutes) AS plannedMinutes, COUNT(*) AS days FROM employee_days GROUP BY employee_id, employee_number, employee_lastName, employee_firstName',
  ),
  view(
    'hours_by_date',
    'Worked and planned minutes of all employees by day',
    'SELECT date, SUM(workedMinutes) AS workedMinutes, SUM(plannedMinutes) AS plannedMinutes, COUNT(*) AS employees FROM employee_days GROUP BY date',
  ),
  view(
    'pay_by_code',
    'Paid minutes by pay code',
    'SELECT payCode, kind, SUM(minutes) AS minutes, COUNT(DISTINCT employee_id) AS employees FROM pay_lines GROUP BY payCode, kind',
  ),
];

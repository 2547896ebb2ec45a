import { PaytallyError } from '../../errors.js';
import type { Scalar } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { ReportModel } from '../reportModel.js';
import { csvRecordWriter } from './csvWriter.js';
import { escapeFormula } from './escapeFormula.js';

/** Heading -> field, in the order of the contract. Later versions add only at the end. */
const COLUMNS = [
  ['employeeId', 'employee.id'],
  ['employeeNumber', 'employee.number'],
  ['lastName', 'employee.lastName'],
  ['firstName', 'employee.firstName'],
  ['date', 'date'],
  ['weekday', 'weekday'],
  ['holiday', 'holiday'],
  ['establishments', 'establishments'],
  ['plannedMinutes', 'plannedMinutes'],
  ['workedMinutes', 'workedMinutes'],
  ['differenceMinutes', 'differenceMinutes'],
  ['entries', 'entries'],
] as const;

/** The `employee-days` CSV, straight from the model (the template of the same name says the same). */
export function employeeDaysCsv(model: ReportModel): OutputFile {
  const dataSet = model.dataSets.get('employee-days');
  if (dataSet === undefined)
    throw new PaytallyError('RENDER_REFUSED', 'The model has no data set employee-days.');
  const rows = [...dataSet.rows].sort(
    (a, b) => compare(a['employee.id'], b['employee.id']) || compare(a.date, b.date),
  );
  const write = csvRecordWriter({
    delimiter: ',',
    recordDelimiter: '\n',
    quoting: 'rfc4180',
    trailingDelimiter: false,
  });
  const lines = [write(COLUMNS.map(([heading]) => heading))];
  for (const row of rows) lines.push(write(COLUMNS.map(([, field]) => cell(row[field] ?? null))));
  const name = `${model.run['run.employer']}_${model.run['run.periodLabel']}_employee-days.csv`;
  return { name, rows: rows.length, content: Buffer.from(lines.join(''), 'utf8') };
}

function cell(value: Scalar): string {
  if (value === null) return '';
  return typeof value === 'string' ? escapeFormula(value) : String(value);
}

function compare(a: Scalar | undefined, b: Scalar | undefined): number {
  const left = String(a ?? '');
  const right = String(b ?? '');
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

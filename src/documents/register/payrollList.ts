import type { PayrollListRow } from '../../domain/people/matchPayrollList.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { guessColumns } from '../like/columnGuess.js';
import { possibleTables, readSourceFile, type SourceRow } from '../like/sourceFile.js';

const MOST_HEADING_ROWS = 20;

/**
 * Reads the payroll's own list of employees: any CSV or XLSX file whose headings name the payroll ID and the names.
 * Lines without a payroll ID or a name are left out, and their line numbers are returned.
 * @param column the heading of a further column to read; then names are not required
 * @throws PaytallyError MAPPING_INVALID
 */
export async function readPayrollList(
  path: string,
  column?: string,
): Promise<{ readonly rows: readonly PayrollListRow[]; readonly incomplete: readonly number[] }> {
  const tables = possibleTables(await readSourceFile(path, 'MAPPING_INVALID'));
  const read = tables
    .flatMap((table) => readList(table, column) ?? [])
    .sort((a, b) => b.rows.length - a.rows.length);
  const [best] = read;
  if (best !== undefined) return best;
  const text =
    column === undefined
      ? message('payrollList.noColumns', { path })
      : message('payrollList.noColumn', { path, column });
  throw new PaytallyError('MAPPING_INVALID', text, { record: path });
}

function readList(table: readonly SourceRow[], column: string | undefined) {
  for (const [index, { cells }] of table.slice(0, MOST_HEADING_ROWS).entries()) {
    const below = table.slice(index + 1);
    const further = column === undefined ? -1 : headingAt(cells, column);
    if (column !== undefined && further < 0) continue;
    const columns = findColumns(cells, below, column !== undefined);
    if (columns === undefined || below.length === 0) continue;
    const { number, lastName, firstName, name } = columns;
    const rows = below.map(({ line, cells: own }): PayrollListRow => {
      const text = (at: number) => (at < 0 ? '' : (own[at] ?? '').trim());
      const names = { lastName: text(lastName), firstName: text(firstName) };
      const value = column === undefined ? {} : { value: text(further) };
      return { line, number: text(number), ...names, name: lastName < 0 ? text(name) : '', ...value };
    });
    const isNamed = columns.lastName >= 0 || columns.name >= 0;
    const isComplete = (row: PayrollListRow) =>
      row.number !== '' && (!isNamed || row.lastName + row.firstName + row.name !== '');
    const incomplete = rows.filter((row) => !isComplete(row)).map(({ line }) => line);
    return { rows: rows.filter(isComplete), incomplete };
  }
  return undefined;
}

function headingAt(headings: readonly string[], column: string): number {
  return headings.findIndex((heading) => heading.trim().toLowerCase() === column.trim().toLowerCase());
}

/** Headings that leave no doubt, in the languages of payroll systems. */
const HEADINGS = {
  'last-name':
    /^(last.?name|surname|family.?name|nachname|familienname|achternaam|nom(?! compl)( de famille)?|efternavn|naam)$/i,
  'first-name': /^(first.?name|given.?name|vorname|voornaam|roepnaam|pr.nom|fornavn)$/i,
  name: /^(name|full.?name|employee.?name|naam|nom complet|mitarbeiter|medewerker|salari.|navn)$/i,
  number:
    /^(employee.?number|employee.?(id|no)\.?|payroll.?(id|number)|personal.?n(ummer|r)\.?|pers\.?.?nr\.?|personeelsnummer|persnr|matricule|l.nnummer)$/i,
} as const;

/** A heading of payroll IDs where no other one says so more clearly; lists also count their lines under it. */
const ANY_NUMBER = /^(num.ro|number|nummer)$/i;

/** The columns of the payroll ID and the names; undefined if they are missing. */
function findColumns(headings: readonly string[], below: readonly SourceRow[], mayLackNames: boolean) {
  const values = headings.map((_, column) => below.map(({ cells }) => cells[column] ?? ''));
  const roles = guessColumns(values, headings).map(({ role }) => role?.is);
  const named = (pattern: RegExp) =>
    headings.flatMap((heading, column) => (pattern.test(heading.trim()) ? column : []));
  const find = (is: keyof typeof HEADINGS, others: readonly number[] = []) =>
    [...named(HEADINGS[is]), ...others, roles.indexOf(is)].find((column) => column >= 0) ?? -1;
  const countsLines = (column: number) => isCount(values[column] ?? []);
  const numbers = named(ANY_NUMBER).sort((a, b) => Number(countsLines(a)) - Number(countsLines(b)));
  const number = find('number', numbers);
  const [lastName, firstName, name] = [find('last-name'), find('first-name'), find('name')];
  if (number < 0 || (name < 0 && lastName < 0 && !mayLackNames)) return undefined;
  const isPair = lastName >= 0 && firstName >= 0 && lastName !== firstName;
  return isPair
    ? { number, lastName, firstName, name: -1 }
    : { number, lastName: -1, firstName: -1, name: name >= 0 ? name : lastName };
}

/** Whether a column only numbers the lines of a list. */
function isCount(values: readonly string[]): boolean {
  return values.length > 1 && values.every((value, index) => Number(value) === index + 1);
}

import type { RegisterLine } from '../../domain/corrections/compareRegister.js';
import { guessColumns, wordOf } from '../like/columnGuess.js';
import { type AmountFormat, amountFormat, parseHours } from '../like/exampleValues.js';
import { cutText, possibleTables, type SourceFile, type SourceRow } from '../like/sourceFile.js';
import type { RegisterColumn, RegisterLayout, RegisterRole } from './registerLayout.js';

export interface RegisterReading {
  readonly layout: string;
  readonly lines: readonly RegisterLine[];
  /** Lines that the layout cannot explain. */
  readonly unreadable: readonly { readonly line: number; readonly text: string }[];
  /** Totals: lines with hours but without a person. */
  readonly withoutPerson: readonly number[];
}

/** The name of a layout that was recognised by its headings. */
export const BY_HEADINGS = 'headings';

/** All ways to read a file in a layout; empty if no line matches. */
export function readInLayout(file: SourceFile, layout: RegisterLayout): RegisterReading[] {
  const widths = layout.columns.map(({ width = 0 }) => width);
  const tables =
    layout.delimiter === '' && file.kind === 'text' ? [cutText(file.text, widths)] : possibleTables(file);
  return tables.flatMap((rows) => readTable(rows, layout) ?? []);
}

/** Reads a file with headings for the person, the pay code and the hours. */
export function readByHeadings(file: SourceFile): RegisterReading[] {
  return possibleTables(file).flatMap((rows) => {
    for (const at of rows.slice(0, MOST_HEADING_ROWS).keys()) {
      const layout = guessLayout(rows, at);
      if (layout !== undefined) return readTable(rows.slice(at), layout) ?? [];
    }
    return [];
  });
}

const MOST_HEADING_ROWS = 20;

interface Placed {
  readonly column: RegisterColumn;
  readonly at: number;
}

function readTable(rows: readonly SourceRow[], layout: RegisterLayout): RegisterReading | undefined {
  const heading = layout.hasHeadings ? findHeadings(rows, layout) : undefined;
  if (layout.hasHeadings && heading === undefined) return undefined;
  const placed = heading?.placed ?? layout.columns.map((column, at) => ({ column, at }));
  const lines: RegisterLine[] = [];
  const unreadable: { line: number; text: string }[] = [];
  const withoutPerson: number[] = [];
  for (const row of rows.slice(heading === undefined ? 0 : heading.index + 1)) {
    const read = readRow(row, placed, layout.hasHeadings ? undefined : layout.columns.length);
    const hasBegun = layout.hasHeadings || lines.length > 0;
    if (read === 'no person') withoutPerson.push(row.line);
    else if (read !== undefined) lines.push(...read);
    else if (hasBegun || isAsWide(row, layout.columns.length))
      unreadable.push({ line: row.line, text: row.cells.join(' | ').trim() });
  }
  return lines.length === 0 ? undefined : { layout: layout.name, lines, unreadable, withoutPerson };
}

function isAsWide({ cells }: SourceRow, count: number): boolean {
  return cells.length === count || (cells.length === count + 1 && cells.at(-1)?.trim() === '');
}

/** The heading row, and the position of each column. */
function findHeadings(
  rows: readonly SourceRow[],
  { columns }: RegisterLayout,
): { readonly index: number; readonly placed: readonly Placed[] } | undefined {
  for (const [index, { cells }] of rows.slice(0, MOST_HEADING_ROWS).entries()) {
    const names = cells.map(plain);
    const placed = columns.flatMap((column): Placed[] => {
      const at = column.heading === '' ? -1 : names.indexOf(plain(column.heading));
      return at < 0 || column.role.is === 'codes' ? [] : [{ column, at }];
    });
    const isUnnamed = columns.every(({ heading, role }) => heading === '' || role.is === 'codes');
    const byPlace = columns.flatMap((column, at): Placed[] =>
      column.role.is === 'codes' ? [] : [{ column, at }],
    );
    const known = isUnnamed ? byPlace : placed;
    const codes = codeColumns(columns, cells, { known, below: rows.slice(index + 1) });
    const all = [...known, ...codes];
    const fits = isUnnamed
      ? byPlace.every(({ at }) => (cells[at] ?? '').trim() === '') && codes.length > 0
      : isEnough(columns, all);
    if (fits) return { index, placed: all };
  }
  return undefined;
}

/**
 * A column for each pay code: a column without a known heading. A column that is not a pay code may have amounts too.
 */
function codeColumns(
  columns: readonly RegisterColumn[],
  cells: readonly string[],
  { known, below }: { readonly known: readonly Placed[]; readonly below: readonly SourceRow[] },
): Placed[] {
  const spread = columns.find(({ role }) => role.is === 'codes');
  if (spread?.role.is !== 'codes') return [];
  const { format, pattern } = spread.role;
  const named = new Set(columns.map(({ heading }) => plain(heading)));
  return cells.flatMap((cell, at): Placed[] => {
    const code = cell.trim();
    const isOther = known.some((column) => column.at === at) || (code !== '' && named.has(plain(code)));
    if (code === '' || isOther) return [];
    const isAmount = () => below.every((row) => isAmountOrEmpty(row.cells[at] ?? '', format));
    if (pattern?.test(code) === false && !isAmount()) return [];
    return [{ at, column: { ...spread, role: { is: 'amount', format, codes: [code] } } }];
  });
}

function isAmountOrEmpty(text: string, format: AmountFormat): boolean {
  return text.trim() === '' || parseHours(text, format) !== undefined;
}

function isEnough(columns: readonly RegisterColumn[], placed: readonly Placed[]): boolean {
  const has = (is: RegisterRole['is']) => placed.some(({ column }) => column.role.is === is);
  const wants = (is: RegisterRole['is']) => columns.some(({ role }) => role.is === is);
  const hasAmount = has('amount') || has('slot-amount') || has('part');
  return has('person') && hasAmount && (!wants('code') || has('code'));
}

function plain(text: string): string {
  return text
    .trim()
    .replace(/^\ufeff/, '')
    .toLowerCase();
}

/** The hours of a line; undefined if it does not match this layout. @param width of lines without headings */
function readRow(
  row: SourceRow,
  placed: readonly Placed[],
  width: number | undefined,
): RegisterLine[] | 'no person' | undefined {
  if (width !== undefined && !isAsWide(row, width)) return undefined;
  const cellOf = ({ at }: Placed) => (row.cells[at] ?? '').trim();
  const isOther = placed.some(
    (each) =>
      each.column.role.is === 'constant' &&
      width !== undefined &&
      cellOf(each) !== each.column.role.value.trim(),
  );
  if (isOther) return undefined;
  const person = Object.fromEntries(
    placed.flatMap((each) => {
      const { role } = each.column;
      const text = cellOf(each);
      return role.is === 'person' && text !== '' ? [[role.field, text] as const] : [];
    }),
  );
  const isTotal = Object.values(person).every((text) => TOTAL.test(text));
  const amounts = readAmounts(placed, cellOf, isTotal ? 'total' : '');
  if (amounts === undefined) return undefined;
  if (isTotal) return amounts.length > 0 ? 'no person' : [];
  const isNumeric = (is: RegisterRole['is']) =>
    placed.some(({ column }) => column.role.is === is && column.isNumeric);
  const numeric = { person: isNumeric('person'), code: isNumeric('code') };
  return amounts.map(({ code, hours }) => ({ line: row.line, person, code, hours, numeric }));
}

/** Instead of a person, in the languages of payroll systems. */
const TOTAL =
  /^(?:(?:grand|sub|general|eind)[\s-]*)?(?:totals?|totaal|totalen|totaux|total g.n.ral|summe|gesamt(?:summe)?|i alt)[\s:.]*$/i;

interface CodeHours {
  readonly code: string;
  readonly hours: number;
}

/** Hours by pay code; undefined if a cell should be an amount but is not. @param unnamed the code of hours without one */
function readAmounts(
  placed: readonly Placed[],
  cellOf: (placed: Placed) => string,
  unnamed: string,
): CodeHours[] | undefined {
  const code = placed.find(({ column }) => column.role.is === 'code');
  const own = (code && cellOf(code)) || unnamed;
  const found: CodeHours[] = [];
  let slot = '';
  let isRead = true;
  const add = (name: string, amount: Placed, format: AmountFormat): void => {
    const text = cellOf(amount);
    if (text === '') return;
    const hours = parseHours(text, format);
    if (hours === undefined || name === '') isRead = false;
    else found.push({ code: name, hours: isNegative(placed, amount, cellOf) ? -hours : hours });
  };
  for (const each of placed) {
    const { role } = each.column;
    if (role.is === 'slot-code') slot = cellOf(each);
    if (role.is === 'slot-amount' && slot !== '') add(slot, each, role.format);
    if (role.is === 'amount' && role.codes !== undefined) add(role.codes[0] ?? '', each, role.format);
  }
  const [amount] = placed.filter(({ column: { role } }) => role.is === 'amount' && role.codes === undefined);
  if (amount?.column.role.is === 'amount') add(own, amount, amount.column.role.format);
  else if (own !== '') {
    const parts = placed.flatMap((each) => {
      const { role } = each.column;
      return role.is === 'part' ? [Number(cellOf(each)) / (role.of === 'hours' ? 1 : 60)] : [];
    });
    const hours = parts.reduce((sum, part) => sum + part, 0);
    if (Number.isNaN(hours)) isRead = false;
    else if (parts.length > 0) found.push({ code: own, hours });
  }
  return isRead ? found : undefined;
}

/** Whether the column next to an amount, or the only column of signs, has a minus. */
function isNegative(placed: readonly Placed[], amount: Placed, cellOf: (placed: Placed) => string): boolean {
  const signs = placed.filter(({ column }) => column.role.is === 'sign');
  const isBeside = ({ at }: Placed) => Math.abs(at - amount.at) === 1;
  const own = signs.find(isBeside) ?? (signs.length === 1 ? signs[0] : undefined);
  return own?.column.role.is === 'sign' && cellOf(own) === own.column.role.minus.trim();
}

const PERSON_FIELDS: Readonly<Record<string, string>> = {
  number: 'employee.number',
  'last-name': 'employee.lastName',
  'first-name': 'employee.firstName',
  name: 'employee.name',
};

const ONLY = ['code', 'number'] as const;

/** The layout by the headings of a row: a person, a pay code and hours. */
function guessLayout(rows: readonly SourceRow[], at: number): RegisterLayout | undefined {
  const headings = rows[at]?.cells.map((cell) => cell.trim());
  const below = rows.slice(at + 1).filter(({ cells }) => cells.length > 1);
  if (headings === undefined || headings.length < 3 || below.length === 0) return undefined;
  const values = headings.map((_, column) => below.map(({ cells }) => cells[column] ?? ''));
  const guesses = guessColumns(values, headings);
  const decimalSign = below.some(({ cells }) => cells.some((cell) => /^-?\d+,\d{1,2}$/.test(cell.trim())))
    ? ','
    : '.';
  const columns = headings.map((heading, index): RegisterColumn => {
    const { role: guess, others = [] } = guesses[index] ?? {};
    // A register of one pay code or one person repeats it in every line.
    const only = guess?.is === 'constant' ? ONLY.find((is) => is === wordOf(heading)) : undefined;
    const isOnly = only !== undefined && guesses.every(({ role: other }) => other?.is !== only);
    const role = isOnly ? { is: only } : guess;
    const field = PERSON_FIELDS[role?.is ?? ''];
    const unit =
      role?.is === 'hours' ? role.unit : role === undefined && others.includes('hours') ? 'hours' : undefined;
    return {
      ...{ heading, width: undefined, pad: ' ', isNumeric: false },
      role:
        field !== undefined
          ? { is: 'person', field }
          : role?.is === 'code'
            ? { is: 'code' }
            : unit !== undefined
              ? { is: 'amount', format: amountFormat(unit, decimalSign) }
              : { is: 'other' },
    };
  });
  const count = (is: RegisterRole['is']) => columns.filter(({ role }) => role.is === is).length;
  if (count('person') === 0 || count('amount') === 0 || count('code') > 1) return undefined;
  const spread = count('code') === 1 ? columns : columns.map(withOwnCode);
  return { name: BY_HEADINGS, columns: spread, hasHeadings: true, delimiter: '' };
}

/** Without a column of pay codes, the heading of each hours column names its pay code. */
function withOwnCode(column: RegisterColumn): RegisterColumn {
  const { role, heading } = column;
  return role.is === 'amount' ? { ...column, role: { ...role, codes: [heading] } } : column;
}

import type { RegisterLine } from '../../domain/corrections/identifyLines.js';
import { type AmountFormat, parseHours } from '../like/exampleValues.js';
import { cutText, possibleTables, type SourceFile, type SourceRow } from '../like/sourceFile.js';
import { guessLayout } from './headingsLayout.js';
import {
  isTotalText,
  type RegisterColumn,
  type RegisterLayout,
  type RegisterRole,
} from './registerLayout.js';
import type { DatedCell } from './registerPeriod.js';
import { type RegisterReading, type TableReading, textOfRow, withOtherSheets } from './registerReading.js';

/** All ways to read a file in a layout; empty if no line matches. */
export function readInLayout(file: SourceFile, layout: RegisterLayout): RegisterReading[] {
  const widths = layout.columns.map(({ width = 0 }) => width);
  const tables =
    layout.delimiter === '' && file.kind === 'text' ? [cutText(file.text, widths)] : possibleTables(file);
  return withOtherSheets(
    file,
    tables.map((rows) => {
      const reading = readTable(rows, layout);
      return reading && { rows, reading, form: layout.name };
    }),
  );
}

/** Reads a file with headings for the person, the pay code and the hours. */
export function readByHeadings(file: SourceFile): RegisterReading[] {
  return withOtherSheets(file, possibleTables(file).map(readGuessed));
}

function readGuessed(rows: readonly SourceRow[]): TableReading | undefined {
  for (const [at, heading] of rows.slice(0, MOST_HEADING_ROWS).entries()) {
    const layout = guessLayout(rows, at);
    if (layout === undefined) continue;
    const reading = readTable(rows.slice(at), layout);
    const title = rows.slice(0, at).map(textOfRow);
    return reading && { rows, reading: { ...reading, title }, form: plain(textOfRow(heading)) };
  }
  return undefined;
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
  const below = rows.slice(heading === undefined ? 0 : heading.index + 1);
  const columns = new RegisterColumns(placed, below, layout.hasHeadings ? undefined : layout.columns.length);
  const lines: RegisterLine[] = [];
  const dates: DatedCell[][] = [];
  const unreadable: { line: number; text: string }[] = [];
  const totals: { line: number; text: string }[] = [];
  const title = rows.slice(0, heading?.index ?? 0).map(textOfRow);
  /** Since the last total: subtotals add them up. */
  let block: RegisterLine[] = [];
  for (const row of below) {
    const read = columns.read(row, { block, all: lines });
    const hasBegun = layout.hasHeadings || lines.length > 0;
    if (read === 'total') {
      totals.push({ line: row.line, text: textOfRow(row) });
      block = [];
    } else if (read !== undefined) {
      lines.push(...read);
      block.push(...read);
      if (read.length > 0) dates.push(columns.datesOf(row));
      if (columns.leavesAmounts(row)) unreadable.push({ line: row.line, text: textOfRow(row) });
    } else if (hasBegun || isAsWide(row, layout.columns.length))
      unreadable.push({ line: row.line, text: textOfRow(row) });
    else title.push(textOfRow(row));
  }
  return lines.length === 0 ? undefined : { layout: layout.name, lines, unreadable, totals, dates, title };
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
    if (code === '' || isOther || isTotalText(code)) return [];
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

/** Lines read before: since the last total, and all. */
interface ReadBefore {
  readonly block: readonly RegisterLine[];
  readonly all: readonly RegisterLine[];
}

/** The columns of a table, which are read line by line. */
class RegisterColumns {
  readonly #precisions: ReadonlyMap<Placed, Precision>;

  constructor(
    readonly placed: readonly Placed[],
    below: readonly SourceRow[],
    /** Of lines without headings. */
    readonly width: number | undefined,
  ) {
    this.#precisions = new Map(
      placed.flatMap((each) => {
        const format = amountFormatOf(each);
        return format === undefined ? [] : [[each, precisionOf(below.map(cellIn(each)), format)] as const];
      }),
    );
  }

  /** The amounts of a line; undefined if it does not match this layout. */
  read(row: SourceRow, before: ReadBefore): RegisterLine[] | 'total' | undefined {
    if (this.width !== undefined && !isAsWide(row, this.width)) return undefined;
    const cellOf = (each: Placed) => cellIn(each)(row);
    const isOther = this.placed.some(
      (each) =>
        each.column.role.is === 'constant' &&
        this.width !== undefined &&
        cellOf(each) !== each.column.role.value.trim(),
    );
    if (isOther) return undefined;
    const person = this.#personIn(cellOf);
    const amounts = readAmounts(this.placed, cellOf);
    if (amounts === undefined) return undefined;
    const lines = amounts.map((amount) => this.#line(row, person, amount));
    if (this.#isTotal(person, cellOf)) return lines.length > 0 ? 'total' : [];
    if (lines.every(({ code }) => code !== '')) return lines;
    return isSumOf(lines, before) ? 'total' : undefined;
  }

  /** Whether a line of a person has amounts in a second column of them, which are not read. */
  leavesAmounts(row: SourceRow): boolean {
    const cellOf = (each: Placed) => cellIn(each)(row);
    const [first, ...others] = this.placed.filter(isAmountOfCode);
    if (first === undefined || others.length === 0 || this.#isTotal(this.#personIn(cellOf), cellOf))
      return false;
    const hoursIn = (each: Placed) => {
      const format = amountFormatOf(each);
      return (format && parseHours(cellOf(each), format)) ?? 0;
    };
    const read = hoursIn(first);
    return others
      .filter(({ column }) => !SUM_OF_MONTHS.test(column.heading))
      .map(hoursIn)
      .some((hours) => hours !== 0 && Math.abs(hours - read) > SUMMED_ROUNDING);
  }

  #personIn(cellOf: (placed: Placed) => string): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.placed.flatMap((each) => {
        const { role } = each.column;
        const text = cellOf(each);
        return role.is === 'person' && text !== '' ? [[role.field, text] as const] : [];
      }),
    );
  }

  datesOf(row: SourceRow): DatedCell[] {
    return this.placed.flatMap((each) => {
      const { role } = each.column;
      return role.is === 'date' ? [{ role, text: cellIn(each)(row) }] : [];
    });
  }

  /** Without a person, or with a word for totals instead of a person or a pay code. */
  #isTotal(person: Readonly<Record<string, string>>, cellOf: (placed: Placed) => string): boolean {
    const people = Object.values(person);
    if (people.length === 0 || people.some(isTotalText)) return true;
    const codes = this.placed.filter(({ column }) => column.role.is === 'code').map(cellOf);
    if (codes.some(isTotalText)) return true;
    const others = this.placed.filter(({ column }) => column.role.is === 'other').map(cellOf);
    return codes.some((text) => text === '') && others.some(isTotalText);
  }

  #line(row: SourceRow, person: Readonly<Record<string, string>>, amount: ReadAmount): RegisterLine {
    const { placed, code, hours, quantity, column } = amount;
    const isNumeric = (is: RegisterRole['is']) =>
      this.placed.some(({ column: { role, isNumeric: has } }) => role.is === is && has);
    const precision = placed === undefined ? undefined : this.#precisions.get(placed);
    const { stepHours, stepQuantity, hasDecimals } = precision ?? EXACT_MINUTES;
    const text = placed === undefined ? '' : cellIn(placed)(row);
    return {
      line: row.line,
      person,
      code,
      column,
      hours,
      quantity,
      stepHours,
      stepQuantity,
      lacksDecimalSign: hasDecimals && PLAIN_DIGITS.test(text),
      numeric: { person: isNumeric('person'), code: isNumeric('code') },
    };
  }
}

function cellIn({ at }: Placed): (row: SourceRow) => string {
  return ({ cells }) => (cells[at] ?? '').trim();
}

/** A column with amounts of the pay code of the line; the first is read. */
function isAmountOfCode({ column: { role } }: Placed): boolean {
  return role.is === 'amount' && role.codes === undefined;
}

/** By which two columns of the same hours can differ, because rounded rows were added up. */
const SUMMED_ROUNDING = 0.15;

/** Headings of hours that add up months. */
const SUM_OF_MONTHS = /\bytd\b|year|jahr|jaar|ann[ée]e|cumul|kumul/i;

function amountFormatOf({ column: { role } }: Placed): AmountFormat | undefined {
  return 'format' in role && role.is !== 'slot-code' ? role.format : undefined;
}

/** Whether a line without a pay code adds up lines of the same person, or several lines. */
function isSumOf(lines: readonly RegisterLine[], { block, all }: ReadBefore): boolean {
  const [line] = lines;
  if (line === undefined || lines.length > 1) return false;
  const whose = JSON.stringify(line.person);
  const own = block.filter(({ person }) => JSON.stringify(person) === whose);
  return [own, ...[block, all].filter(({ length }) => length > 1)].some(
    (some) =>
      some.length > 0 &&
      Math.abs(some.reduce((sum, { hours }) => sum + hours, 0) - line.hours) <= line.stepHours / 2 + NOTHING,
  );
}

const NOTHING = 1e-6;

interface ReadAmount {
  readonly code: string;
  readonly column: RegisterLine['column'];
  readonly hours: number;
  readonly quantity: number;
  readonly placed: Placed | undefined;
}

/** Amounts by pay code, which may be empty; undefined if a cell should be an amount but is not. */
function readAmounts(
  placed: readonly Placed[],
  cellOf: (placed: Placed) => string,
): ReadAmount[] | undefined {
  const code = placed.find(({ column }) => column.role.is === 'code');
  const own = (code && cellOf(code)) || '';
  const hasQuantity = placed.some(({ column }) => column.role.is === 'quantity');
  const found: ReadAmount[] = [];
  let slot = '';
  let isRead = true;
  const add = (name: string, amount: Placed, column: ReadAmount['column']): void => {
    const [text, format] = [cellOf(amount), amountFormatOf(amount)];
    if (text === '' || format === undefined) return;
    const hours = parseHours(text, format);
    if (hours === undefined) isRead = false;
    else {
      const sign = isNegative(placed, amount, cellOf) ? -1 : 1;
      const plain = parseHours(text, { ...format, type: 'hours' });
      const quantity = /:/.test(text) || plain === undefined ? hours : plain;
      found.push({ code: name, column, hours: sign * hours, quantity: sign * quantity, placed: amount });
    }
  };
  for (const each of placed) {
    const { role } = each.column;
    if (role.is === 'slot-code') slot = cellOf(each);
    if (role.is === 'slot-amount' && slot !== '') add(slot, each, 'any');
    if (role.is === 'amount' && role.codes !== undefined) add(role.codes[0] ?? '', each, 'any');
    if (role.is === 'quantity') add(own, each, 'quantity');
  }
  const [amount] = placed.filter(isAmountOfCode);
  if (amount !== undefined) add(own, amount, hasQuantity ? 'time' : 'any');
  else if (own !== '') {
    const parts = placed.flatMap((each) => {
      const { role } = each.column;
      return role.is === 'part' ? [Number(cellOf(each)) / (role.of === 'hours' ? 1 : 60)] : [];
    });
    const hours = parts.reduce((sum, part) => sum + part, 0);
    if (Number.isNaN(hours)) isRead = false;
    else if (parts.length > 0)
      found.push({ code: own, column: 'time', hours, quantity: hours, placed: undefined });
  }
  // A column of hours or quantities that a line does not use has a zero.
  const isUsed = ({ quantity }: ReadAmount) => quantity !== 0;
  return isRead ? (hasQuantity && found.some(isUsed) ? found.filter(isUsed) : found) : undefined;
}

/** How finely a column prints its amounts. */
interface Precision {
  readonly stepHours: number;
  readonly stepQuantity: number;
  /** Whether most of its cells have a decimal sign. */
  readonly hasDecimals: boolean;
}

const MINUTE = 1 / 60;
const HUNDREDTH = 0.01;
const EXACT_MINUTES: Precision = { stepHours: MINUTE, stepQuantity: HUNDREDTH, hasDecimals: false };
const PLAIN_DIGITS = /^[+−-]?\d{2,}[+−-]?$/;
/** As many cells with one decimal are not hundredths without their zeros. */
const CELLS_TO_TELL = 5;

function precisionOf(texts: readonly string[], { type, decimals, decimalSign }: AmountFormat): Precision {
  const filled = texts.filter((text) => /\d/.test(text));
  if (type === 'implied') return { ...EXACT_MINUTES, stepHours: 10 ** -decimals };
  if (type !== 'hours' || filled.some((text) => text.includes(':'))) return EXACT_MINUTES;
  const digits = filled.map((text) => fractionOf(text, decimalSign));
  const [most, fewest] = [
    Math.max(0, ...digits.map(({ length }) => length)),
    Math.min(...digits.map(({ length }) => length)),
  ];
  const isFixed = most === fewest && most > 0;
  const isCertain = filled.length >= CELLS_TO_TELL || digits.some((each) => each.endsWith('0'));
  const step = 10 ** -(isFixed && isCertain ? most : Math.max(2, most));
  const signed = digits.filter(({ length }) => length > 0).length;
  return { stepHours: step, stepQuantity: step, hasDecimals: signed > filled.length / 2 };
}

/** The digits after the decimal sign. */
function fractionOf(text: string, decimalSign: '.' | ','): string {
  const [, sign = '', digits = ''] = /([.,])(\d+)[+−-]?$/.exec(text) ?? [];
  return sign === decimalSign || digits.length !== 3 ? digits : '';
}

/** Whether the column next to an amount, or the only column of signs, has a minus. */
function isNegative(placed: readonly Placed[], amount: Placed, cellOf: (placed: Placed) => string): boolean {
  const signs = placed.filter(({ column }) => column.role.is === 'sign');
  const isBeside = ({ at }: Placed) => Math.abs(at - amount.at) === 1;
  const own = signs.find(isBeside) ?? (signs.length === 1 ? signs[0] : undefined);
  return own?.column.role.is === 'sign' && cellOf(own) === own.column.role.minus.trim();
}

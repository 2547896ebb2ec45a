import iconv from 'iconv-lite';
import { readCsvRows } from '../../domain/csv/csvRows.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { rowsAsShown } from '../../workbook/index.js';
import { isImplied } from './cellFormat.js';
import { type ColumnSpec, hidesSign, isSign } from './columnSpec.js';
import { type AmountKind, unitsOfDecimals, unitsOfText } from './printFormats.js';
import type { ResolvedFile } from './resolvedFile.js';

/** An amount of a correction that was written into a cell, or its sign. */
interface WrittenCell {
  readonly text: string;
  readonly spec: ColumnSpec;
  /** What the ledger records for it. */
  readonly units: number;
  /** Units per printed number of 1; undefined for a text that has its own notation. */
  readonly scale: number | undefined;
  readonly heading: string;
}

/** A printed sum of a column. */
interface WrittenTotal {
  readonly heading: string;
  readonly text: string;
}

/** A line of a file, or a value of a tree. */
interface WrittenFields {
  readonly fields: readonly string[];
  readonly amounts: readonly WrittenCell[];
  /** The section that it is in; undefined for headings, totals and trees. */
  readonly section: object | undefined;
}

interface WrittenSums {
  readonly totals: readonly WrittenTotal[];
  readonly sections: readonly object[];
}

/**
 * Reads the file of a correction again, from its bytes, and compares its amounts with what the ledger will record. The
 * texts of cells are read by the template's format, without the code that wrote them.
 */
export class CorrectionReadBack {
  readonly #lines: WrittenFields[] = [];
  readonly #texts: string[] = [];
  readonly #sums: WrittenSums[] = [];
  #section: object | undefined;

  /** The lines from now on are in this section; undefined: in none. */
  begin(section: object | undefined): void {
    this.#section = section;
  }

  /** @param fields as written; of a tree, only the amount, or none for a sign that is blank */
  add(fields: readonly string[], amounts: readonly WrittenCell[]): void {
    this.#lines.push({ fields: [...fields], amounts, section: this.#section });
  }

  /** A text before or after lines, as it is in the file. */
  addText(text: string): void {
    this.#texts.push(text.replace(/[\r\n]+$/, ''));
  }

  /** Printed sums of the amounts of some sections. */
  addTotals(totals: readonly WrittenTotal[], sections: readonly object[]): void {
    this.#sums.push({ totals, sections });
  }

  /** @throws PaytallyError CONTROL_MISMATCH */
  check(name: string, bytes: Uint8Array, { dialect, spec }: ResolvedFile): void {
    const text = decoded(bytes, spec.encoding.charset);
    const find =
      dialect.type === 'delimited'
        ? lineFinder(text, dialect.delimiter, dialect.quoting)
        : valueFinder(text, dialect.type);
    for (const { fields, amounts } of this.#lines) {
      if (fields.length > 0 && !find(fields)) throw differs(name, fields.join(dialect.delimiter || ' '));
      for (const cell of amounts) if (!isEqual(cell)) throw differs(name, `${cell.heading}: ${cell.text}`);
    }
    this.#checkTexts(name, text);
    for (const sums of this.#sums) this.#checkTotals(name, sums);
  }

  #checkTexts(name: string, content: string): void {
    let at = 0;
    for (const text of this.#texts) {
      const found = content.indexOf(text, at);
      if (found < 0) throw differs(name, text);
      at = found + text.length;
    }
  }

  /** A sum is that of the amounts that the ledger will record for the lines; other columns are not amounts. */
  #checkTotals(name: string, { totals, sections }: WrittenSums): void {
    const own = this.#lines.filter(({ section }) => section !== undefined && sections.includes(section));
    const amounts = own.flatMap((line) => line.amounts);
    for (const { heading, text } of totals) {
      const same = amounts.filter((cell) => cell.heading === heading && !isSign(cell.spec));
      const [first] = same;
      const units = same.reduce((sum, cell) => sum + cell.units, 0);
      if (first !== undefined && !isEqual({ ...first, text, units }))
        throw differs(name, `${heading}: ${text}`);
    }
  }
}

/**
 * The content of a correction's workbook; reads it again once it is complete, and before its last bytes are passed on.
 * @param lines of the file, whose amounts were compared with what the ledger will record
 * @throws PaytallyError CONTROL_MISMATCH while it is read
 */
export async function* sheetReadBack(
  name: string,
  content: AsyncIterable<Uint8Array>,
  lines: readonly (readonly string[])[],
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(Uint8Array.from(piece));
  const rows = new Map<number, ReadonlyMap<number, string>>();
  for (const { number, cells, columns } of await rowsAsShown(Buffer.concat(pieces), name))
    rows.set(number, new Map(columns.map((column, at) => [column, cells[at] ?? ''])));
  for (const [index, line] of lines.entries()) {
    const row = rows.get(index + 1) ?? new Map<number, string>();
    const isSame = line.every((text, at) => isSameCell(text, row.get(at + 1) ?? ''));
    if (!isSame || row.size > line.filter((text) => text !== '').length) throw differs(name, line.join(' '));
  }
  if ([...rows.keys()].some((number) => number > lines.length)) throw differs(name, String(rows.size));
  yield* pieces;
}

/** A number in a cell has no trailing zeros; a text such as `0815` keeps all of its digits. */
function isSameCell(text: string, shown: string): boolean {
  return (
    text === shown || (/^-?(?:0|[1-9]\d*)\.\d+$/.test(text) && shown !== '' && Number(text) === Number(shown))
  );
}

export function differs(name: string, value: string): PaytallyError {
  return new PaytallyError('CONTROL_MISMATCH', message('corrections.readBack', { file: name, value }), {
    record: name,
  });
}

function decoded(bytes: Uint8Array, charset: string): string {
  // Node's own decoder has other characters for the bytes 80 to 9F of windows-1252.
  const text = iconv.decode(Buffer.from(bytes), charset === 'utf-8' ? 'utf-8' : 'windows-1252');
  return text.replace(/^\ufeff/, '');
}

/** Whether the next line of a file, after those found before, has these fields. */
function lineFinder(
  text: string,
  delimiter: string,
  quoting: 'rfc4180' | 'all' | 'none',
): (fields: readonly string[]) => boolean {
  const lines =
    quoting === 'none'
      ? text.split(/\r\n|\n|\r/).map((line) => (delimiter === '' ? [line] : line.split(delimiter)))
      : readCsvRows(text, delimiter, 'kept').map(({ cells }) => cells);
  let at = 0;
  return (fields) => {
    const wanted = delimiter === '' ? [fields.join('')] : fields;
    while (at < lines.length) {
      const line = lines[at++] ?? [];
      if (wanted.every((field, index) => (line[index] ?? '') === field)) return true;
    }
    return false;
  };
}

/** Whether the next value of a tree, after those found before, is this text. */
function valueFinder(text: string, type: 'xml' | 'json'): (fields: readonly string[]) => boolean {
  const values = type === 'xml' ? valuesOfXml(text) : valuesOfJson(text);
  let at = 0;
  return ([wanted = '']) => {
    while (at < values.length) if (values[at++] === wanted) return true;
    return false;
  };
}

/** The attributes and texts of elements, in order. */
function valuesOfXml(text: string): string[] {
  return [...text.matchAll(/<[^>]*>|[^<]+/g)].flatMap(([token]) =>
    token.startsWith('<')
      ? [...token.matchAll(/="([^"]*)"/g)].map(([, value = '']) => value)
      : [token.trim()],
  );
}

/** Texts and numbers, in order. */
function valuesOfJson(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|-?\d+(?:\.\d+)?/g)].map(([token, value]) => value ?? token);
}

const MINUTES_PER_HOUR = 60;

function isEqual({ text, spec, units, scale }: WrittenCell): boolean {
  const trimmed = text.trim();
  const { format } = spec;
  if (isSign(spec)) return units === 0 || (trimmed === minusOf(spec)) === units < 0;
  if (units === 0 && /^[-+]?[0.,:]*$/.test(trimmed)) return true;
  const isSame = (read: number, wanted: number) =>
    hidesSign(spec) ? Math.abs(read) === Math.abs(wanted) : read === wanted;
  if (format?.name === 'clock-hours') return isSame(Number(trimmed), Math.trunc(units / MINUTES_PER_HOUR));
  if (format?.name === 'clock-minutes') return isSame(Number(trimmed), units % MINUTES_PER_HOUR);
  return isSame(readUnits(trimmed, spec, scale), units);
}

/** The mark of a negative amount in a column of signs. */
function minusOf({ format }: ColumnSpec): string {
  return String(format?.inputs[1] ?? '-').trim();
}

/** The whole units of a printed amount; NaN if it is none. */
function readUnits(text: string, spec: ColumnSpec, scale: number | undefined): number {
  const { format, amount } = spec;
  if (scale === undefined)
    return amount === undefined || amount === 'none' ? Number.NaN : decimalUnits(text, amount);
  const sign = format?.sign;
  if (sign === 'overpunch') return readOverpunched(text, format, scale);
  const [minus, plus] = typeof sign === 'object' ? [sign.minus, sign.plus] : ['-', ''];
  const isNegative = text.startsWith(minus) || text.endsWith(minus);
  const digits = [minus, plus].reduce((rest, mark) => (mark === '' ? rest : rest.replace(mark, '')), text);
  const size = readSize(digits, format, scale);
  return isNegative ? -size : size;
}

/** A computed amount; clock times too, in the units of decimals. */
function decimalUnits(text: string, kind: AmountKind): number {
  const { units, unitsOfOne } = unitsOfText(text, kind) ?? { units: Number.NaN, unitsOfOne: 1 };
  return Math.round((units * unitsOfDecimals(kind)) / unitsOfOne);
}

/** The last digit with its sign: `{`, A to I are +0 to +9, `}`, J to R are -0 to -9. */
function readOverpunched(text: string, format: ColumnSpec['format'], scale: number): number {
  const last = text.slice(-1);
  const digit = Math.max('{ABCDEFGHI'.indexOf(last), '}JKLMNOPQR'.indexOf(last));
  const size = readSize(digit < 0 ? text : `${text.slice(0, -1)}${digit}`, format, scale);
  return '}JKLMNOPQR'.includes(last) ? -size : size;
}

function readSize(digits: string, format: ColumnSpec['format'], scale: number): number {
  const name = format?.name;
  const [hours = '', minutes = ''] = digits.split(/[:.,]/);
  if (name === 'clock' || (name === 'duration' && digits.includes(':')))
    return Number(hours) * MINUTES_PER_HOUR + Number(minutes);
  if (name === 'hhmm') return Number(digits.slice(0, -2)) * MINUTES_PER_HOUR + Number(digits.slice(-2));
  if (format !== undefined && isImplied(format)) return Number(digits);
  return Math.round(Number(digits.replace(',', '.')) * scale);
}

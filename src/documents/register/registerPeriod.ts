import { basename, extname } from 'node:path';
import type { Period } from '../../domain/period/period.js';
import { lastOfMonth } from '../../domain/time/localDate.js';
import { readDate, readDateParts } from '../like/exampleValues.js';
import type { RegisterRole } from './registerLayout.js';

/** The days that a register says it is about. */
export interface RegisterPeriod {
  readonly from: string;
  readonly to: string;
  /** Whether it names months, and not days. */
  readonly isMonth: boolean;
  readonly where: 'columns' | 'title' | 'fileName' | 'option';
  /** As it is in the register. */
  readonly text: string;
}

type Days = Omit<RegisterPeriod, 'where'>;
type DateRole = Extract<RegisterRole, { readonly is: 'date' }>;

/** A dated cell of a line. */
export interface DatedCell {
  readonly role: DateRole;
  readonly text: string;
}

/**
 * The period of a register by its columns, else by its title, else by its file name; else by a month that one of them
 * names without its year.
 * @param compared the year of a month without one
 */
export function findRegisterPeriod(
  rows: readonly (readonly DatedCell[])[],
  title: readonly string[],
  path: string,
  compared: Pick<Period, 'to'>,
): RegisterPeriod | undefined {
  const columns = periodOfRows(rows);
  if (columns !== undefined) return { ...columns, where: 'columns' };
  const named = title
    .filter((line) => !PRINTED.test(line))
    .flatMap((line) => periodInText(line, MONTH_IN_TITLE) ?? []);
  if (named[0] !== undefined) return { ...named[0], where: 'title' };
  const fileName = basename(path, extname(path)).replaceAll('_', ' ');
  const inName = periodInText(fileName, MONTH_IN_NAME);
  if (inName !== undefined) return { ...inName, where: 'fileName' };
  const year = compared.to.slice(0, 4);
  const inTitle = monthWithoutYear(title.join(' '), year);
  if (inTitle !== undefined) return { ...inTitle, where: 'title' };
  const month = monthWithoutYear(fileName, year);
  return month === undefined ? undefined : { ...month, where: 'fileName' };
}

/** A month that a text names in words, if it is the only one. */
function monthWithoutYear(text: string, year: string): Days | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const months = words.flatMap((word) => {
    const at = MONTH_WORDS.findIndex((names) => names.includes(word));
    return at < 0 ? [] : [{ word, at }];
  });
  const [first] = months;
  if (first === undefined || months.some(({ at }) => at !== first.at)) return undefined;
  return monthOf(year, String(first.at + 1), first.word);
}

/** A line with the day of printing says nothing about the period. */
const PRINTED =
  /print|druck|gedruckt|afgedrukt|imprim|.dit.|erstellt|created|generated|exported|aangemaakt|udskrevet|utskr|stampa|(?:pay|payment|betaal|zahl|paiement).?(?:date|dag|tag|datum)/i;

function periodOfRows(rows: readonly (readonly DatedCell[])[]): Days | undefined {
  const found = rows.flatMap((cells) => periodOfCells(cells) ?? []);
  const [first] = found;
  if (first === undefined) return undefined;
  const from = found.map((each) => each.from).sort()[0] ?? first.from;
  const to =
    found
      .map((each) => each.to)
      .sort()
      .at(-1) ?? first.to;
  return {
    from,
    to,
    isMonth: found.every(({ isMonth }) => isMonth),
    text: from === to ? from : `${from}..${to}`,
  };
}

function periodOfCells(cells: readonly DatedCell[]): Days | undefined {
  const dates = cells.flatMap(({ role, text }) => {
    const date = readDate(text, role.pattern);
    return date === undefined || role.of === 'month' ? [] : [date];
  });
  if (dates.length > 0) {
    const sorted = [...dates].sort();
    const [from = '', to = from] = [sorted[0], sorted.at(-1)];
    return { from, to, isMonth: false, text: '' };
  }
  const parts = cells.map(({ role, text }) => readDateParts(text, role.pattern) ?? {});
  const year = parts.find(({ y }) => y !== undefined)?.y;
  const month = parts.find(({ m }) => m !== undefined)?.m;
  return year === undefined || month === undefined ? undefined : monthOf(year, month, '');
}

function monthOf(year: string, month: string, text: string): Days {
  const from = `${year}-${month.padStart(2, '0')}-01`;
  return { from, to: lastOfMonth(from), isMonth: true, text };
}

/** The first three letters of months, in the languages of payroll systems. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|gen|ene)/i,
  /^(?:feb|f.v|fév)/i,
  /^(?:mar|m.r|maa|mrt|mrz)/i,
  /^(?:apr|avr|abr)/i,
  /^(?:may|mei|mai|maj|mag)/i,
  /^(?:jun|juin|giu)/i,
  /^(?:jul|juil|lug)/i,
  /^(?:aug|aou|août|ago)/i,
  /^(?:sep|set)/i,
  /^(?:oct|okt|ott)/i,
  /^nov/i,
  /^(?:dec|dez|d.c|dic)/i,
];
/** The whole names of months. */
const MONTH_WORDS: readonly (readonly string[])[] = [
  'january januari janvier januar gennaio enero jänner',
  'february februari février februar febbraio febrero',
  'march maart mars märz marts marzo',
  'april avril aprile abril',
  'may mei mai maj maggio mayo',
  'june juni juin giugno junio',
  'july juli juillet luglio julio',
  'august augustus août augusti agosto',
  'september septembre settembre septiembre',
  'october oktober octobre ottobre octubre',
  'november novembre noviembre',
  'december décembre dezember dicembre diciembre',
].map((names) => names.split(' '));
const MONTH_NAME =
  /(?<![\p{L}])((?:jan|feb|f[ée]v|mar|m[äa]r|maa|mrt|mrz|apr|avr|abr|may|mei|mai|maj|mag|jun|juin|giu|gen|ene|jul|juil|lug|aug|ao[uû]|ago|sep|set|o[ck]t|ott|nov|dec|dez|d[ée]c|dic)\p{L}*)\.?[\s\-/.]*(?:(?:de|del|di)\s+)?(20\d\d)(?!\d)/iu;
const DATE = '(\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./-]\\d{1,2}[./-]20\\d\\d|20\\d{6})';
const RANGE = new RegExp(
  `(?<!\\d)${DATE}\\s*(?:-|–|—|\\.\\.|to|tot(?: en met)?|t/m|bis|au|al|til|till|a|hasta|through)\\s*${DATE}(?!\\d)`,
  'iu',
);
const MONTH_IN_TITLE = /(?<![\d.\-/])(20\d\d)[-./](0?[1-9]|1[0-2])(?![-./]?\d)/;
/** In a title, 202610 may be any number. */
const MONTH_IN_NAME = /(?<![\d.\-/])(20\d\d)[-./ ]?(0[1-9]|1[0-2])(?![-./]?\d)/;
const MONTH_YEAR = /(?<![\d.\-/])(0?[1-9]|1[0-2])[-./](20\d\d)(?![-./]?\d)/;

/** A range of days or a month that a text names; undefined for a single day, which may be that of printing. */
function periodInText(line: string, yearFirst: RegExp): Days | undefined {
  const range = RANGE.exec(line);
  if (range !== null) {
    const [text, first = '', last = ''] = range;
    const [from, to] = [dateOf(first), dateOf(last)];
    if (from !== undefined && to !== undefined && from <= to) return { from, to, isMonth: false, text };
  }
  const iso = yearFirst.exec(line);
  if (iso !== null) return monthOf(iso[1] ?? '', iso[2] ?? '', iso[0]);
  const named = MONTH_NAME.exec(line);
  if (named !== null) {
    const at = MONTHS.findIndex((pattern) => pattern.test(named[1] ?? ''));
    if (at >= 0) return monthOf(named[2] ?? '', String(at + 1), named[0]);
  }
  const short = MONTH_YEAR.exec(line);
  return short === null ? undefined : monthOf(short[2] ?? '', short[1] ?? '', short[0]);
}

function dateOf(text: string): string | undefined {
  const patterns = ['YYYY-MM-DD', 'YYYYMMDD', 'D.M.YYYY', 'D/M/YYYY', 'D-M-YYYY', 'M/D/YYYY'];
  const padded = text.replace(/(?<!\d)0(\d)(?=[./-])/g, '$1');
  return patterns.map((pattern) => readDate(text, pattern) ?? readDate(padded, pattern)).find(Boolean);
}

/**
 * Whether a register can be about these days: its days lie within the period, or the reverse. A register of a month is
 * that of the period's last day, as payroll months are named.
 */
export function isRegisterOf(found: RegisterPeriod, { from, to }: Pick<Period, 'from' | 'to'>): boolean {
  if (found.where === 'option') return found.from === from && found.to === to;
  if (found.from >= from && found.to <= to) return true;
  if (found.isMonth) return found.from <= to && to <= found.to;
  return found.from <= from && to <= found.to;
}

/** A period for messages: `2026-10`, or its first and last day. */
export function periodName({ from, to }: Pick<RegisterPeriod, 'from' | 'to'>): string {
  return from.endsWith('-01') && to === lastOfMonth(from) ? from.slice(0, 7) : `${from}..${to}`;
}

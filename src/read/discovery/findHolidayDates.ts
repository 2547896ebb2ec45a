import { parseLocalDate } from '../../domain/time/localDate.js';
import { disagree, textsOf, type ValueColumn } from './column.js';
import { nameWords } from './fieldNames.js';
import { ambiguous, found, hintedColumn } from './hints.js';
import type { FieldHints, FoundField } from './targets.js';

const GRANTED_WORDS = new Set([
  'granted',
  'grant',
  'replacement',
  'replaced',
  'replace',
  'substitute',
  'substitution',
  'moved',
  'observed',
  'effective',
  'compensation',
  'actual',
  'new',
  'shifted',
  'taken',
  'vervangende',
  'vervangingsdag',
  'toegekend',
  'ersatz',
  'remplacement',
]);
const ORIGINAL_WORDS = new Set([
  'original',
  'official',
  'legal',
  'calendar',
  'statutory',
  'nominal',
  'holiday',
  'old',
  'origin',
  'source',
  'from',
]);

export interface HolidayDates {
  /** undefined where there is no date at all. */
  readonly date: FoundField | undefined;
  /** Filled where a holiday is granted on another day; undefined where only one date is shown. */
  readonly granted: FoundField | undefined;
}

/**
 * Which field is the calendar date and which the day that the employer grants. A replacement that is null means
 * the calendar date.
 * @throws PaytallyError FIELD_AMBIGUOUS, FIELD_VANISHED
 */
export function findHolidayDates(
  columns: readonly ValueColumn[],
  records: number,
  hints: FieldHints,
): HolidayDates {
  const pinnedGranted = hinted('holiday.grantedDate', columns, records, hints);
  const pinnedDate = hinted('holiday.date', columns, records, hints);
  const dates = columns.filter(
    (column) => holdsDates(column) && column.path !== pinnedGranted?.path && column.path !== pinnedDate?.path,
  );
  const granted = pinnedGranted ?? grantedAmong(dates, records);
  const date =
    pinnedDate ??
    dateAmong(
      dates.filter((column) => column.path !== granted?.path),
      granted,
      records,
    );
  return { date: date ?? granted, granted: date === undefined ? undefined : granted };
}

function hinted(
  target: 'holiday.date' | 'holiday.grantedDate',
  columns: readonly ValueColumn[],
  records: number,
  hints: FieldHints,
): FoundField | undefined {
  const hint = hintedColumn(target, columns, records, hints);
  if (hint === undefined) return undefined;
  if ('absent' in hint) return hint.absent;
  // Null in every record, it may have become an object elsewhere: look again.
  if (hint.how === 'known' && hint.column.filled === 0) return undefined;
  return found(target, hint.column, hint.how, filledEvidence(hint.column, records), records);
}

/** Words of dates that are about the record, not about the holiday. */
const RECORD_WORDS = new Set([
  'created',
  'updated',
  'modified',
  'changed',
  'published',
  'imported',
  'deleted',
  'valid',
  'since',
  'until',
]);
const DATE_WORDS = new Set(['date', 'day', 'datum', 'dag', 'tag', 'jour']);

/** One broken date must not hide the field; it makes its own record invalid. */
function holdsDates(column: ValueColumn): boolean {
  if (
    column.path
      .split('.')
      .flatMap(nameWords)
      .some((word) => RECORD_WORDS.has(word))
  )
    return false;
  const texts = textsOf(column);
  const dates = texts.filter((text) => parseLocalDate(text) !== undefined).length;
  if (column.other > 0 || dates === 0) return false;
  const isNamedDate = column.path
    .split('.')
    .flatMap(nameWords)
    .some((word) => DATE_WORDS.has(word));
  return isNamedDate ? dates * 2 >= texts.length : texts.every((text) => /^\d{4}-\d{2}-\d{2}$/.test(text));
}

function roleOf({ path }: ValueColumn): 'granted' | 'original' | 'plain' {
  const words = path.split('.').flatMap(nameWords);
  if (words.some((word) => GRANTED_WORDS.has(word))) return 'granted';
  return words.some((word) => ORIGINAL_WORDS.has(word)) ? 'original' : 'plain';
}

function grantedAmong(dates: readonly ValueColumn[], records: number): FoundField | undefined {
  const byRole = dates.filter((column) => roleOf(column) === 'granted');
  const [named] = agreed('holiday.grantedDate', byRole);
  if (named !== undefined)
    return found('holiday.grantedDate', named, 'name', filledEvidence(named, records), records);
  const plain = dates.filter((column) => roleOf(column) === 'plain');
  const original = dates.filter((column) => roleOf(column) === 'original');
  if (original.length > 0 && plain.length > 0) {
    const [beside] = agreed('holiday.grantedDate', plain);
    return beside && found('holiday.grantedDate', beside, 'name', `beside "${original[0]?.path}"`, records);
  }
  // Two dates without a telling name: one that is often empty replaces the one that never is.
  const partial = plain.filter((column) => column.filled < records);
  const complete = plain.filter((column) => column.filled === records);
  const [replacing] = complete.length > 0 ? agreed('holiday.grantedDate', partial) : [];
  if (replacing !== undefined) {
    return found('holiday.grantedDate', replacing, 'value', filledEvidence(replacing, records), records);
  }
  agreed('holiday.grantedDate', plain);
  return undefined;
}

function dateAmong(
  dates: readonly ValueColumn[],
  granted: FoundField | undefined,
  records: number,
): FoundField | undefined {
  const rest = dates.filter((column) => roleOf(column) !== 'granted');
  const original = rest.filter((column) => roleOf(column) === 'original');
  const [column] = [...original, ...rest].sort((a, b) => b.filled - a.filled);
  const how = granted === undefined ? 'value' : 'name';
  return column && found('holiday.date', column, how, filledEvidence(column, records), records);
}

function filledEvidence(column: ValueColumn, records: number): string {
  return `${column.filled} of ${records} records have a date there`;
}

/** The columns themselves, fullest first, where they do not contradict one another. */
function agreed(target: 'holiday.grantedDate', columns: readonly ValueColumn[]): readonly ValueColumn[] {
  const sorted = [...columns].sort((a, b) => b.filled - a.filled);
  const [first, ...others] = sorted;
  const rivals = others.filter((other) => first !== undefined && disagree(first, other));
  if (first !== undefined && rivals.length > 0)
    throw ambiguous(
      target,
      [first, ...rivals].map(({ path }) => path),
    );
  return sorted;
}

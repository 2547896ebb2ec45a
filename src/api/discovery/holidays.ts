import { parseLocalDate } from '../../domain/localDate.js';
import { PaytallyError } from '../../errors.js';
import { isWireRecord } from '../wire/parsed.js';
import { shown } from '../wire/shown.js';
import { type Column, disagree, textsOf } from './column.js';
import { wordsOf } from './fieldNames.js';
import { ambiguous, found, hintedColumn } from './hinted.js';
import type { FieldHints, FoundField } from './targets.js';

const BARE = '(bare list)';

/**
 * The holidays in one year's answer, whose envelope API.md leaves open: a bare list, `items`, or the only list
 * that is anywhere in it.
 * @throws PaytallyError SERVICE_PROTOCOL, FIELD_AMBIGUOUS, FIELD_VANISHED
 */
export function unwrapHolidays(
  body: unknown,
  hints: FieldHints,
): { readonly items: readonly unknown[]; readonly field: FoundField } {
  const lists = listsIn(body, '', 0);
  const hint =
    hints.pins['holidays.items'] ?? hints.known.find(({ target }) => target === 'holidays.items')?.path;
  const hinted = hint === undefined ? undefined : lists.find(({ path }) => path === hint);
  const [first, ...others] = hinted === undefined ? preferred(lists) : [hinted];
  if (hint !== undefined && hinted === undefined) throw vanishedEnvelope(hint);
  if (first === undefined) {
    throw new PaytallyError(
      'SERVICE_PROTOCOL',
      `The answer with the public holidays holds no list: ${shown(body)}.`,
      {
        record: 'public-holidays',
        remedy: 'Where the holidays are in it, name the path under "fields": holidays.items.',
      },
    );
  }
  if (others.length > 0)
    throw ambiguous(
      'holidays.items',
      [first, ...others].map(({ path }) => path),
    );
  refuseFurtherPage(body);
  const how = hint === undefined ? (first.path === 'items' ? 'name' : 'value') : 'known';
  const evidence = `a list of ${first.items.length}`;
  return {
    items: first.items,
    field: {
      target: 'holidays.items',
      path: first.path,
      how: hints.pins['holidays.items'] ? 'pin' : how,
      evidence,
      always: true,
    },
  };
}

interface FoundList {
  readonly path: string;
  readonly items: readonly unknown[];
}

function listsIn(value: unknown, path: string, depth: number): readonly FoundList[] {
  if (Array.isArray(value)) return [{ path: path === '' ? BARE : path, items: value }];
  if (!isWireRecord(value) || depth > 3) return [];
  const entries = Object.entries(value);
  const byDate = entries.length > 0 && entries.every(([key]) => parseLocalDate(key) !== undefined);
  if (byDate) {
    const items = entries.map(([date, item]) =>
      isWireRecord(item) ? { date, ...item } : { date, name: item },
    );
    return [{ path: path === '' ? '(by date)' : path, items }];
  }
  return entries.flatMap(([key, inner]) => listsIn(inner, path === '' ? key : `${path}.${key}`, depth + 1));
}

/** `items`, else a list that is named after holidays, else those with objects, else all. */
function preferred(lists: readonly FoundList[]): readonly FoundList[] {
  const items = lists.filter(({ path }) => path === 'items');
  const named = lists.filter(({ path }) => /holiday|feestdag|feiertag|f[ée]ri/i.test(path));
  const objects = lists.filter((list) => list.items.some(isWireRecord));
  return [items, named, objects, lists].find((choice) => choice.length > 0) ?? [];
}

function refuseFurtherPage(body: unknown): void {
  if (!isWireRecord(body) || typeof body.nextCursor !== 'string') return;
  throw new PaytallyError(
    'SERVICE_PROTOCOL',
    'The answer with the public holidays has a further page, for which API.md shows no parameter.',
    {
      record: 'public-holidays',
    },
  );
}

function vanishedEnvelope(path: string): PaytallyError {
  return new PaytallyError(
    'FIELD_VANISHED',
    `The public holidays are no longer at "${path}" of the answer.`,
    {
      record: `holidays.items: ${path}`,
    },
  );
}

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
  columns: readonly Column[],
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
  columns: readonly Column[],
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

const DATE_WORDS = new Set(['date', 'day', 'datum', 'dag', 'tag', 'jour']);

/** One broken date must not hide the field; it makes its own record invalid. */
function holdsDates(column: Column): boolean {
  const texts = textsOf(column);
  const dates = texts.filter((text) => parseLocalDate(text) !== undefined).length;
  if (column.other > 0 || dates === 0) return false;
  const isNamedDate = column.path
    .split('.')
    .flatMap(wordsOf)
    .some((word) => DATE_WORDS.has(word));
  return isNamedDate ? dates * 2 >= texts.length : texts.every((text) => /^\d{4}-\d{2}-\d{2}$/.test(text));
}

function roleOf({ path }: Column): 'granted' | 'original' | 'plain' {
  const words = path.split('.').flatMap(wordsOf);
  if (words.some((word) => GRANTED_WORDS.has(word))) return 'granted';
  return words.some((word) => ORIGINAL_WORDS.has(word)) ? 'original' : 'plain';
}

function grantedAmong(dates: readonly Column[], records: number): FoundField | undefined {
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
  dates: readonly Column[],
  granted: FoundField | undefined,
  records: number,
): FoundField | undefined {
  const rest = dates.filter((column) => roleOf(column) !== 'granted');
  const original = rest.filter((column) => roleOf(column) === 'original');
  const [column] = [...original, ...rest].sort((a, b) => b.filled - a.filled);
  const how = granted === undefined ? 'value' : 'name';
  return column && found('holiday.date', column, how, filledEvidence(column, records), records);
}

function filledEvidence(column: Column, records: number): string {
  return `${column.filled} of ${records} records have a date there`;
}

/** The columns themselves, fullest first, where they do not contradict one another. */
function agreed(target: 'holiday.grantedDate', columns: readonly Column[]): readonly Column[] {
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

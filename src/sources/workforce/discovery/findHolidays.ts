import { parseLocalDate } from '../../../domain/time/localDate.js';
import { PaytallyError } from '../../../errors.js';
import { message } from '../../../i18n/message.js';
import { type Column, type ColumnTable, countTexts } from '../../records/columns.js';
import { pathHasWord } from '../../records/fieldNames.js';
import { isWireRecord, received } from '../../records/fields.js';
import {
  ambiguousField,
  type FieldHints,
  type FoundField,
  firstIfAgreed,
  foundField,
  hintedColumn,
} from '../../records/foundFields.js';

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

/** Words of dates that describe the record, not the holiday. */
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

interface HolidayDates {
  /** undefined if there is no date at all. */
  readonly date: FoundField | undefined;
  /** Filled if a holiday is granted on another day; undefined if only one date is shown. */
  readonly granted: FoundField | undefined;
}

type DateTarget = 'holiday.date' | 'holiday.grantedDate';

/**
 * Finds the fields of the calendar date and of the granted day. A null replacement means the calendar date.
 * @throws PaytallyError FIELD_AMBIGUOUS, FIELD_VANISHED
 */
export function findHolidayDates(table: ColumnTable, hints: FieldHints): HolidayDates {
  const hintedGranted = hintedDate('holiday.grantedDate', table, hints);
  const hintedOriginal = hintedDate('holiday.date', table, hints);
  const taken = [hintedGranted?.path, hintedOriginal?.path];
  const dates = table.columns
    .filter((column) => holdsDates(column) && !taken.includes(column.path))
    .toSorted((a, b) => b.filled - a.filled);
  const granted = hintedGranted ?? findGrantedDate(dates);
  const others = dates.filter(({ path }) => path !== granted?.path);
  const date = hintedOriginal ?? findOriginalDate(others, granted === undefined ? 'value' : 'name');
  return { date: date ?? granted, granted: date === undefined ? undefined : granted };
}

function hintedDate(target: DateTarget, table: ColumnTable, hints: FieldHints): FoundField | undefined {
  const hint = hintedColumn(target, table, hints);
  if (hint === undefined) return undefined;
  if ('absent' in hint) return hint.absent;
  // If it is null in every record, it may have become an object: search again.
  if (hint.how === 'known' && hint.column.filled === 0) return undefined;
  return foundDate(target, hint.column, hint.how);
}

function foundDate(target: DateTarget, column: Column, how: FoundField['how']): FoundField {
  return foundField(
    target,
    column,
    how,
    message('fields.evidence.dates', { dates: column.filled, records: column.records }),
  );
}

/** One invalid date must not hide the field; it only makes its own record invalid. */
function holdsDates(column: Column): boolean {
  if (pathHasWord(column.path, RECORD_WORDS)) return false;
  if (pathHasWord(column.path, GRANTED_WORDS) && countTexts(column, looksLikeDate) > 0) return true;
  const dates = countTexts(column, (text) => parseLocalDate(text) !== undefined);
  if (column.other > 0 || dates === 0) return false;
  if (pathHasWord(column.path, DATE_WORDS)) return dates * 2 >= column.filled;
  return [...column.texts.keys()].every((text) => /^\d{4}-\d{2}-\d{2}$/.test(text));
}

/**
 * A day in any notation. A field that is named after a replacement and holds such texts decides on which day a holiday is
 * granted: if they are no dates that paytally reads, their records are invalid, and the original date does not stand.
 */
function looksLikeDate(text: string): boolean {
  return /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|^\d{8}$/.test(text);
}

type DateRole = 'granted' | 'original' | 'plain';

function dateRole({ path }: Column): DateRole {
  if (pathHasWord(path, GRANTED_WORDS)) return 'granted';
  return pathHasWord(path, ORIGINAL_WORDS) ? 'original' : 'plain';
}

/** @param dates fullest first */
function findGrantedDate(dates: readonly Column[]): FoundField | undefined {
  const target = 'holiday.grantedDate';
  const inRole = (role: DateRole) => dates.filter((column) => dateRole(column) === role);
  const named = firstIfAgreed(target, inRole('granted'));
  if (named !== undefined) return foundDate(target, named, 'name');
  const plain = inRole('plain');
  const [original] = inRole('original');
  if (original !== undefined && plain.length > 0) {
    const beside = firstIfAgreed(target, plain);
    return (
      beside &&
      foundField(target, beside, 'name', message('fields.evidence.besides', { path: original.path }))
    );
  }
  // Two dates without meaningful names: one that is often empty is the replacement of the one that never is.
  const partial = plain.filter(({ filled, records }) => filled < records);
  const replacing = partial.length < plain.length ? firstIfAgreed(target, partial) : undefined;
  if (replacing !== undefined) return foundDate(target, replacing, 'value');
  firstIfAgreed(target, plain);
  return undefined;
}

/** @param dates fullest first */
function findOriginalDate(dates: readonly Column[], how: FoundField['how']): FoundField | undefined {
  const others = dates.filter((column) => dateRole(column) !== 'granted');
  const original = others.filter((column) => dateRole(column) === 'original');
  const [column] = [...original, ...others].toSorted((a, b) => b.filled - a.filled);
  return column && foundDate('holiday.date', column, how);
}

const BARE = '(bare list)';
const BY_DATE = '(by date)';
const BY_YEAR = '(year)';
const HOLIDAY_WORDS = /holiday|feestdag|feiertag|f[ée]ri/i;

/**
 * The holidays in one year's answer, whose envelope the service does not document: a bare list, `items`, or the only
 * list anywhere in it. An empty object contains no list, and does not show the envelope.
 * @throws PaytallyError SERVICE_PROTOCOL, FIELD_AMBIGUOUS, FIELD_VANISHED
 */
export function unwrapHolidays(
  body: unknown,
  { pins, known }: FieldHints,
): { readonly items: readonly unknown[]; readonly field: FoundField | undefined } {
  if (isWireRecord(body) && Object.keys(body).length === 0) return { items: [], field: undefined };
  const target = 'holidays.items';
  const pin = pins[target];
  const hint = normalizePath(pin ?? known.find((field) => field.target === target)?.path);
  const { path, items } = hint === undefined ? onlyList(body) : hintedList(body, hint);
  refuseFurtherPage(body);
  const foundHow = path === 'items' ? 'name' : 'value';
  const how = pin ? 'pin' : hint === undefined ? foundHow : 'known';
  const evidence = message('fields.evidence.list', { items: items.length });
  return { items, field: { target, path, how, evidence, always: true } };
}

interface FoundList {
  readonly path: string;
  readonly items: readonly unknown[];
}

function hintedList(body: unknown, hint: string): FoundList {
  const list = [...findLists(body), ...findEmptyValues(body)].find(({ path }) => path === hint);
  if (list !== undefined) return list;
  throw new PaytallyError('FIELD_VANISHED', message('fields.holidays.gone', { path: hint }), {
    record: `holidays.items: ${hint}`,
  });
}

function onlyList(body: unknown): FoundList {
  const lists = findLists(body);
  const [first, ...others] = preferredLists(
    lists.length > 0 ? lists : findEmptyValues(body).filter(isNamedForHolidays),
  );
  if (first === undefined) {
    throw new PaytallyError('SERVICE_PROTOCOL', message('fields.holidays.noList', { got: received(body) }), {
      record: 'public-holidays',
    });
  }
  if (others.length === 0) return first;
  throw ambiguousField(
    'holidays.items',
    [first, ...others].map(({ path }) => path),
  );
}

const DEEPEST_LIST = 3;

function findLists(value: unknown, path = '', depth = 0): readonly FoundList[] {
  if (Array.isArray(value)) return [{ path: path === '' ? BARE : path, items: value }];
  if (!isWireRecord(value) || depth > DEEPEST_LIST) return [];
  const entries = Object.entries(value);
  const isByDate = entries.length > 0 && entries.every(([key]) => parseLocalDate(key) !== undefined);
  if (isByDate) {
    const items = entries.map(([date, item]) =>
      isWireRecord(item) ? { date, ...item } : { date, name: item },
    );
    return [{ path: path === '' ? BY_DATE : path, items }];
  }
  return entries.flatMap(([key, inner]) => findLists(inner, childPath(path, key), depth + 1));
}

/** A year without holidays may have null, or an object without dates, instead of a list. */
function findEmptyValues(value: unknown, path = '', depth = 0): readonly FoundList[] {
  if (value === null) return [{ path, items: [] }];
  if (!isWireRecord(value) || depth > DEEPEST_LIST) return [];
  const entries = Object.entries(value);
  if (entries.length === 0) return [{ path, items: [] }];
  return entries.flatMap(([key, inner]) => findEmptyValues(inner, childPath(path, key), depth + 1));
}

/** A key that is a year will differ in the next answer. */
function childPath(path: string, key: string): string {
  const name = /^\d{4}$/.test(key) ? BY_YEAR : key;
  return path === '' ? name : `${path}.${name}`;
}

/** A pinned or stored path, with years in it replaced with a placeholder. */
function normalizePath(hint: string | undefined): string | undefined {
  return hint?.split('.').reduce(childPath, '');
}

function isNamedForHolidays({ path }: FoundList): boolean {
  return path === 'items' || HOLIDAY_WORDS.test(path);
}

/** `items`, else a list that is named after holidays, else those with objects, else all. */
function preferredLists(lists: readonly FoundList[]): readonly FoundList[] {
  const items = lists.filter(({ path }) => path === 'items');
  const named = lists.filter(({ path }) => HOLIDAY_WORDS.test(path));
  const objects = lists.filter((list) => list.items.some(isWireRecord));
  return [items, named, objects, lists].find((choice) => choice.length > 0) ?? [];
}

function refuseFurtherPage(body: unknown): void {
  if (!isWireRecord(body) || typeof body.nextCursor !== 'string') return;
  throw new PaytallyError('SERVICE_PROTOCOL', message('fields.holidays.furtherPage'), {
    record: 'public-holidays',
  });
}

import { dateText } from '../../i18n/dateText.js';
import type { Language } from '../../i18n/language.js';
import type { DataRow } from '../dataSet.js';
import { eachRow, numberField, shownEmployee, textField } from '../reports/rowAccess.js';
import type { TemplateModel } from '../templateModel.js';
import type { PersonLine } from './reviewShapes.js';

interface PeopleOfReview {
  readonly people: readonly PersonLine[];
  readonly places: readonly string[];
}

/**
 * All employees with planned or worked time, with their minutes by day. @param dates the days of the period, in order
 */
export function buildPersonLines(
  model: TemplateModel,
  dates: readonly string[],
  before: ReadonlyMap<string, number>,
): PeopleOfReview {
  const minutes = minutesByDay(model, dates, 'workedMinutes');
  const accounts = accountBalances(model);
  const places = new Map<string, number>();
  const people: PersonLine[] = [];
  for (const row of eachRow(model, 'employees')) {
    const id = textField(row, 'employee.id');
    const earlier = before.get(id);
    const account = accounts.get(id);
    const estimated = numberField(row, 'estimatedMinutes') ?? 0;
    people.push({
      id,
      number: textField(row, 'numbers') || textField(row, 'employee.number') || null,
      name: shownEmployee(model, row),
      places: splitPlaces(textField(row, 'establishments')).map((place) => indexPlace(places, place)),
      days: minutes.get(id) ?? [],
      workedMinutes: numberField(row, 'workedMinutes') ?? 0,
      paidMinutes: numberField(row, 'paidMinutes') ?? 0,
      ...(estimated === 0 ? {} : { estimatedMinutes: estimated }),
      ...(account === undefined ? {} : { account }),
      ...(earlier === undefined ? {} : { before: earlier }),
    });
  }
  return { people, places: [...places.keys()] };
}

/** Employee id -> balance of the hours account before and after the period. */
function accountBalances(model: TemplateModel): ReadonlyMap<string, readonly [number, number]> {
  const balance = (row: DataRow, name: string) => numberField(row, name) ?? 0;
  return new Map(
    [...eachRow(model, 'accounts')].map((row) => [
      textField(row, 'employee.id'),
      [balance(row, 'beforeMinutes'), balance(row, 'balanceMinutes')],
    ]),
  );
}

/** Employee id -> minutes of each day, in the order of the days. */
export function minutesByDay(
  model: TemplateModel,
  dates: readonly string[],
  field: 'workedMinutes' | 'plannedMinutes',
): Map<string, number[]> {
  const indexOf = new Map(dates.map((date, index) => [date, index]));
  const minutes = new Map<string, number[]>();
  for (const row of eachRow(model, 'employee-days')) {
    const index = indexOf.get(textField(row, 'date'));
    if (index === undefined) continue;
    const id = textField(row, 'employee.id');
    const days = minutes.get(id) ?? new Array<number>(indexOf.size).fill(0);
    days[index] = numberField(row, field) ?? 0;
    minutes.set(id, days);
  }
  return minutes;
}

function splitPlaces(joined: string): string[] {
  return joined === '' ? [] : joined.split('; ');
}

function indexPlace(places: Map<string, number>, place: string): number {
  const index = places.get(place) ?? places.size;
  places.set(place, index);
  return index;
}

/** The exceptions of one cause. */
export interface WorkGroup {
  readonly code: string;
  readonly title: string;
  readonly severity: string;
  /** Whether it prevents this run from being paid. */
  readonly blocks: boolean;
  readonly remedy: string;
  /** Who can resolve it. */
  readonly actor: string;
  /** The reason for accepting it. */
  readonly reason: string | null;
  readonly lines: readonly WorkLine[];
}

interface WorkLine {
  readonly date: string | null;
  readonly dateText: string;
  readonly who: string;
  readonly place: string;
  readonly message: string;
  /** The record's page in the portal. */
  readonly url?: string;
}

/** The work list by cause; the rows are already in its order. */
export function workGroups(model: TemplateModel, language: Language): WorkGroup[] {
  const groups = new Map<string, WorkGroup & { lines: WorkLine[] }>();
  for (const row of eachRow(model, 'exceptions')) {
    const [code, severity] = [textField(row, 'code'), textField(row, 'severity')];
    const accepted = row.accepted === true;
    const key = `${code} ${severity} ${accepted ? textField(row, 'reason') : ''}`;
    const group = groups.get(key) ?? {
      code,
      title: textField(row, 'title'),
      severity,
      blocks: severity !== 'warn' && !accepted,
      remedy: textField(row, 'remedy'),
      actor: textField(row, 'actor'),
      reason: accepted ? textField(row, 'reason') || '–' : null,
      lines: [],
    };
    const date = textField(row, 'date');
    const url = textField(row, 'url');
    group.lines.push({
      date: date || null,
      dateText: date && dateText(language, date),
      who: workSubject(row),
      place: textField(row, 'establishment.name'),
      message: textField(row, 'message'),
      ...(url === '' ? {} : { url }),
    });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The person, or the agency worker by name; otherwise empty. */
function workSubject(row: DataRow): string {
  if (textField(row, 'employee.id') !== '') return textField(row, 'who');
  return textField(row, 'who') === textField(row, 'record') ? '' : textField(row, 'who');
}

/** Start, end, worked minutes on the day, place; with its ID if the portal's address is known. */
type ReviewEntry = readonly [start: string, end: string, workedMinutes: number, place: string, id?: string];

/** Employee ID -> day -> the entries that make up the number. */
export type ReviewEntries = Readonly<Record<string, Readonly<Record<string, readonly ReviewEntry[]>>>>;

/** With more, the page would open slowly; it then names the `explain` command instead. */
const MOST_ENTRIES = 20_000;

/** The entries that make up each number; undefined if they are too many for a page. */
export function buildReviewEntries(model: TemplateModel, withIds: boolean): ReviewEntries | undefined {
  const entries: Record<string, Record<string, ReviewEntry[]>> = {};
  let count = 0;
  for (const row of eachRow(model, 'entries')) {
    const id = textField(row, 'employee.id');
    if (id === '') continue;
    count += 1;
    if (count > MOST_ENTRIES) return undefined;
    entries[id] ??= {};
    const ofPerson = entries[id];
    const date = textField(row, 'date');
    ofPerson[date] ??= [];
    const entry = [
      joinClock(row['entry.startTime'], row['entry.startOffset']),
      joinClock(row['entry.endTime'], row['entry.endOffset']),
      numberField(row, 'workedMinutes') ?? 0,
      textField(row, 'establishment.name'),
    ] as const;
    ofPerson[date].push(withIds ? [...entry, textField(row, 'entry.id')] : entry);
  }
  return entries;
}

/** With the offset if the time alone is ambiguous. */
function joinClock(time: unknown, offset: unknown): string {
  return [time, offset].filter((part) => typeof part === 'string' && part !== '').join(' ');
}

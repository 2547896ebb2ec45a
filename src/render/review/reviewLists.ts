import { dateText } from '../../language/dateText.js';
import type { Language } from '../../language/language.js';
import type { DataRow } from '../dataSet.js';
import { eachRow, numberOf, textOf } from '../reports/rowAccess.js';
import type { TemplateModel } from '../templateModel.js';

/** A person on the page: minutes by day in the order of the days, and in all. */
export interface PersonLine {
  readonly id: string;
  readonly number: string | null;
  readonly name: string;
  /** Indexes of the page's list of places. */
  readonly places: readonly number[];
  readonly days: readonly number[];
  readonly workedMinutes: number;
  readonly paidMinutes: number;
  /** Minutes that the plan stands in for, never among the worked ones; absent where there are none. */
  readonly estimatedMinutes?: number;
  /** Paid minutes of the run that this one is compared with; absent for somebody new. */
  readonly before?: number;
}

interface PeopleOfReview {
  readonly people: readonly PersonLine[];
  readonly places: readonly string[];
}

/** Everybody with planned or worked time, with their minutes by day. @param dates the days of the period, in order */
export function peopleOf(
  model: TemplateModel,
  dates: readonly string[],
  before: ReadonlyMap<string, number>,
): PeopleOfReview {
  const minutes = minutesByDay(model, new Map(dates.map((date, index) => [date, index])));
  const places = new Map<string, number>();
  const people: PersonLine[] = [];
  for (const row of eachRow(model, 'employees')) {
    const id = textOf(row, 'employee.id');
    const earlier = before.get(id);
    const estimated = numberOf(row, 'estimatedMinutes') ?? 0;
    people.push({
      id,
      number: textOf(row, 'employee.number') || null,
      name: textOf(row, 'employee.name') || id,
      places: splitPlaces(textOf(row, 'establishments')).map((place) => indexIn(places, place)),
      days: minutes.get(id) ?? [],
      workedMinutes: numberOf(row, 'workedMinutes') ?? 0,
      paidMinutes: numberOf(row, 'paidMinutes') ?? 0,
      ...(estimated === 0 ? {} : { estimatedMinutes: estimated }),
      ...(earlier === undefined ? {} : { before: earlier }),
    });
  }
  return { people, places: [...places.keys()] };
}

function minutesByDay(model: TemplateModel, indexOf: ReadonlyMap<string, number>): Map<string, number[]> {
  const minutes = new Map<string, number[]>();
  for (const row of eachRow(model, 'employee-days')) {
    const index = indexOf.get(textOf(row, 'date'));
    if (index === undefined) continue;
    const id = textOf(row, 'employee.id');
    const days = minutes.get(id) ?? new Array<number>(indexOf.size).fill(0);
    days[index] = numberOf(row, 'workedMinutes') ?? 0;
    minutes.set(id, days);
  }
  return minutes;
}

function splitPlaces(joined: string): string[] {
  return joined === '' ? [] : joined.split('; ');
}

function indexIn(places: Map<string, number>, place: string): number {
  const index = places.get(place) ?? places.size;
  places.set(place, index);
  return index;
}

/** Everything of one cause that somebody should look at. */
export interface WorkGroup {
  readonly code: string;
  readonly title: string;
  readonly severity: string;
  /** Whether it keeps this run from being paid. */
  readonly blocks: boolean;
  readonly remedy: string;
  /** Who can do something about it. */
  readonly actor: string;
  /** The reason it was accepted with. */
  readonly reason: string | null;
  readonly lines: readonly WorkLine[];
}

interface WorkLine {
  readonly date: string | null;
  readonly dateText: string;
  readonly who: string;
  readonly place: string;
  readonly message: string;
}

/** The work list by cause; the rows stand in its order already. */
export function workGroups(model: TemplateModel, language: Language): WorkGroup[] {
  const groups = new Map<string, WorkGroup & { lines: WorkLine[] }>();
  for (const row of eachRow(model, 'exceptions')) {
    const [code, severity] = [textOf(row, 'code'), textOf(row, 'severity')];
    const accepted = row.accepted === true;
    const key = `${code} ${severity} ${accepted ? textOf(row, 'reason') : ''}`;
    const group = groups.get(key) ?? {
      code,
      title: textOf(row, 'title'),
      severity,
      blocks: severity !== 'warn' && !accepted,
      remedy: textOf(row, 'remedy'),
      actor: textOf(row, 'actor'),
      reason: accepted ? textOf(row, 'reason') || '–' : null,
      lines: [],
    };
    const date = textOf(row, 'date');
    group.lines.push({
      date: date || null,
      dateText: date && dateText(language, date),
      who: whoOf(row),
      place: textOf(row, 'establishment.name'),
      message: textOf(row, 'message'),
    });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The person, or the agency worker by name; empty where it is about nobody. */
function whoOf(row: DataRow): string {
  if (textOf(row, 'employee.id') !== '') return textOf(row, 'employee.name');
  return textOf(row, 'who') === textOf(row, 'record') ? '' : textOf(row, 'who');
}

/** Start, end, worked minutes on the day, place. */
type ReviewEntry = readonly [start: string, end: string, workedMinutes: number, place: string];

/** Employee id -> day -> the entries behind the number. */
export type ReviewEntries = Readonly<Record<string, Readonly<Record<string, readonly ReviewEntry[]>>>>;

/** More would make the page slow to open; it names the `explain` command instead. */
const MOST_ENTRIES = 20_000;

/** The entries behind each number; undefined where a page cannot hold them all. */
export function entriesOf(model: TemplateModel): ReviewEntries | undefined {
  const entries: Record<string, Record<string, ReviewEntry[]>> = {};
  let count = 0;
  for (const row of eachRow(model, 'entries')) {
    const id = textOf(row, 'employee.id');
    if (id === '') continue;
    count += 1;
    if (count > MOST_ENTRIES) return undefined;
    entries[id] ??= {};
    const ofPerson = entries[id];
    const date = textOf(row, 'date');
    ofPerson[date] ??= [];
    ofPerson[date].push([
      clock(row['entry.startTime'], row['entry.startOffset']),
      clock(row['entry.endTime'], row['entry.endOffset']),
      numberOf(row, 'workedMinutes') ?? 0,
      textOf(row, 'establishment.name'),
    ]);
  }
  return entries;
}

/** With the offset where the time alone does not say all. */
function clock(time: unknown, offset: unknown): string {
  return [time, offset].filter((part) => typeof part === 'string' && part !== '').join(' ');
}

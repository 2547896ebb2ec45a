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

export interface PeopleOfReview {
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

import type { EmployerData } from '../../src/sandbox/sandboxData.js';

/*
 * The true data: an employer's small fortnight, and its pay by docs/pay.md. Independent of the program's code.
 * Work is in slots that cannot overlap, on days without a clock change.
 */

export const PEOPLE = ['ann', 'bob', 'cem'] as const;
export const PLACES = ['North', 'South'] as const;
/** A Monday; the two Sundays of the fortnight are days 6 and 13. */
const FIRST_DAY_MS = Date.UTC(2026, 9, 5);
export const DAYS = 14;
const DAY_MS = 86_400_000;
const SLOT_HOURS = [5, 12, 18] as const;
export const SLOTS = SLOT_HOURS.length;
export const SLOT_MINUTES = 300;
/** The zone of all places is two hours ahead of UTC on these days. */
export const OFFSET_MS = 7_200_000;
const PLANNED_BREAK = 0;

export type Person = (typeof PEOPLE)[number];
export type Place = (typeof PLACES)[number];

interface Work {
  readonly id: string;
  readonly who: Person;
  /** Days since the first, from 0. */
  readonly day: number;
  readonly slot: number;
  readonly minutes: number;
  readonly place: Place;
}
export interface Entry extends Work {
  readonly status: 'Completed' | 'Cancelled' | 'Working';
  readonly isReviewed: boolean;
}
export interface Leave {
  readonly who: Person;
  readonly day: number;
  readonly days: 0.5 | 1;
}
export type Code = 'NORMAL' | 'OT' | 'SUN' | 'MEAL' | 'LEAVE';

/** Everything that can change between two runs. */
export interface World {
  readonly entries: Map<string, Entry>;
  readonly shifts: Map<string, Work>;
  readonly leave: Map<string, Leave>;
  readonly gone: Set<Place>;
  /** Payroll numbers of employees, and the codes of the payroll system. */
  readonly numbers: Record<Person, string>;
  readonly codes: Record<Code, string>;
  /** Minutes of a day above which work is overtime. */
  overtimeAbove: number;
  /** Minutes of an entry from which it gives a meal; undefined: there are no meals. */
  mealFrom: number | undefined;
  /** For ids that were never used. */
  made: number;
}

export function newWorld(): World {
  return {
    entries: new Map(),
    shifts: new Map(),
    leave: new Map(),
    gone: new Set(),
    numbers: { ann: '1001', bob: '1002', cem: '1003' },
    codes: { NORMAL: '100', OT: '200', SUN: '300', MEAL: '400', LEAVE: '500' },
    overtimeAbove: 420,
    mealFrom: undefined,
    made: 0,
  };
}

export type Unit = 'minutes' | 'times' | 'days';

/** An employee's pay for a day. */
export interface Amount {
  readonly who: Person;
  readonly day: number;
  readonly code: Code;
  readonly place: Place | null;
  readonly unit: Unit;
  readonly amount: number;
}

/** First and last day, both included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const isWithin = (day: number, { from, to }: Span): boolean => day >= from && day <= to;

/** The amount owed for some days; from `estimateFrom` on according to the plan. */
export function amountsOf(world: World, span: Span, estimateFrom = DAYS): Amount[] {
  const worked = [...visible(world, world.entries)].filter(
    ({ status, day }) => status === 'Completed' && day < estimateFrom,
  );
  const planned = visible(world, world.shifts).filter(({ day }) => day >= estimateFrom);
  const work = [...worked, ...planned].filter(({ day }) => isWithin(day, span));
  const leave = [...world.leave.values()].filter(({ day }) => isWithin(day, span));
  return [
    ...PEOPLE.flatMap((who) =>
      paidWork(
        world,
        work.filter((each) => each.who === who),
      ),
    ),
    ...leave.map(({ who, day, days }): Amount => {
      return { who, day, code: 'LEAVE', place: null, unit: 'days', amount: days };
    }),
  ];
}

/** What the service lists: work at a removed place is excluded. */
export function visible<Some extends Work>(world: World, works: ReadonlyMap<string, Some>): Some[] {
  return [...works.values()].filter(({ place }) => !world.gone.has(place));
}

/** Of a day's minutes, the last ones above the limit are overtime; Sundays and meals are added on top. */
function paidWork({ overtimeAbove, mealFrom }: World, work: readonly Work[]): Amount[] {
  const before = new Map<number, number>();
  return [...work]
    .sort((a, b) => a.day - b.day || a.slot - b.slot)
    .flatMap(({ who, day, place, minutes }) => {
      const earlier = before.get(day) ?? 0;
      before.set(day, earlier + minutes);
      const normal = Math.max(0, Math.min(minutes, overtimeAbove - earlier));
      const of = (code: Code, unit: Unit, amount: number): Amount => ({
        who,
        day,
        place,
        code,
        unit,
        amount,
      });
      return [
        of('NORMAL', 'minutes', normal),
        of('OT', 'minutes', minutes - normal),
        of('SUN', 'minutes', day % 7 === 6 ? minutes : 0),
        of('MEAL', 'times', mealFrom !== undefined && minutes >= mealFrom ? 1 : 0),
      ].filter(({ amount }) => amount !== 0);
    });
}

export function dateOf(day: number): string {
  return new Date(FIRST_DAY_MS + day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** The day at a given moment; below 0 or at least {@link DAYS} if it is outside the fortnight. */
export function dayAt(nowMs: number): number {
  return Math.floor((nowMs + OFFSET_MS - FIRST_DAY_MS) / DAY_MS);
}

/** Noon of a day, as an instant. */
export function noonOf(day: number): number {
  return FIRST_DAY_MS + day * DAY_MS + DAY_MS / 2 - OFFSET_MS;
}

const idOf = (kind: number, number: number): string =>
  `0000000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const personId = (who: Person): string => idOf(1, PEOPLE.indexOf(who) + 1);
export const placeId = (place: Place): string => idOf(2, PLACES.indexOf(place) + 1);

/** An id for a new entry or shift. */
export function newId(world: World): string {
  world.made += 1;
  return idOf(3, world.made);
}

/** The records in the sandbox's format. */
export function recordsOf(world: World): EmployerData['records'] {
  const zone = 'Europe/Brussels';
  return {
    establishments: PLACES.filter((place) => !world.gone.has(place)).map((name) => {
      return { id: placeId(name), name, zone };
    }),
    employees: PEOPLE.map((who) => ({ id: personId(who), firstName: who, lastName: 'Baker' })),
    shifts: visible(world, world.shifts).map(({ day, ...work }) => {
      return {
        ...commonOf({ day, ...work }),
        date: dateOf(day),
        endsAt: endOf({ day, ...work }),
        breakMinutes: PLANNED_BREAK,
      };
    }),
    'time-entries': visible(world, world.entries).map(({ status, isReviewed, ...work }) => ({
      ...commonOf(work),
      workDate: dateOf(work.day),
      status,
      reviewedAtUtc: isReviewed ? `${dateOf(work.day)}T22:00:00Z` : null,
      endsAt: status === 'Working' ? null : endOf(work),
      ...(status === 'Working' ? {} : { workedMinutes: work.minutes }),
    })),
  };
}

function commonOf(work: Work) {
  const { id, who, place } = work;
  return { id, employeeId: personId(who), establishmentId: placeId(place), startsAt: stampOf(work, 0) };
}

function endOf(work: Work): string {
  return stampOf(work, work.minutes);
}

function stampOf({ day, slot }: Work, afterMinutes: number): string {
  const minutes = (SLOT_HOURS[slot] ?? 0) * 60 + afterMinutes;
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${dateOf(day)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00+02:00`;
}

/** `paytally.yaml`, the mapping and the absences, by file name. */
export function filesOf(
  world: World,
  templates: readonly string[],
  deliveries: string,
): Record<string, string> {
  const codes = Object.entries(world.codes).map(([code, external]) => `${code}: { external: "${external}" }`);
  const counts =
    world.mealFrom === undefined
      ? ''
      : `, counts: [{ code: MEAL, per: entry, minimumInWindow: ${world.mealFrom} }]`;
  return {
    'employees.csv': table(
      'employeeId,employeeNumber',
      PEOPLE.map((who) => `${personId(who)},${world.numbers[who]}`),
    ),
    'absences.csv': table(
      'employee,from,to,code,days',
      [...world.leave.values()].map(
        ({ who, day, days }) => `${personId(who)},${dateOf(day)},${dateOf(day)},LEAVE,${days}`,
      ),
    ),
    'paytally.yaml': `baseUrl: http://127.0.0.1:9
employers:
  bakery:
    employerId: 00000000-0000-4000-8000-00000000000e
    clientId: simulator
    clientSecret: { env: SECRET }
    employees: employees.csv
    zone: Europe/Brussels
absences: absences.csv
payCodes: { ${codes.join(', ')} }
payRules:
  { base: [{ code: OT, over: { day: ${world.overtimeAbove} } }, { code: NORMAL }], loadings: [{ code: SUN, group: day, on: [sunday] }]${counts} }
templates: [${templates.join(', ')}]
${deliveries}`,
  };
}

function table(header: string, rows: readonly string[]): string {
  return [header, ...rows, ''].join('\n');
}

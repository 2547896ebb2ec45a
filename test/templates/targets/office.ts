import fc from 'fast-check';

/* An office of three employees, changes to its records after payment, and the right amounts. */

export const PEOPLE = [
  { id: '00000000-0000-4000-8000-0000000000a1', firstName: 'Ann', lastName: 'Able' },
  { id: '00000000-0000-4000-8000-0000000000b2', firstName: 'Bob', lastName: 'Baker' },
  { id: '00000000-0000-4000-8000-0000000000c3', firstName: 'Cem', lastName: 'Cook' },
] as const;
export const MONTHS = ['2026-09', '2026-10'] as const;
const DAYS = ['2026-09-29', '2026-09-30', '2026-10-01', '2026-10-02'] as const;
/** Work that cannot overlap: a slot in the day for each entry of an employee. */
const STARTS = [5, 11, 17];
/** Minutes above this number on one day are OVERTIME. */
export const OVERTIME_ABOVE = 300;
const PAY_CODES = ['NORMAL', 'OVERTIME'] as const;
type PayCode = (typeof PAY_CODES)[number];

interface Work {
  readonly id: string;
  readonly who: number;
  readonly day: number;
  readonly slot: number;
  readonly minutes: number;
}

export interface Office {
  readonly work: readonly Work[];
  /** How often each employee's number was corrected, and the position of each pay code among the codes of a format. */
  readonly numbers: readonly number[];
  readonly codes: Readonly<Record<PayCode, number>>;
  /** Entries that were added since. */
  readonly made: number;
}

export interface Change {
  readonly kind: 'add' | 'delete' | 'change' | 'move' | 'reassign' | 'number' | 'code';
  readonly at: number;
  readonly place: number;
  readonly minutes: number;
}

export interface Step {
  readonly changes: readonly Change[];
  /** Employees whose differences are paid outside, and reach no payroll system. */
  readonly outside: readonly number[];
}

export interface OfficeHistory {
  readonly start: Office;
  readonly steps: readonly Step[];
}

const ADDED = 1000;

function entryId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

const minutes = fc.integer({ min: 1, max: 350 });
const place = fc.nat({ max: PEOPLE.length * DAYS.length * STARTS.length - 1 });
const work: fc.Arbitrary<Work> = fc.record({ place, minutes }).map(({ place, minutes }) => ({
  id: entryId(place),
  ...placed(place),
  minutes,
}));

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('add', 'delete', 'change', 'move', 'reassign', 'number', 'code'),
  at: fc.nat({ max: 20 }),
  place,
  minutes,
});

/** @param steps at most this many corrections, one after the other */
export function officeHistory(steps: number): fc.Arbitrary<OfficeHistory> {
  return fc.record({
    start: fc
      .uniqueArray(work, { selector: ({ id }) => id, minLength: 4, maxLength: 10 })
      .map((entries) => ({ work: entries, numbers: [0, 0, 0], codes: { NORMAL: 0, OVERTIME: 1 }, made: 0 })),
    steps: fc.array(
      fc.record({
        changes: fc.array(change, { minLength: 1, maxLength: 4 }),
        outside: fc.uniqueArray(fc.nat({ max: PEOPLE.length - 1 }), { maxLength: 1 }),
      }),
      { minLength: 1, maxLength: steps },
    ),
  });
}

function placed(at: number): Pick<Work, 'who' | 'day' | 'slot'> {
  return {
    who: at % PEOPLE.length,
    day: Math.floor(at / PEOPLE.length) % DAYS.length,
    slot: Math.floor(at / (PEOPLE.length * DAYS.length)) % STARTS.length,
  };
}

const samePlace = (a: Pick<Work, 'who' | 'day' | 'slot'>, b: Pick<Work, 'who' | 'day' | 'slot'>) =>
  a.who === b.who && a.day === b.day && a.slot === b.slot;

/** The office after a change; unchanged if the slot is taken. @param codes how many a format has */
export function changed(office: Office, { kind, at, place, minutes }: Change, codes: number): Office {
  const { work: entries } = office;
  const where = placed(place);
  const entry = entries[at % Math.max(1, entries.length)];
  const isFree = (one: Pick<Work, 'who' | 'day' | 'slot'>) => !entries.some((each) => samePlace(each, one));
  const replaced = (one: Work) => ({
    ...office,
    work: entries.map((each) => (each === entry ? one : each)),
  });
  if (kind === 'add')
    return isFree(where)
      ? {
          ...office,
          made: office.made + 1,
          work: [...entries, { id: entryId(ADDED + office.made), ...where, minutes }],
        }
      : office;
  if (kind === 'number')
    return { ...office, numbers: office.numbers.map((each, who) => (who === where.who ? each + 1 : each)) };
  if (kind === 'code') {
    const payCode = PAY_CODES[at % PAY_CODES.length] ?? 'NORMAL';
    return { ...office, codes: { ...office.codes, [payCode]: place % codes } };
  }
  if (entry === undefined) return office;
  if (kind === 'delete') return { ...office, work: entries.filter((each) => each !== entry) };
  if (kind === 'change') return replaced({ ...entry, minutes });
  const moved = kind === 'move' ? { ...where, who: entry.who } : { ...entry, who: where.who };
  return isFree(moved) ? replaced({ ...entry, who: moved.who, day: moved.day, slot: moved.slot }) : office;
}

/** Minutes that count for an employee, day and pay code. */
export interface PaidMinutes {
  readonly who: number;
  readonly month: string;
  readonly date: string;
  readonly payCode: PayCode;
  readonly minutes: number;
}

/** The right amounts, calculated from the entries alone. */
export function paidMinutes({ work: entries }: Office): PaidMinutes[] {
  return PEOPLE.flatMap((_, who) =>
    DAYS.flatMap((date, day) => {
      const total = entries
        .filter((each) => each.who === who && each.day === day)
        .reduce((sum, each) => sum + each.minutes, 0);
      const base = { who, month: date.slice(0, 7), date };
      return [
        { ...base, payCode: 'NORMAL' as const, minutes: Math.min(total, OVERTIME_ABOVE) },
        { ...base, payCode: 'OVERTIME' as const, minutes: Math.max(0, total - OVERTIME_ABOVE) },
      ].filter(({ minutes: some }) => some > 0);
    }),
  );
}

const PLACE = '00000000-0000-4000-8000-0000000000ff';

/** The office as its service lists it. */
export function recordsOf({ work: entries }: Office): Record<string, unknown> {
  return {
    establishments: [{ id: PLACE, name: 'Office', zone: 'Europe/Brussels' }],
    employees: PEOPLE.map((person) => ({ ...person, isActive: true })),
    shifts: [],
    'time-entries': entries.map(({ id, who, day, slot, minutes: some }) => ({
      id,
      workDate: DAYS[day],
      status: 'Completed',
      startsAt: stamp(day, slot, 0),
      endsAt: stamp(day, slot, some),
      workedMinutes: some,
      shiftId: null,
      reviewedAtUtc: '2026-10-20T08:00:00Z',
      employeeId: PEOPLE[who]?.id,
      establishmentId: PLACE,
      teamId: null,
      taskId: null,
    })),
  };
}

function stamp(day: number, slot: number, after: number): string {
  const total = (STARTS[slot] ?? 0) * 60 + after;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${DAYS[day]}T${two(Math.floor(total / 60))}:${two(total % 60)}:00+02:00`;
}

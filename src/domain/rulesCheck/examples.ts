import type { PayLineKind } from '../pay/payLine.js';
import { weekStart } from '../pay/payWindow.js';
import { addDays, daysBetween, type LocalDate, toLocalDate, weekdayNumber } from '../time/localDate.js';
import { localDateAt, SECONDS_PER_DAY, type Zone } from '../time/zone.js';
import {
  computeSyntheticPay,
  nextReferencePeriod,
  type Persona,
  personas,
  type RulesInUse,
  repeatOnDays,
  type SyntheticWork,
  syntheticHolidays,
} from './syntheticPay.js';

/** What a piece of work would be paid. */
export interface ExamplePaid {
  readonly name: string;
  /** In the order of the rules: paid work, then what stands on top of it. */
  readonly lines: readonly {
    readonly payCode: string;
    readonly kind: PayLineKind;
    readonly minutes: number;
    /** How many times, of a code that counts. */
    readonly quantity?: number | undefined;
  }[];
}

export interface ExampleTable {
  /** `everybody`, or the name of a group in the rules. */
  readonly persona: string;
  readonly examples: readonly ExamplePaid[];
}

interface Example {
  readonly name: string;
  readonly work: readonly SyntheticWork[];
}

const HOUR = 60;
const FRIDAY = 5;
const DAY_SHIFT = { from: 8 * HOUR, until: 16 * HOUR };
const NIGHT_SHIFT = { from: 22 * HOUR, until: 30 * HOUR };
const ORDER: readonly PayLineKind[] = ['base', 'topup', 'loading', 'count', 'credit'];

/** What work of all kinds would be paid in the weeks from `asOf` on: a table for each group that rules name. */
export function exampleTables(inUse: RulesInUse, asOf: LocalDate): ExampleTable[] {
  const examples = examplesFrom(asOf, inUse);
  return personas(inUse.rules).map((persona) => ({
    persona: persona.name,
    examples: paidExamples(examples, persona, inUse, asOf),
  }));
}

function paidExamples(
  examples: readonly Example[],
  persona: Persona,
  inUse: RulesInUse,
  asOf: LocalDate,
): ExamplePaid[] {
  const people = examples.map(({ work }, index) => ({ id: `example ${index}`, persona, work }));
  const { lines } = computeSyntheticPay(people, inUse, syntheticHolidays(asOf));
  return examples.map(({ name }, index) => {
    const sums = new Map<string, ExamplePaid['lines'][number]>();
    for (const { employeeId, payCode, kind, minutes, quantity } of lines) {
      if (employeeId !== `example ${index}`) continue;
      const key = `${kind} ${payCode}`;
      const before = sums.get(key);
      const times = quantity === undefined ? {} : { quantity: quantity + (before?.quantity ?? 0) };
      sums.set(key, { payCode, kind, minutes: minutes + (before?.minutes ?? 0), ...times });
    }
    return {
      name,
      lines: [...sums.values()].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)),
    };
  });
}

function examplesFrom(asOf: LocalDate, { zone, rules }: RulesInUse): Example[] {
  const monday = weekStart(asOf, 'monday');
  const [holiday = monday, sundayHoliday = monday] = syntheticHolidays(asOf);
  const one = (name: string, date: LocalDate, times: Omit<SyntheticWork, 'date'>): Example => ({
    name,
    work: [{ date, ...times }],
  });
  const [tuesday, saturday, sunday] = [addDays(monday, 1), addDays(monday, 5), addDays(monday, 6)];
  return [
    one('Tuesday 08:00 to 16:00', tuesday, DAY_SHIFT),
    one('Tuesday 08:00 to 18:00, a tenth hour', tuesday, { from: 8 * HOUR, until: 18 * HOUR }),
    one('Tuesday 08:00 to 22:00', tuesday, { from: 8 * HOUR, until: 22 * HOUR }),
    one('Tuesday 10:00 to 10:05', tuesday, { from: 10 * HOUR, until: 10 * HOUR + 5 }),
    one('Tuesday 22:00 to 06:00', tuesday, NIGHT_SHIFT),
    one('Wednesday 00:30 to 06:00', addDays(monday, 2), { from: 30, until: 6 * HOUR }),
    one('Saturday 08:00 to 16:00', saturday, DAY_SHIFT),
    one('Saturday 22:00 to Sunday 06:00', saturday, NIGHT_SHIFT),
    one('Sunday 08:00 to 16:00', sunday, DAY_SHIFT),
    one('Sunday 22:00 to Monday 06:00', sunday, NIGHT_SHIFT),
    one('the eve of a holiday, 22:00 to 06:00', addDays(holiday, -1), NIGHT_SHIFT),
    one('a holiday (Wednesday) 08:00 to 16:00', holiday, DAY_SHIFT),
    one('a holiday (Wednesday) 22:00 to 06:00', holiday, NIGHT_SHIFT),
    one('a holiday on a Sunday 08:00 to 16:00', sundayHoliday, DAY_SHIFT),
    { name: 'Monday to Friday 9 hours each, 45 hours', work: week(monday, 5, 9) },
    { name: 'Monday to Sunday 8 hours each, 56 hours', work: week(monday, 7, 8) },
    ...overReferencePeriod(asOf, rules),
    one('1 May 08:00 to 16:00', next(asOf, '05-01'), DAY_SHIFT),
    one('24 December 12:00 to 20:00', next(asOf, '12-24'), { from: 12 * HOUR, until: 20 * HOUR }),
    one('25 December 08:00 to 16:00', next(asOf, '12-25'), DAY_SHIFT),
    one('31 December 22:00 to 06:00', next(asOf, '12-31'), NIGHT_SHIFT),
    ...overClockChanges(asOf, zone),
  ];
}

function week(monday: LocalDate, days: number, hours: number): SyntheticWork[] {
  return repeatOnDays(monday, days, { from: 8 * HOUR, until: (8 + hours) * HOUR });
}

/** The first whole period from `asOf` on. */
function overReferencePeriod(asOf: LocalDate, { reference }: RulesInUse['rules']): Example[] {
  if (reference === undefined) return [];
  const { from, to } = nextReferencePeriod(asOf, reference);
  const days = repeatOnDays(from, daysBetween(from, to) + 1, { from: 8 * HOUR, until: 17 * HOUR });
  const work = days.filter(({ date }) => weekdayNumber(date) <= FRIDAY);
  return [{ name: `${from} to ${to}, Monday to Friday 9 hours each, ${work.length * 9} hours`, work }];
}

/** The next time that a day of the year comes. */
function next(asOf: LocalDate, monthDay: string): LocalDate {
  const year = Number(asOf.slice(0, 4));
  const date = toLocalDate(`${year}-${monthDay}`);
  return date >= asOf ? date : toLocalDate(`${year + 1}-${monthDay}`);
}

/** The nights over the next two changes of the zone's clocks; none where it has none. */
function overClockChanges(asOf: LocalDate, zone: Zone): Example[] {
  const from = Date.parse(`${asOf}T00:00:00Z`) / 1000;
  return zone
    .transitionsBetween(from, from + 400 * SECONDS_PER_DAY)
    .slice(0, 2)
    .map((change) => {
      const date = addDays(localDateAt(change.epochSeconds, zone), -1);
      const way = change.changeSeconds > 0 ? 'forward' : 'back';
      return { name: `${date} 22:00 to 06:00, the clocks go ${way}`, work: [{ date, ...NIGHT_SHIFT }] };
    });
}

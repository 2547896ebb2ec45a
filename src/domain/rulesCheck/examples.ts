import { type AnyMessage, type MessageId, message } from '../../i18n/message.js';
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

/** The pay of an example of work. */
export interface ExamplePaid {
  readonly name: AnyMessage;
  /** In the order of the rules: paid work, then loadings. */
  readonly lines: readonly {
    readonly payCode: string;
    readonly kind: PayLineKind;
    readonly minutes: number;
    /** The number of occurrences, for a counting code. */
    readonly quantity?: number | undefined;
  }[];
}

export interface ExampleTable {
  /** `everyone`, or the name of a group in the rules. */
  readonly persona: AnyMessage;
  readonly examples: readonly ExamplePaid[];
}

interface Example {
  readonly name: AnyMessage;
  readonly work: readonly SyntheticWork[];
}

const HOUR = 60;
const FRIDAY = 5;
const DAY_SHIFT = { from: 8 * HOUR, until: 16 * HOUR };
const NIGHT_SHIFT = { from: 22 * HOUR, until: 30 * HOUR };
const ORDER: readonly PayLineKind[] = ['base', 'topup', 'loading', 'count', 'credit'];

/** The pay of many kinds of work in the weeks from `asOf` on: a table for each group that rules name. */
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
  const [tuesday, saturday, sunday] = [addDays(monday, 1), addDays(monday, 5), addDays(monday, 6)];
  return [
    one('tuesday', tuesday, DAY_SHIFT),
    one('tuesday', tuesday, { from: 8 * HOUR, until: 18 * HOUR }, 'rules.example.tenthHour'),
    one('tuesday', tuesday, { from: 8 * HOUR, until: 22 * HOUR }),
    one('tuesday', tuesday, { from: 10 * HOUR, until: 10 * HOUR + 5 }),
    one('tuesday', tuesday, NIGHT_SHIFT),
    one('wednesday', addDays(monday, 2), { from: 30, until: 6 * HOUR }),
    one('saturday', saturday, DAY_SHIFT),
    overnight('saturday', saturday, 'sunday'),
    one('sunday', sunday, DAY_SHIFT),
    overnight('sunday', sunday, 'monday'),
    one('eve', addDays(holiday, -1), NIGHT_SHIFT),
    one('holiday', holiday, DAY_SHIFT),
    one('holiday', holiday, NIGHT_SHIFT),
    one('sundayHoliday', sundayHoliday, DAY_SHIFT),
    { name: message('rules.example.weekdays', { hours: 45 }), work: week(monday, 5, 9) },
    { name: message('rules.example.wholeWeek', { hours: 56 }), work: week(monday, 7, 8) },
    ...overReferencePeriod(asOf, rules),
    one('may1', next(asOf, '05-01'), DAY_SHIFT),
    one('december24', next(asOf, '12-24'), { from: 12 * HOUR, until: 20 * HOUR }),
    one('december25', next(asOf, '12-25'), DAY_SHIFT),
    one('december31', next(asOf, '12-31'), NIGHT_SHIFT),
    ...overClockChanges(asOf, zone),
  ];
}

/** The IDs that begin with a prefix, without the prefix. */
type KeyOf<Prefix extends string> = MessageId extends infer Id
  ? Id extends `${Prefix}.${infer Key}`
    ? Key
    : never
  : never;

type Times = Omit<SyntheticWork, 'date'>;

function one(
  day: KeyOf<'rules.day'>,
  date: LocalDate,
  times: Times,
  id: 'rules.example.oneDay' | 'rules.example.tenthHour' = 'rules.example.oneDay',
): Example {
  const name = message(id, { day: message(`rules.day.${day}`), ...clockTimes(times) });
  return { name, work: [{ date, ...times }] };
}

function overnight(day: KeyOf<'rules.day'>, date: LocalDate, nextDay: KeyOf<'rules.day'>): Example {
  const days = { day: message(`rules.day.${day}`), nextDay: message(`rules.day.${nextDay}`) };
  const name = message('rules.example.twoDays', { ...days, ...clockTimes(NIGHT_SHIFT) });
  return { name, work: [{ date, ...NIGHT_SHIFT }] };
}

/** As clock times: a shift to 30:00 ends at 06:00. */
function clockTimes({ from, until }: Times): { readonly from: string; readonly to: string } {
  const clock = (minutes: number): string =>
    [Math.floor(minutes / HOUR) % 24, minutes % HOUR].map((part) => String(part).padStart(2, '0')).join(':');
  return { from: clock(from), to: clock(until) };
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
  return [{ name: message('rules.example.referencePeriod', { from, to, hours: work.length * 9 }), work }];
}

/** The next occurrence of a day of the year. */
function next(asOf: LocalDate, monthDay: string): LocalDate {
  const year = Number(asOf.slice(0, 4));
  const date = toLocalDate(`${year}-${monthDay}`);
  return date >= asOf ? date : toLocalDate(`${year + 1}-${monthDay}`);
}

/** The nights of the zone's next two clock changes; empty if it has none. */
function overClockChanges(asOf: LocalDate, zone: Zone): Example[] {
  const from = Date.parse(`${asOf}T00:00:00Z`) / 1000;
  return zone
    .transitionsBetween(from, from + 400 * SECONDS_PER_DAY)
    .slice(0, 2)
    .map((change) => {
      const date = addDays(localDateAt(change.epochSeconds, zone), -1);
      const id = change.changeSeconds > 0 ? 'rules.example.clocksForward' : 'rules.example.clocksBack';
      return { name: message(id, { date, ...clockTimes(NIGHT_SHIFT) }), work: [{ date, ...NIGHT_SHIFT }] };
    });
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { type PayConfig, payRulesOf } from '../../src/config/schema/paySchema.js';
import { buildAbsenceLine } from '../../src/domain/absences/absenceDays.js';
import { restDayTest } from '../../src/domain/absences/restDays.js';
import { formatClockTime, requireClockTime } from '../../src/domain/pay/compiledRules.js';
import type { PayLine } from '../../src/domain/pay/payLine.js';
import { NO_PAY_FACTS } from '../../src/domain/pay/referencePeriod.js';
import { groupRecordsByPerson, inheritFromShifts } from '../../src/domain/records/periodData.js';
import type { Attribution } from '../../src/domain/time/attribution.js';
import { instantsAtReading } from '../../src/domain/time/clockChanges.js';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import { zoneByName } from '../../src/domain/time/tzdata.js';
import { formatOffset } from '../../src/domain/time/zone.js';
import { findPayOracle, type OracleCase } from '../oracle/payOracle.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { configured, payOf, stampOf, type Work } from '../support/records/payFixture.js';
import { entry, periodData, shift } from '../support/records/periodFixture.js';
import { payHolidays } from '../support/records/unworkedFixture.js';

const BRUSSELS = zoneByName('Europe/Brussels');
const TEXT = readFileSync(join(PROJECT, 'docs', 'pay.md'), 'utf8');

interface Row {
  readonly yaml: string;
  readonly work: string;
  readonly pays: string;
}

/** Rows of tables with the headings work and pays, each with the configuration above it. */
const ROWS: readonly Row[] = [
  ...TEXT.matchAll(
    /```yaml\n([\s\S]*?)```(?:(?!```)[\s\S])*?\| work \| pays \|\n\|---\|---\|\n((?:\|.*\n)+)/g,
  ),
].flatMap(([, yaml = '', rows = '']) =>
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [, work = '', pays = ''] = row.split('|').map((cell) => cell.trim());
      return { yaml, work, pays };
    }),
);

function stamp(date: string, clock: string): string {
  const reading = Date.parse(`${date}T${clock}:00Z`) / 1000;
  const [instant = reading] = instantsAtReading(reading, BRUSSELS);
  return `${date}T${clock}:00${formatOffset(BRUSSELS.offsetAt(instant))}`;
}

const nextDay = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

/** The values in a row's text. */
function read(text: string) {
  const holidays = [...text.matchAll(/holiday (\d[\d-]*)/g)].map(([, date = '']) => date);
  const [, net] = /(\d+) worked/.exec(text) ?? [];
  const [, planned] = /planned (\d+)/.exec(text) ?? [];
  const [, contractMinutesPerDay] = /contract (\d+)/.exec(text) ?? [];
  const columns = Object.fromEntries(
    [...text.matchAll(/, (hired|contractMinutes|contractFrom|weekdays) ?([^\s,]*)/g)].map(
      ([, column = '', value = '']) => [column === 'weekdays' ? 'contractWeekdays' : column, value],
    ),
  );
  const [, leaveDate, leaveMinutes] = /leave (\d[\d-]*) (\d+)/.exec(text) ?? [];
  const leave = leaveDate === undefined ? {} : { [leaveDate]: Number(leaveMinutes) };
  const named = namedShift(text);
  const tasks = tasksOf(text);
  const taskId = effectiveTask(tasks);
  const work = [...text.matchAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) to (\d\d:\d\d)/g)].map(
    ([, date = '', from = '', to = ''], index): Work => ({
      start: stamp(date, from),
      end: stamp(to > from ? date : nextDay(date), to),
      id: `entry-${index}`,
      ...(taskId === null ? {} : { taskId }),
      ...(net === undefined ? {} : { minutes: Number(net) }),
      ...(named === undefined
        ? {}
        : { shift: { ...named, start: stampOf(named.startsAt), end: stampOf(named.endsAt) } }),
    }),
  );
  return {
    holidays,
    planned: Number(planned ?? 0),
    contractMinutesPerDay,
    columns,
    tasks,
    work,
    leave,
    named,
  };
}

/** `shift of 2026-11-10 from 20:00 to 02:00` */
function namedShift(text: string) {
  const [, date, from = '', to = ''] = /shift of (\d[\d-]*) from (\d\d:\d\d) to (\d\d:\d\d)/.exec(text) ?? [];
  if (date === undefined) return undefined;
  return {
    date: toLocalDate(date),
    startsAt: stamp(date, from),
    endsAt: stamp(to > from ? date : nextDay(date), to),
  };
}

/** The settings of an example: those of pay, and the days that minutes count for. */
function settingsOf(yaml: string) {
  const { attribution = 'start', period = {}, ...pay }: Settings = parse(yaml);
  return {
    config: configured(stringify(pay)),
    attribution,
    dayStart: requireClockTime(period.dayStart ?? '00:00'),
  };
}

interface Settings {
  readonly attribution?: Attribution;
  readonly period?: { readonly dayStart?: string };
}

interface Tasks {
  readonly task: string | null;
  readonly shiftTask: string | null;
}

/** `task baking` is the entry's own, `shift with task on-call` that of the shift that it names. */
function tasksOf(text: string): Tasks {
  const [, shiftTask = null] = /shift with task ([\w-]+)/.exec(text) ?? [];
  const [, task = null] = /, task ([\w-]+)/.exec(text) ?? [];
  return { task, shiftTask };
}

/** The task that a run uses. */
function effectiveTask({ task, shiftTask }: Tasks): string | null {
  const times = { start: '10-06 08:00', end: '10-06 16:00' };
  const data = periodData({
    entries: [entry({ ...times, shiftId: 's', taskId: task })],
    shifts: shiftTask === null ? [] : [shift({ ...times, taskId: shiftTask })],
  });
  return inheritFromShifts(groupRecordsByPerson(data).of('ann'), 1).entries[0]?.taskId ?? null;
}

const contractOf = (contractMinutesPerDay: string) => ({
  contractMinutesPerDay,
  contractWeekdays: '12345',
  contractFrom: '2020-01-01',
});

function paid({ yaml, work: text, pays }: Row): string {
  const { holidays, planned, columns, work, leave } = read(text);
  const { config, ...policy } = settingsOf(yaml);
  const planOf = new Map(work.map(({ start }) => [toLocalDate(start.slice(0, 10)), planned]));
  const shifts = [...planOf].map(([date, plannedMinutes]) => shift({ ...DAY_TIMES, date, plannedMinutes }));
  const known = {
    ...NO_PAY_FACTS,
    plannedMinutes: planOf,
    isRestDay: restDayTest({ employeeId: 'ann', shifts, columnsOn: () => columns }),
    unworkedLines: Object.entries(leave).map(([date, minutes]) =>
      buildAbsenceLine({ employeeId: 'ann', date: toLocalDate(date), code: 'LEAVE', minutes, days: null }),
    ),
  };
  const { lines: worked } = payOf({ work, config, ...policy, holidays, columns: { ann: columns }, known });
  const lines = [...worked, ...unworkedLines(text, config, holidays, columns, worked)];
  if (pays.startsWith('on ')) return byDay(pays, lines);
  return inOrderOf(
    pays,
    lines.map(({ payCode, kind, minutes, quantity }) => ({ payCode, kind, amount: quantity ?? minutes })),
  );
}

const DAY_TIMES = { start: '10-06 08:00', end: '10-06 16:00' };

/** `on 2026-10-31 NORMAL 300, SUNDAY 180, on 2026-11-01 …` */
function byDay(pays: string, lines: readonly ((Amount & { readonly date: string }) | PayLine)[]): string {
  const dates = [...new Set(lines.map(({ date }) => date))].sort();
  return dates
    .map((date) => {
      const own = lines.filter((line) => line.date === date);
      return `on ${date} ${inOrderOf(pays, own.map(amountOf))}`;
    })
    .join(', ');
}

function amountOf(line: Amount | PayLine): Amount {
  if ('amount' in line) return line;
  const { payCode, kind, minutes, quantity } = line;
  return { payCode, kind, amount: quantity ?? minutes };
}

interface Amount {
  readonly payCode: string;
  readonly kind: string;
  readonly amount: number;
}

function inOrderOf(pays: string, lines: readonly Amount[]): string {
  const sums = new Map<string, number>();
  for (const { payCode, amount } of lines) sums.set(payCode, (sums.get(payCode) ?? 0) + amount);
  const counts = new Set(lines.filter(({ kind }) => kind === 'count').map(({ payCode }) => payCode));
  // In the order of the table, with missing and additional codes at the end.
  const order = [...pays.matchAll(/[A-Z][A-Z0-9]*/g)].map(([code]) => code);
  const place = (code: string): number => (order.includes(code) ? order.indexOf(code) : order.length);
  return [...sums]
    .sort(([a], [b]) => place(a) - place(b))
    .map(([code, sum]) => `${code} ${counts.has(code) ? '×' : ''}${sum}`)
    .join(', ');
}

/** `planned 456` is the plan of the holiday, `contract 456` a day of Monday to Friday since 2020. */
function unworkedLines(
  text: string,
  config: PayConfig,
  holidays: readonly string[],
  known: Readonly<Record<string, string>>,
  lines: readonly PayLine[],
): readonly PayLine[] {
  if (holidays.length === 0) return [];
  const [date = ''] = holidays;
  const { planned, contractMinutesPerDay } = read(text);
  const days = [...text.matchAll(/(\d{4}-\d\d-\d\d) (\d\d):(\d\d) to (\d\d):(\d\d)/g)].map(
    ([, day = '', h1, m1, h2, m2]) => ({
      date: toLocalDate(day),
      workedMinutes: (Number(h2) - Number(h1)) * 60 + Number(m2) - Number(m1),
      plannedMinutes: 0,
    }),
  );
  const worked = days.find((day) => day.date === date)?.workedMinutes ?? 0;
  const plan =
    planned === 0 ? days : [{ date: toLocalDate(date), workedMinutes: worked, plannedMinutes: planned }];
  const columns = contractMinutesPerDay === undefined ? known : contractOf(contractMinutesPerDay);
  const isHoliday = (day: string) => holidays.includes(day);
  const paidBefore = () => ({ lines, isKnown: () => true, isHoliday });
  const person = {
    employeeId: 'ann',
    days: plan,
    hasPlanning: true,
    isEmployed: true,
    columnsOn: () => columns,
    paidBefore,
  };
  return payHolidays(payRulesOf(config).notWorked ?? [], person, holidays.map(toLocalDate)).lines;
}

describe('the examples of docs/pay.md', () => {
  test('cover most of its rules', () => {
    expect(ROWS.length).toBeGreaterThan(25);
  });
  test.each(ROWS)('$work', (row) => {
    expect(paid(row)).toBe(row.pays);
  });
});

const oracle = findPayOracle('2026f');
const PLACE = '10000000-0000-4000-8000-000000000001';

/** A row as input for the oracle: one employee in Brussels, and all of 2026. */
function caseOf({ yaml, work: text }: Row): OracleCase {
  const { attribution, dayStart, config: pay } = settingsOf(yaml);
  const { rounding, breaks, minimumPaid, join, payRules } = pay;
  const { columns, holidays, planned, contractMinutesPerDay, tasks, work, leave, named } = read(text);
  return {
    name: text,
    places: { [PLACE]: 'Europe/Brussels' },
    columns: {
      contractMinutes: '',
      hired: '',
      ...columns,
      ...(contractMinutesPerDay === undefined ? {} : contractOf(contractMinutesPerDay)),
    },
    holidays,
    period: { from: '2026-01-01', to: '2026-12-31' },
    planned: Object.fromEntries(
      [...work.map(({ start }) => start.slice(0, 10)), ...holidays].map((date) => [date, planned]),
    ),
    config: {
      attribution,
      dst: 'elapsed',
      ...(dayStart === 0 ? {} : { period: { dayStart: formatClockTime(dayStart) } }),
      ...(pay.pay === undefined ? {} : { pay: pay.pay }),
      rounding,
      breaks,
      ...(minimumPaid === undefined ? {} : { minimumPaid }),
      ...(join === undefined ? {} : { join }),
      payRules,
    },
    absences: leave,
    entries: work.map(({ start, end, minutes }, index) => ({
      id: `30000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      place: PLACE,
      ...tasks,
      ...(named === undefined ? {} : { shift: named }),
      startsAt: start,
      endsAt: end ?? start,
      workDate: start.slice(0, 10),
      workedMinutes: minutes ?? Math.floor((Date.parse(end ?? start) - Date.parse(start)) / 60_000),
    })),
  };
}

describe.skipIf(oracle === undefined)('the oracle', () => {
  test('agrees on every row', { tags: 'slow' }, () => {
    const answers = oracle?.given(ROWS.map(caseOf)) ?? [];
    const told = answers.map(({ lines }, index) => {
      const pays = ROWS[index]?.pays ?? '';
      const told = lines.map(([date, payCode, kind, , amount]) => ({ date, payCode, kind, amount }));
      return pays.startsWith('on ') ? byDay(pays, told) : inOrderOf(pays, told);
    });
    expect(told).toEqual(ROWS.map(({ pays }) => pays));
  });
});

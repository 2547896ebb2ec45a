import { usualMeaning } from '../../domain/computed/computedPeriod.js';
import { addAmounts, NO_AMOUNTS } from '../../domain/pay/payAmounts.js';
import { isPaid, type PayLineKind } from '../../domain/pay/payLine.js';
import { allocate } from '../../domain/time/allocate.js';
import { daysBetween, toLocalDate } from '../../domain/time/localDate.js';
import { dateText, shortWeekdayName } from '../../i18n/dateText.js';
import type { DataRow } from '../dataSet.js';
import { clockTime } from '../model/entrySets.js';
import { payLineAmounts } from '../model/payLinesSet.js';
import { sortPayCodes } from '../reports/periodSums.js';
import { personText } from '../reports/personText.js';
import type { ReportContext } from '../reports/reportContext.js';
import { distinctEmployee, groupRowsBy, numberField, textField } from '../reports/rowAccess.js';
import { accountLine } from './accountLine.js';
import type { PersonRows } from './personRows.js';

/** A line of a timesheet: an entry, a day without one, or the total of a week. */
export interface TimesheetLine {
  readonly kind: 'work' | 'empty' | 'week';
  /** `YYYY-MM-DD`; empty on a week's line. */
  readonly isoDate: string;
  /** In the language of the report; only on the first line of a day. */
  readonly date: string;
  readonly weekday: string;
  readonly isFree: boolean;
  readonly isHoliday: boolean;
  /** With the offset if the clock time alone is ambiguous, and with `-1` if it is on the day before the line's. */
  readonly start: string;
  /** With `+1` if it is on the day after the line's. */
  readonly end: string;
  readonly breakMinutes: number | null;
  /** Of the entry; empty on a line without one. */
  readonly establishment: string;
  /** The minutes of this entry on this day. */
  readonly netMinutes: number | null;
  /** The total of the day or week: on the first line of a day, and on a week's line. */
  readonly plannedMinutes: number | null;
  readonly workedMinutes: number | null;
  readonly paidMinutes: number | null;
  readonly remark: string;
}

/** A pay code with its minutes, or with its number of times or days. */
export interface TimesheetCode {
  readonly label: string;
  readonly kind: string;
  readonly unit: 'minutes' | 'times' | 'days';
  readonly amount: number;
}

/** One person's timesheet, as printed and signed. */
export interface TimesheetPage {
  readonly name: string;
  /** Without a note that it is unknown: the employee ID then. */
  readonly plainName: string;
  /** What tells the person from namesakes; undefined for a unique name. */
  readonly distinction?: string | undefined;
  /** The payroll ID of the person's last day. */
  readonly number: string;
  /** All payroll IDs of the person in the period, as a text. */
  readonly numbers: string;
  readonly lines: readonly TimesheetLine[];
  /** null if the source has no planning. */
  readonly plannedMinutes: number | null;
  readonly workedMinutes: number;
  readonly paidMinutes: number;
  /** Whether any line's paid time differs from its worked time. */
  readonly showsPaid: boolean;
  /** Base hours first, then premiums. */
  readonly codes: readonly TimesheetCode[];
  /** The hours account from the balance before to the balance after; empty without one. */
  readonly account: string;
  /** Explains `+1`, `-1` and `+02:00` next to clock times, if they occur. */
  readonly legend: string;
}

/** Builds a person's period line by line. */
export function timesheetPage(context: ReportContext, person: PersonRows): TimesheetPage {
  const told = distinctEmployee(context.model, person.employee);
  const byDay = {
    ...person,
    entriesOn: groupRowsBy(person.entries, 'date'),
    payLinesOn: groupRowsBy(person.payLines, 'date'),
  };
  const exact = person.days.map((day) => buildDayLines(context, day, byDay));
  const days = context.hours === 'decimal' ? roundedDays(exact) : exact;
  const lines = days.flatMap((day, index) => [
    ...day.lines,
    ...(endsWeek(person.days, index) ? [weekLine(context, days, person.days, index)] : []),
  ]);
  const sum = (of: (day: DayLines) => number) => days.reduce((total, day) => total + of(day), 0);
  const worked = sum(({ workedMinutes }) => workedMinutes);
  return {
    name: personText(context, person.employee),
    plainName: told.name,
    distinction: told.distinction,
    number: textField(person.employee, 'employee.number'),
    numbers: numbersOn(person),
    lines,
    plannedMinutes: plannedOf(days),
    workedMinutes: worked,
    paidMinutes: sum(({ paidMinutes }) => paidMinutes),
    showsPaid: exact.some((day) => day.paidMinutes !== day.workedMinutes),
    codes: listCodes(context, person.payLines),
    account: accountLine(context, person.account),
    legend: buildLegend(context, lines),
  };
}

/** The payroll IDs of the person's days in order, or that of the person without any day. */
function numbersOn({ employee, days, payLines }: PersonRows): string {
  const dated = [...days, ...payLines].sort((a, b) => (textField(a, 'date') < textField(b, 'date') ? -1 : 1));
  const numbers = new Set(dated.map((row) => textField(row, 'employee.number')).filter(Boolean));
  return [...numbers].join(' / ') || textField(employee, 'employee.number');
}

/** After a clock time on another day than that of its line. */
const DAY_MARKS = [
  { mark: ' -1', word: 'reports.previousDay' },
  { mark: ' +1', word: 'reports.nextDay' },
] as const;
const OFFSET = / (Z|[+-]\d\d:\d\d)/;

function buildLegend({ say }: ReportContext, lines: readonly TimesheetLine[]): string {
  const offset = lines.map(({ start, end }) => OFFSET.exec(`${start} ${end}`)?.[1]).find(Boolean);
  return [
    ...DAY_MARKS.flatMap(({ mark, word }) =>
      lines.some(({ start, end }) => [start, end].some((text) => text.endsWith(mark)))
        ? say('reports.labelled', { label: mark.trim(), value: say(word) })
        : [],
    ),
    ...(offset === undefined
      ? []
      : [say('reports.labelled', { label: offset, value: say('reports.clockOffset') })]),
  ].join(' · ');
}

interface DayLines {
  readonly lines: readonly TimesheetLine[];
  readonly plannedMinutes: number | null;
  readonly workedMinutes: number;
  readonly paidMinutes: number;
}

function plannedOf(days: readonly DayLines[]): number | null {
  const known = days.flatMap(({ plannedMinutes }) => plannedMinutes ?? []);
  return known.length === 0 ? null : known.reduce((total, minutes) => total + minutes, 0);
}

const DAY_TOTALS = ['plannedMinutes', 'workedMinutes', 'paidMinutes'] as const;

/**
 * In decimal hours, days are printed in hundredths that add up to the rounded total of the person, and entries in
 * hundredths that add up to their day: a reader can add up what is printed.
 */
function roundedDays(days: readonly DayLines[]): DayLines[] {
  const totals = DAY_TOTALS.map((field) => roundedParts(days.map((day) => day[field] ?? 0)));
  return days.map((day, index) => {
    const [plannedMinutes, workedMinutes, paidMinutes] = totals.map((values) => values[index] ?? 0);
    const sums = {
      plannedMinutes: day.plannedMinutes === null ? null : (plannedMinutes ?? 0),
      workedMinutes: workedMinutes ?? 0,
      paidMinutes: paidMinutes ?? 0,
    };
    const nets = day.lines.map(({ netMinutes }) => netMinutes ?? 0);
    const isWhole = nets.reduce((sum, net) => sum + net, 0) === day.workedMinutes;
    const rounded = roundedParts(nets, isWhole ? sums.workedMinutes : undefined);
    const lines = day.lines.map((line, place) => ({
      ...line,
      ...keepEmpty(line, sums),
      netMinutes: line.netMinutes === null ? null : (rounded[place] ?? 0),
    }));
    return { lines, ...sums };
  });
}

/** Only the first line of a day has the day's totals. */
function keepEmpty(line: TimesheetLine, sums: Omit<DayLines, 'lines'>): Partial<TimesheetLine> {
  return Object.fromEntries(DAY_TOTALS.map((field) => [field, line[field] === null ? null : sums[field]]));
}

const MINUTES_PER_HUNDREDTH = 0.6;

/** Minutes that are whole hundredths of hours, and add up to the rounded total. */
function roundedParts(minutes: readonly number[], totalMinutes?: number): number[] {
  if (minutes.some((value) => value < 0)) return [...minutes];
  const sum = totalMinutes ?? minutes.reduce((total, value) => total + value, 0);
  const hundredths = Math.round(sum / MINUTES_PER_HUNDREDTH);
  return allocate(hundredths, minutes).map((units) => units * MINUTES_PER_HUNDREDTH);
}

interface RowsByDay extends PersonRows {
  readonly entriesOn: ReadonlyMap<string, readonly DataRow[]>;
  readonly payLinesOn: ReadonlyMap<string, readonly DataRow[]>;
}

function buildDayLines(context: ReportContext, day: DataRow, person: RowsByDay): DayLines {
  const date = textField(day, 'date');
  const entries = (person.entriesOn.get(date) ?? []).toSorted((a, b) =>
    textField(a, 'entry.startsAt') < textField(b, 'entry.startsAt') ? -1 : 1,
  );
  const plannedMinutes = numberField(day, 'plannedMinutes');
  const workedMinutes = numberField(day, 'workedMinutes') ?? 0;
  const paidMinutes = (person.payLinesOn.get(date) ?? [])
    .filter((line) => isPaid(textField(line, 'kind') as PayLineKind))
    .reduce((total, line) => total + (numberField(line, 'minutes') ?? 0), 0);
  const weekday = numberField(day, 'weekday') ?? 0;
  const remark = buildRemarks(context, day, entries, person.exceptions);
  const first = {
    isoDate: date,
    isHoliday: textField(day, 'holiday') !== '',
    date: dateText(context.language, date),
    weekday: shortWeekdayName(context.language, weekday),
    isFree: weekday > 5 || textField(day, 'holiday') !== '',
    plannedMinutes: plannedMinutes || null,
    workedMinutes: entries.length === 0 ? workedMinutes || null : workedMinutes,
    paidMinutes: entries.length === 0 ? paidMinutes || null : paidMinutes,
    remark,
  };
  const lines = entries.map(
    (entry, index): TimesheetLine => ({
      kind: 'work',
      ...(index === 0
        ? first
        : { ...BLANK, isoDate: date, isFree: first.isFree, isHoliday: first.isHoliday }),
      start: formatClock(entry, 'part.startsAt', 'entry.startOffset'),
      end: formatClock(entry, 'part.endsAt', 'entry.endOffset'),
      establishment: textField(entry, 'establishment.name'),
      breakMinutes: computeBreak(entry, person.entries),
      netMinutes: numberField(entry, 'workedMinutes'),
    }),
  );
  const empty: TimesheetLine = {
    kind: 'empty',
    ...first,
    start: '',
    end: '',
    establishment: '',
    breakMinutes: null,
    netMinutes: null,
  };
  return { lines: lines.length === 0 ? [empty] : lines, plannedMinutes, workedMinutes, paidMinutes };
}

const BLANK = {
  isoDate: '',
  date: '',
  weekday: '',
  isFree: false,
  isHoliday: false,
  plannedMinutes: null,
  workedMinutes: null,
  paidMinutes: null,
  remark: '',
} as const;

/** Elapsed minus worked time; unknown for an entry with minutes on several days or partly outside the period. */
function computeBreak(entry: DataRow, all: readonly DataRow[]): number | null {
  const id = textField(entry, 'entry.id');
  if (all.filter((other) => textField(other, 'entry.id') === id).length > 1) return null;
  const [elapsed, worked] = [numberField(entry, 'elapsedMinutes'), numberField(entry, 'workedMinutes')];
  if (elapsed === null || worked === null || elapsed < worked) return null;
  return elapsed - worked || null;
}

/** `22:00 -1`: the clock time, with its offset where one is shown, and how many days it is from that of the line. */
function formatClock(entry: DataRow, field: string, offset: string): string {
  const stamp = textField(entry, field);
  if (stamp === '') return '';
  const days = daysBetween(toLocalDate(textField(entry, 'date')), toLocalDate(stamp.slice(0, 10)));
  const mark = days === 0 ? '' : `${days > 0 ? '+' : ''}${days}`;
  const own = textField(entry, offset);
  const shown = own === '' ? '' : (STAMP_OFFSET.exec(stamp)?.[0] ?? own);
  return [clockTime(stamp), shown, mark].filter(Boolean).join(' ');
}

const STAMP_OFFSET = /[+-]\d\d:\d\d$/;

function endsWeek(days: readonly DataRow[], index: number): boolean {
  return index === days.length - 1 || numberField(days[index] ?? {}, 'weekday') === 7;
}

/** The total of the days since Monday, or since the period began. */
function weekLine(
  { say }: ReportContext,
  days: readonly DayLines[],
  rows: readonly DataRow[],
  last: number,
): TimesheetLine {
  const first = Math.max(0, last - ((numberField(rows[last] ?? {}, 'weekday') ?? 1) - 1));
  const week = days.slice(first, last + 1);
  const sum = (of: (day: DayLines) => number) => week.reduce((total, day) => total + of(day), 0);
  return {
    kind: 'week',
    ...BLANK,
    date: say('reports.week'),
    start: '',
    end: '',
    establishment: '',
    breakMinutes: null,
    netMinutes: null,
    plannedMinutes: plannedOf(week),
    workedMinutes: sum(({ workedMinutes }) => workedMinutes),
    paidMinutes: sum(({ paidMinutes }) => paidMinutes),
  };
}

/** By pay code, in the order of the summary. A code without a label is shown with its meaning. */
function listCodes({ language }: ReportContext, lines: readonly DataRow[]): TimesheetCode[] {
  const byCode = groupRowsBy(lines, 'payCode');
  return sortPayCodes(lines).flatMap((code) => {
    const rows = byCode.get(code) ?? [];
    const [first = {}] = rows;
    const label = textField(first, 'payCodeLabel') || code;
    const shown = {
      label: label !== code && label === usualMeaning(code, language) ? `${label} (${code})` : label,
      kind: textField(first, 'kind'),
    };
    const { minutes, times, days } = rows.map(payLineAmounts).reduce(addAmounts, NO_AMOUNTS);
    const amounts = [
      { unit: 'minutes', amount: minutes },
      { unit: 'times', amount: times },
      { unit: 'days', amount: days },
    ] as const;
    return amounts.filter(({ amount }) => amount !== 0).map((each) => ({ ...shown, ...each }));
  });
}

/** Kinds of exceptions that a person who signs should read, in display order. */
const TOLD = [
  'OPEN_ENTRY',
  'MISSING_END',
  'OVERLAP',
  'UNREVIEWED',
  'SHIFT_NO_ENTRY',
  'SHIFT_DURING_ABSENCE',
  'NET_EXCEEDS_GROSS',
];

/** The remarks of a day: its holiday, absence, problems, and a clock change in words. */
function buildRemarks(
  context: ReportContext,
  day: DataRow,
  entries: readonly DataRow[],
  exceptions: readonly DataRow[],
): string {
  const date = textField(day, 'date');
  const titles = new Map<string, string>();
  for (const exception of exceptions) {
    if (textField(exception, 'date') !== date) continue;
    titles.set(textField(exception, 'code'), textField(exception, 'title'));
  }
  const told = TOLD.flatMap((code) => titles.get(code) ?? []);
  const changes = new Set(entries.flatMap((entry) => clockChangeWords(context, entry)));
  return [textField(day, 'holidayText'), textField(day, 'absence'), ...changes, ...told]
    .filter(Boolean)
    .join('; ');
}

const REMARK_OFFSET = /(Z|([+-])(\d\d):(\d\d))$/;

/** `clock change: 1:00 back`, if the two stamps of an entry have different offsets. */
function clockChangeWords({ say }: ReportContext, entry: DataRow): string[] {
  const [start, end] = ['part.startsAt', 'part.endsAt'].map((field) =>
    offsetMinutes(textField(entry, field)),
  );
  if (start === undefined || end === undefined || start === end) return [];
  const minutes = Math.abs(end - start);
  return [say(end > start ? 'reports.clockForward' : 'reports.clockBack', { minutes })];
}

function offsetMinutes(stamp: string): number | undefined {
  const [, name = '', sign = '', hours = '', minutes = ''] = REMARK_OFFSET.exec(stamp) ?? [];
  if (name === 'Z') return 0;
  return name === '' ? undefined : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

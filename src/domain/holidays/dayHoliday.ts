import type { Holiday } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';
import { SECONDS_PER_DAY } from '../time/zone.js';

/** What a row does: a further holiday, a granted one that holds in some places only, or one that is not a holiday. */
export const HOLIDAY_ACTIONS = ['add', 'limit', 'remove'] as const;
export type HolidayAction = (typeof HOLIDAY_ACTIONS)[number];

/** The part of the day: all of it, a window of clock times in seconds of the day, or a fraction without a position. */
export type HolidayPart =
  | { readonly kind: 'whole' }
  | { readonly kind: 'window'; readonly from: number; readonly until: number; readonly isHalf: boolean }
  | { readonly kind: 'fraction'; readonly fraction: number };

/** A row of an employer's file of holidays (docs/pay.md, "Holidays"). */
export interface HolidayRow {
  readonly date: LocalDate;
  /** Empty if the row only limits or removes a holiday. */
  readonly name: string;
  readonly part: HolidayPart;
  /** The part as written: `pm`, `0.5`. */
  readonly partText: string;
  /** Empty for the whole employer; otherwise an establishment's ID or name, or `column=value` of the mapping file. */
  readonly where: string;
  readonly action: HolidayAction;
  /** Line number in the file, for messages. */
  readonly line: number;
}

/** A span of clock times of a local day, in seconds of the day. */
export interface DayWindow {
  readonly from: number;
  readonly until: number;
}

/** The source of a holiday: the service, or a row of the file of holidays. */
export type HolidaySource =
  | { readonly kind: 'service'; readonly holiday: Holiday; readonly limitedBy: readonly HolidayRow[] }
  | { readonly kind: 'file'; readonly row: HolidayRow };

/** The holiday of a local day at a place: all of its sources together. */
export interface DayHoliday {
  /** The names, sorted, each once. */
  readonly names: readonly string[];
  /** A whole holiday takes precedence over parts of the day. */
  readonly isWhole: boolean;
  /** In order, without overlaps; all of the day for a whole holiday, none for a fraction. */
  readonly windows: readonly DayWindow[];
  /** Whether one of the windows is given by clock times, and not as a half of the day. */
  readonly isByClock: boolean;
  /** The part of the day without a position; 0 if there is none. */
  readonly fraction: number;
  readonly sources: readonly HolidaySource[];
}

const WHOLE_DAY: DayWindow = { from: 0, until: SECONDS_PER_DAY };

/** The holiday of one day; parts are united: two rows for the same afternoon are one afternoon. */
export function uniteHolidays(sources: readonly HolidaySource[]): DayHoliday {
  const parts = sources.map((source) =>
    source.kind === 'service' ? ({ kind: 'whole' } as const) : source.row.part,
  );
  const windows = unitedWindows(parts.flatMap((part) => (part.kind === 'window' ? [part] : [])));
  const isWhole = parts.some(({ kind }) => kind === 'whole') || windows.some(isAllDay);
  return {
    names: [...new Set(sources.map(nameOf))].sort(),
    isWhole,
    windows: isWhole ? [WHOLE_DAY] : windows,
    isByClock: parts.some((part) => part.kind === 'window' && !part.isHalf),
    fraction: Math.max(0, ...parts.map((part) => (part.kind === 'fraction' ? part.fraction : 0))),
    sources,
  };
}

function isAllDay({ from, until }: DayWindow): boolean {
  return from === 0 && until === SECONDS_PER_DAY;
}

function nameOf(source: HolidaySource): string {
  return source.kind === 'service' ? source.holiday.name : source.row.name;
}

function unitedWindows(windows: readonly DayWindow[]): DayWindow[] {
  const united: DayWindow[] = [];
  for (const { from, until } of [...windows].sort((a, b) => a.from - b.from)) {
    const last = united.at(-1);
    if (last === undefined || from > last.until) united.push({ from, until });
    else united[united.length - 1] = { from: last.from, until: Math.max(last.until, until) };
  }
  return united;
}

/** Whether a clock time is in one of the windows. */
export function isInWindows(secondsOfDay: number, windows: readonly DayWindow[]): boolean {
  return windows.some(({ from, until }) => secondsOfDay >= from && secondsOfDay < until);
}

/** Whether it lasts to the end of the day, so that a rule may extend it into the next one. */
export function reachesMidnight({ windows }: DayHoliday): boolean {
  return windows.at(-1)?.until === SECONDS_PER_DAY;
}

/** The hours of the windows as part of a day. */
export function shareOfDay(windows: readonly DayWindow[]): number {
  return windows.reduce((sum, { from, until }) => sum + until - from, 0) / SECONDS_PER_DAY;
}

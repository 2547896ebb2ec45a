import { addDays, COMPUTED_DAYS, clampToComputed, type LocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';

/** Local days, inclusive. */
export interface ReadWindow {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/**
 * The days to read for a period: `marginDays` more at both ends, since work that began the day before may belong to it,
 * but never beyond the days that are computed.
 * @throws PaytallyError PERIOD_INVALID for a period outside 2000 to 2100.
 */
export function paddedWindow(period: ReadWindow, marginDays: number): ReadWindow {
  if (period.from < COMPUTED_DAYS.from || period.to > COMPUTED_DAYS.to || period.to < period.from) {
    const { from, to } = period;
    throw new PaytallyError('PERIOD_INVALID', message('service.periodBeyond', { from, to }));
  }
  return clampToComputed(addDays(period.from, -marginDays), addDays(period.to, marginDays));
}

/** From the first day of some windows to the last one. */
export function spanOfWindows(windows: readonly ReadWindow[]): ReadWindow {
  const days = windows.flatMap(({ from, to }) => [from, to]).sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) throw new RangeError('a read needs a window');
  return { from, to };
}

/** The same days in as few windows as possible, in order: windows that overlap or touch are merged. */
export function mergeWindows(windows: readonly ReadWindow[]): readonly ReadWindow[] {
  const merged: ReadWindow[] = [];
  for (const window of [...windows].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = merged.at(-1);
    if (last === undefined || window.from > addDays(last.to, 1)) merged.push(window);
    else merged[merged.length - 1] = spanOfWindows([last, window]);
  }
  return merged;
}

/**
 * The years whose holidays can be granted in a window: its own years, and one before and after, since an employer may
 * grant a December holiday in January, or a January holiday before it. Without these, a day would be a holiday in the
 * run of a longer period but not in that of a shorter one. A year is one small answer.
 */
export function holidayYears({ from, to }: ReadWindow): readonly number[] {
  const first = Math.max(yearOf(from) - 1, yearOf(COMPUTED_DAYS.from));
  const last = Math.min(yearOf(to) + 1, yearOf(COMPUTED_DAYS.to));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

export function yearOf(date: LocalDate): number {
  return Number(date.slice(0, 4));
}

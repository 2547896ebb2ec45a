import { EPOCH_SERIAL, FIRST_SERIAL, MS_PER_DAY } from '../../cells/serialDate.js';
import { type CellResult, WRONG_NUMBER } from '../cellResult.js';
import { numberFunction, type ScalarFunction } from './scalarFunctions.js';

export const DAY_SECONDS = 86_400;
/** The serial number of 9999-12-31. */
const LAST_SERIAL = 2_958_465;

/** Functions of days and times as serial numbers counted from 1900. */
export const DATE_FUNCTIONS: Readonly<Record<string, ScalarFunction>> = {
  DATE: numberFunction(3, 3, (year = 0, month = 0, day = 0) => dateSerial(year, month, day)),
  YEAR: dayFunction((date) => date.getUTCFullYear()),
  MONTH: dayFunction((date) => date.getUTCMonth() + 1),
  DAY: dayFunction((date) => date.getUTCDate()),
  WEEKDAY: numberFunction(1, 2, (serial = 0, type = 1) => withDay(serial, (date) => weekday(date, type))),
  ISOWEEKNUM: dayFunction(isoWeek),
  WEEKNUM: numberFunction(1, 2, (serial = 0, type = 1) => withDay(serial, (date) => weekNumber(date, type))),
  EOMONTH: numberFunction(2, 2, (serial = 0, months = 0) =>
    withDay(serial, (date) =>
      dayInMonth(date.getUTCFullYear(), date.getUTCMonth() + Math.trunc(months) + 1, 0),
    ),
  ),
  EDATE: numberFunction(2, 2, (serial = 0, months = 0) =>
    withDay(serial, (date) => monthsLater(date, Math.trunc(months))),
  ),
  DAYS: numberFunction(2, 2, (end = 0, start = 0) => Math.floor(end) - Math.floor(start)),
  TIME: numberFunction(3, 3, (hours = 0, minutes = 0, seconds = 0) => {
    const all = Math.trunc(hours) * 3600 + Math.trunc(minutes) * 60 + Math.trunc(seconds);
    return all < 0 ? WRONG_NUMBER : (all % DAY_SECONDS) / DAY_SECONDS;
  }),
  HOUR: numberFunction(1, 1, (serial = 0) => clock(serial, (seconds) => Math.floor(seconds / 3600))),
  MINUTE: numberFunction(1, 1, (serial = 0) => clock(serial, (seconds) => Math.floor(seconds / 60) % 60)),
  SECOND: numberFunction(1, 1, (serial = 0) => clock(serial, (seconds) => seconds % 60)),
};

/** The day of a serial number; undefined before 1900-03-01, where programs differ. */
export function dayOfSerial(serial: number): Date | undefined {
  const day = Math.floor(serial);
  return day >= FIRST_SERIAL && day <= LAST_SERIAL ? new Date((day - EPOCH_SERIAL) * MS_PER_DAY) : undefined;
}

function dayFunction(calculate: (date: Date) => number): ScalarFunction {
  return numberFunction(1, 1, (serial = 0) => withDay(serial, calculate));
}

function withDay(serial: number, calculate: (date: Date) => CellResult): CellResult {
  const date = dayOfSerial(serial);
  return date && calculate(date);
}

function serialOf(ms: number): CellResult {
  const serial = ms / MS_PER_DAY + EPOCH_SERIAL;
  return serial >= FIRST_SERIAL && serial <= LAST_SERIAL ? serial : undefined;
}

/** Months and days beyond the end continue into the next year or month. Years of two digits are left to Excel. */
function dateSerial(year: number, month: number, day: number): CellResult {
  const [y, m, d] = [Math.trunc(year), Math.trunc(month), Math.trunc(day)];
  return y < 1900 || y > 9999 ? undefined : dayInMonth(y, m - 1, d);
}

function dayInMonth(year: number, month: number, day: number): CellResult {
  return serialOf(Date.UTC(year, month, day));
}

/** The same day of another month, or its last one. */
function monthsLater(date: Date, months: number): CellResult {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayInMonth(year, month, Math.min(date.getUTCDate(), last));
}

/** 1 is Monday. */
export function isoWeekday(date: Date): number {
  return ((date.getUTCDay() + 6) % 7) + 1;
}

function weekday(date: Date, type: number): CellResult {
  const iso = isoWeekday(date);
  if (type === 3) return iso - 1;
  // 11 to 17 start the week on Monday to Sunday; 1 equals 17, 2 equals 11.
  const first = { 1: 7, 2: 1 }[type] ?? (type >= 11 && type <= 17 ? type - 10 : undefined);
  return first === undefined ? WRONG_NUMBER : ((iso - first + 7) % 7) + 1;
}

function isoWeek(date: Date): number {
  const thursday = new Date(date.getTime() + (4 - isoWeekday(date)) * MS_PER_DAY);
  const yearStart = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return Math.floor((thursday.getTime() - yearStart) / MS_PER_DAY / 7) + 1;
}

/** Week 1 is that of 1 January; it begins on Sunday (1) or Monday (2). 21 follows ISO 8601. */
function weekNumber(date: Date, type: number): CellResult {
  if (type === 21) return isoWeek(date);
  if (type !== 1 && type !== 2) return undefined;
  const start = new Date(Date.UTC(date.getUTCFullYear(), 0, 1));
  const before = type === 1 ? start.getUTCDay() : isoWeekday(start) - 1;
  return Math.floor(((date.getTime() - start.getTime()) / MS_PER_DAY + before) / 7) + 1;
}

function clock(serial: number, calculate: (seconds: number) => number): CellResult {
  if (serial < 0) return WRONG_NUMBER;
  const seconds = Math.round((serial - Math.floor(serial)) * DAY_SECONDS) % DAY_SECONDS;
  return calculate(seconds);
}

/** Monday to Friday from one day to another, both included, without holidays; negative backwards. */
export function networkDays(start: number, end: number, holidays: ReadonlySet<number>): CellResult {
  const [from, to] = [Math.floor(Math.min(start, end)), Math.floor(Math.max(start, end))];
  if (!dayOfSerial(from) || !dayOfSerial(to) || to - from > 100_000) return undefined;
  let days = 0;
  for (let serial = from; serial <= to; serial++) {
    const date = dayOfSerial(serial);
    if (date && isoWeekday(date) <= 5 && !holidays.has(serial)) days++;
  }
  return end < start ? -days : days;
}

import { dateOfEpochDay, parseEpochDay } from '../../domain/time/localDate.js';
import { createStamp, type Stamp } from '../../domain/time/stamp.js';
import type { Zone } from '../../domain/time/zone.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { shown } from '../../runtime/outsideText.js';

/** Whether 05/10 is in October or in May. */
export type DateOrder = 'dmy' | 'mdy';

const SECONDS_PER_DAY = 86_400;

/** A date as written, and its time and offset if it has them. */
export interface WrittenTime {
  readonly epochDay: number;
  /** Since midnight; undefined for a date alone. */
  readonly seconds: number | undefined;
  readonly offsetSeconds: number | undefined;
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]+(.+))?$/;
const OTHER = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[T ]+(.+))?$/;
const TIME =
  /^(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:[.,]\d+)?)? ?(?:([AaPp])\.?[Mm]\.?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;

/** The two numbers of a date whose order is not clear from its form; undefined for ISO dates and those with dots. */
export function orderedNumbers(text: string): readonly [first: number, second: number] | undefined {
  if (text.charCodeAt(4) === 45) return undefined;
  const [, first, sign, second] = OTHER.exec(text) ?? [];
  return first === undefined || sign === '.' ? undefined : [Number(first), Number(second)];
}

/** Reads `2026-10-05T08:00`, `05/10/2026 08:00`, `5.10.2026 8:00`; undefined if it is neither. */
export function readWrittenTime(text: string, order: DateOrder): WrittenTime | undefined {
  const iso = ISO.exec(text);
  if (iso !== null) {
    const [, year = '', month = '', day = '', time] = iso;
    return withTime(`${year}-${month}-${day}`, time);
  }
  const [, first = '', sign, second = '', year = '', time] = OTHER.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const isDayFirst = sign === '.' || order === 'dmy';
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  return withTime(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, time);
}

function withTime(date: string, time: string | undefined): WrittenTime | undefined {
  const epochDay = parseEpochDay(date);
  if (epochDay === undefined || Number.isNaN(epochDay)) return undefined;
  if (time === undefined) return { epochDay, seconds: undefined, offsetSeconds: undefined };
  const clock = readClock(time.trim());
  return clock && { epochDay, ...clock };
}

/** A time alone: `08:00`, `8.00`, `8:00 AM`; undefined if it is none. */
export function readClock(text: string): (Omit<WrittenTime, 'epochDay'> & { seconds: number }) | undefined {
  const [, hourText, minuteText, secondText = '0', half, offset] = TIME.exec(text) ?? [];
  if (hourText === undefined) return undefined;
  const [minute, second] = [Number(minuteText), Number(secondText)];
  const hour = hourOf(Number(hourText), half);
  if (hour === undefined || minute > 59 || second > 59) return undefined;
  const offsetSeconds = offset === undefined ? undefined : readOffset(offset);
  return { seconds: hour * 3600 + minute * 60 + second, offsetSeconds };
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function readOffset(text: string): number {
  if (text === 'Z') return 0;
  const digits = text.slice(1).replace(':', '').padEnd(4, '0');
  const size = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2)) * 60;
  return text[0] === '-' ? 0 - size : size;
}

/** The clock time as seconds since 1970-01-01T00:00:00 on that clock. */
export function wallSeconds({ epochDay, seconds = 0 }: WrittenTime): number {
  return epochDay * SECONDS_PER_DAY + seconds;
}

/**
 * The instant of a written time, with the offset of its zone.
 * @param fold which of two equal clock times is meant when the clocks go back: `0` the first, `1` the second, or empty
 * @returns the problem of a time that occurs twice or never
 */
export function stampIn(written: WrittenTime, zone: Zone, fold: string): Stamp | AnyMessage {
  const wall = wallSeconds(written);
  if (written.offsetSeconds !== undefined) {
    const epochSeconds = wall - written.offsetSeconds;
    return createStamp(epochSeconds, zone.offsetAt(epochSeconds));
  }
  const offsets = new Set([zone.offsetAt(wall - SECONDS_PER_DAY), zone.offsetAt(wall + SECONDS_PER_DAY)]);
  const instants = [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => instant + zone.offsetAt(instant) === wall)
    .sort((a, b) => a - b);
  const values = { time: clockText(wall), zone: zone.name };
  const [first, second] = instants;
  if (first === undefined) return message('source.csv.timeNever', values);
  if (second === undefined) return createStamp(first, zone.offsetAt(first));
  if (fold !== '0' && fold !== '1') return message('source.csv.timeTwice', values);
  const epochSeconds = fold === '0' ? first : second;
  return createStamp(epochSeconds, zone.offsetAt(epochSeconds));
}

function clockText(wall: number): string {
  return new Date(wall * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

/** The date of a written time. */
export function dateOf({ epochDay }: WrittenTime): ReturnType<typeof dateOfEpochDay> {
  return dateOfEpochDay(epochDay);
}

/** A cell that is no date and time. */
export function noTime(column: string, text: string): AnyMessage {
  return message('source.csv.noTime', { column, got: shown(text) });
}

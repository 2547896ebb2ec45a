import { dateText } from '../../language/dateText.js';
import { type HourNotation, hoursText } from '../../language/hoursText.js';
import type { Language } from '../../language/language.js';

const STAMP = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?/;

/** `2026-10-24T22:00:00+02:00` as `2026-10-24 22:00 +02:00`; other text as it is. */
export function stampText(language: Language, stamp: string): string {
  const [, date, time, offset] = STAMP.exec(stamp) ?? [];
  if (date === undefined || time === undefined) return stamp;
  return `${dateText(language, date)} ${time}${offset === undefined ? '' : ` ${offset}`}`;
}

/** The clock time `HH:MM` of a stamp; undefined where there is none. */
export function clockTimeOf(stamp: string): string | undefined {
  return STAMP.exec(stamp)?.[2];
}

/** `2026-10-24: 113; 2026-10-25: 397` as `24.10.2026: 1:53; 25.10.2026: 6:37`, or with decimal hours. */
export function allocationText(language: Language, hours: HourNotation, allocation: string): string {
  return allocation.replace(
    /(\d{4}-\d\d-\d\d): (-?\d+)/g,
    (_, date: string, minutes: string) =>
      `${dateText(language, date)}: ${hoursText(Number(minutes), hours, language)}`,
  );
}

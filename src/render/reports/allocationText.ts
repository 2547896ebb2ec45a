import { dateText } from '../../language/dateText.js';
import { type HourNotation, hoursText } from '../../language/hoursText.js';
import type { Language } from '../../language/language.js';

const CLOCK_TIME = /^\d{4}-\d\d-\d\dT(\d\d:\d\d)/;

/** The clock time `HH:MM` of a stamp; undefined where there is none. */
export function clockTimeOf(stamp: string): string | undefined {
  return CLOCK_TIME.exec(stamp)?.[1];
}

/** `2026-10-24: 113; 2026-10-25: 397` as `24.10.2026: 1:53; 25.10.2026: 6:37`, or with decimal hours. */
export function allocationText(language: Language, hours: HourNotation, allocation: string): string {
  return allocation.replace(
    /(\d{4}-\d\d-\d\d): (-?\d+)/g,
    (_, date: string, minutes: string) =>
      `${dateText(language, date)}: ${hoursText(Number(minutes), hours, language)}`,
  );
}

import { findText } from './catalogue.js';
import type { Language } from './language.js';

/** An abbreviation on its own, and beside the other parts of a date: German "Jan", but "5. Jan. 2026". */
type Place = 'alone' | 'inDate';

/** Names stand in the catalogues, not in the system's Intl data, so that files are the same on every machine. */
function nameAt(language: Language, key: string, index: number): string {
  return findText(language, `calendar.${key}`)?.split(' ')[index] ?? '';
}

function keyAt(key: string, place: Place): string {
  return place === 'alone' ? key : `${key}.inDate`;
}

/** @param weekday ISO number, 1 is Monday. */
export function weekdayName(language: Language, weekday: number): string {
  return nameAt(language, 'weekdays', weekday - 1);
}

/** Two or three letters without a point. @param weekday ISO number, 1 is Monday. */
export function shortWeekdayName(language: Language, weekday: number): string {
  return nameAt(language, 'shortWeekdays', weekday - 1);
}

/** @param weekday ISO number, 1 is Monday. */
export function abbreviatedWeekday(language: Language, weekday: number, where: Place): string {
  return nameAt(language, keyAt('abbreviatedWeekdays', where), weekday - 1);
}

/** @param month 1 is January. */
export function monthName(language: Language, month: number): string {
  return nameAt(language, 'months', month - 1);
}

/** @param month 1 is January. */
export function abbreviatedMonth(language: Language, month: number, where: Place): string {
  return nameAt(language, keyAt('abbreviatedMonths', where), month - 1);
}

/** `AM` or `PM`. @param hour 0 to 23 */
export function dayHalfName(language: Language, hour: number): string {
  return nameAt(language, 'dayHalves', hour < 12 ? 0 : 1);
}

import { dateOfEpochDay, type LocalDate } from './localDate.js';
import type { Zone } from './zone.js';

const datesByEpochDay = new Map<number, LocalDate>();
const MAX_KEPT_DATES = 100_000;

/** The local day that an instant (epoch seconds) belongs to. @throws PaytallyError ZONE_BEYOND_TABLE. */
export function dayOf(epochSeconds: number, zone: Zone): LocalDate {
  return dateOfDay(zone.dayAt(epochSeconds));
}

/** Like `dateOfEpochDay`, for hot loops: a date is written once and then shared. */
export function dateOfDay(epochDay: number): LocalDate {
  const known = datesByEpochDay.get(epochDay);
  if (known !== undefined) return known;
  const date = dateOfEpochDay(epochDay);
  if (datesByEpochDay.size < MAX_KEPT_DATES) datesByEpochDay.set(epochDay, date);
  return date;
}

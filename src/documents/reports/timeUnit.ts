import { dayFractionOf, hoursOf } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import { numberOf } from './rowAccess.js';

/** How minutes stand in cells: as fractions of a day (`[h]:mm`), or as decimal hours. */
export const TIME_UNITS = ['duration', 'decimal'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** Decimal hours where a minute value is negative: Excel shows negative times as ####. */
export function timeUnitOf(rows: readonly DataRow[], fields: readonly string[]): TimeUnit {
  const negative = rows.some((row) => fields.some((field) => (numberOf(row, field) ?? 0) < 0));
  return negative ? 'decimal' : 'duration';
}

export function inUnit(unit: TimeUnit, minutes: number): number {
  return unit === 'decimal' ? hoursOf(minutes) : dayFractionOf(minutes);
}

/** Rows of a table with the one unit of all their minutes: what is compared stands in the same unit. */
export interface Times {
  readonly rows: readonly DataRow[];
  readonly unit: TimeUnit;
}

/** @param fields every field of minutes that is shown beside the others */
export function timesOf(rows: readonly DataRow[], fields: readonly string[]): Times {
  return { rows, unit: timeUnitOf(rows, fields) };
}

/** The two that are compared everywhere. */
export const PLANNED_AND_WORKED = ['plannedMinutes', 'workedMinutes'] as const;

import type { HourNotation } from '../../i18n/hoursText.js';
import { dayFractionOf, hoursOf } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import { numberField } from './rowAccess.js';

/** How minutes are written in cells: as fractions of a day (`[h]:mm`), or as decimal hours. */
export const TIME_UNITS = ['duration', 'decimal'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** Decimal hours if configured, or if a minute value is negative: Excel shows negative times as ####. */
export function detectTimeUnit(
  hours: HourNotation,
  rows: readonly DataRow[],
  fields: readonly string[],
): TimeUnit {
  if (hours === 'decimal') return 'decimal';
  const negative = rows.some((row) => fields.some((field) => (numberField(row, field) ?? 0) < 0));
  return negative ? 'decimal' : 'duration';
}

/** The common unit of all minutes in a table: all are read before any is written. */
export class SharedUnit {
  #unit: TimeUnit;

  constructor({ hours }: { readonly hours: HourNotation }) {
    this.#unit = hours === 'decimal' ? 'decimal' : 'duration';
  }

  get unit(): TimeUnit {
    return this.#unit;
  }

  see(minutes: number | null): void {
    if (minutes !== null && minutes < 0) this.#unit = 'decimal';
  }
}

export function convertMinutes(unit: TimeUnit, minutes: number): number {
  return unit === 'decimal' ? hoursOf(minutes) : dayFractionOf(minutes);
}

/** Rows of a table with the common unit of their minutes, so that compared values have the same unit. */
export interface Times {
  readonly rows: readonly DataRow[];
  readonly unit: TimeUnit;
}

/** @param fields every field of minutes that is shown next to the others */
export function buildTimes(
  { hours }: { readonly hours: HourNotation },
  rows: readonly DataRow[],
  fields: readonly string[],
): Times {
  return { rows, unit: detectTimeUnit(hours, rows, fields) };
}

/** The two that are compared everywhere. */
export const PLANNED_AND_WORKED = ['plannedMinutes', 'workedMinutes'] as const;

import { hoursOf } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import { type ColumnDraft, headingWidth, type ReportColumn } from './reportColumn.js';
import type { ReportContext } from './reportContext.js';
import { numberOf } from './rowAccess.js';
import { inUnit, type SharedUnit } from './timeUnit.js';

/** Wide enough for heading and total, which is the longest value of a column. */
function numberWidth(heading: string, total: string): number {
  return Math.max(11, headingWidth(heading), total.length + 5);
}

const wholeHours = (minutes: number) => Math.trunc(minutes / 60).toFixed(0);

/** The sum of a field over the rows that were looked at; null where no row has a number. */
class FieldSum {
  #sum: number | null = null;

  constructor(readonly field: string) {}

  look(row: DataRow): void {
    const value = numberOf(row, this.field);
    if (value !== null) this.#sum = (this.#sum ?? 0) + value;
  }

  get orZero(): number {
    return this.#sum ?? 0;
  }

  /** No total over a column without any number: 0:00 would say that something was planned as nothing. */
  total(convert: (minutes: number) => number): Pick<ReportColumn, 'total'> {
    return this.#sum === null ? {} : { total: convert(this.#sum) };
  }
}

/** Minutes that can be summed: `[h]:mm`, or decimal hours, and the heading says so. @param shared with all that stand beside them */
export function minutesColumn(
  { t }: ReportContext,
  heading: string,
  field: string,
  shared: SharedUnit,
): ColumnDraft {
  const sum = new FieldSum(field);
  return {
    look: (row) => {
      sum.look(row);
      shared.see(numberOf(row, field));
    },
    column: () => {
      const { unit } = shared;
      const convert = (minutes: number) => inUnit(unit, minutes);
      return {
        heading: unit === 'decimal' ? `${heading} (${t('hoursUnit')})` : heading,
        kind: unit === 'decimal' ? 'plainHours' : 'duration',
        width: numberWidth(heading, `${wholeHours(sum.orZero)}:00`),
        value: (row) => convertOrNull(row, field, convert),
        ...sum.total(convert),
      };
    },
  };
}

/** A signed difference in decimal hours. */
export function differenceColumn(heading: string, field = 'differenceMinutes'): ColumnDraft {
  const sum = new FieldSum(field);
  return {
    look: (row) => sum.look(row),
    column: () => ({
      heading,
      kind: 'hours',
      width: numberWidth(heading, `+${wholeHours(sum.orZero)}.00 h`),
      value: (row) => convertOrNull(row, field, hoursOf),
      ...sum.total(hoursOf),
    }),
  };
}

/** How many. Without a total where its things are counted in more than one row. */
export function countColumn(
  heading: string,
  field: string,
  counted: 'once' | 'repeatedly' = 'once',
): ColumnDraft {
  const sum = new FieldSum(field);
  return {
    look: (row) => sum.look(row),
    column: () => ({
      heading,
      kind: 'integer',
      width: numberWidth(heading, String(sum.orZero)),
      value: (row) => numberOf(row, field),
      ...(counted === 'once' && { total: sum.orZero }),
    }),
  };
}

function convertOrNull(row: DataRow, field: string, convert: (minutes: number) => number): number | null {
  const minutes = numberOf(row, field);
  return minutes === null ? null : convert(minutes);
}

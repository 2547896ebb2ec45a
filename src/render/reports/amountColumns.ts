import { hoursText } from '../../language/hoursText.js';
import { dayFractionOf, hoursOf } from '../../workbook/index.js';
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

type MinutesOf = (row: DataRow) => number | null;

/** The sum over the rows that were looked at; null where no row has a number. */
class RowSum {
  #sum: number | null = null;

  constructor(readonly of: MinutesOf) {}

  look(row: DataRow): void {
    const value = this.of(row);
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

const fieldOf =
  (field: string): MinutesOf =>
  (row) =>
    numberOf(row, field);

/** Minutes that can be summed: `[h]:mm`, or decimal hours, and the heading says so. @param shared with all that stand beside them */
export function minutesColumn(
  context: ReportContext,
  heading: string,
  field: string,
  shared: SharedUnit,
): ColumnDraft {
  return timesColumn(context, heading, fieldOf(field), shared);
}

function timesColumn(
  context: ReportContext,
  heading: string,
  minutesOf: MinutesOf,
  shared: SharedUnit,
): ColumnDraft {
  const sum = new RowSum(minutesOf);
  return {
    look: (row) => {
      sum.look(row);
      shared.see(minutesOf(row));
    },
    column: () => {
      const { unit } = shared;
      const convert = (minutes: number) => inUnit(unit, minutes);
      return {
        heading: unit === 'decimal' ? inHours(context, heading) : heading,
        kind: unit === 'decimal' ? 'plainHours' : 'duration',
        width: numberWidth(
          unit === 'decimal' ? inHours(context, heading) : heading,
          `${wholeHours(sum.orZero)}:00`,
        ),
        value: (row) => convertOrNull(minutesOf(row), convert),
        ...sum.total(convert),
      };
    },
  };
}

/**
 * A difference in the notation of the times beside it. As decimal hours it has its sign. As clock time it is two
 * columns, what is more and what is less: Excel shows no negative times, and these can be sorted and added up.
 */
export function differenceColumns(
  context: ReportContext,
  shared: SharedUnit,
  { heading = context.t('difference'), field = 'differenceMinutes' } = {},
): ColumnDraft[] {
  if (context.hours === 'decimal') return [signedColumn(inHours(context, heading), field)];
  const { t } = context;
  return [
    timesColumn(context, t('more'), (row) => above(numberOf(row, field)), shared),
    timesColumn(context, t('less'), (row) => above(negated(numberOf(row, field))), shared),
  ];
}

/**
 * Minutes that nobody adds up, such as what a clock shows from start to end: as clock time a negative one is text, and
 * does not make decimal hours of all that stand beside it.
 */
export function unsummedColumn(context: ReportContext, heading: string, field: string): ColumnDraft {
  const { hours, language } = context;
  const isDecimal = hours === 'decimal';
  const shownMinutes = (minutes: number) => {
    if (isDecimal) return hoursOf(minutes);
    return minutes < 0 ? hoursText(minutes, hours, language) : dayFractionOf(minutes);
  };
  const headed = isDecimal ? inHours(context, heading) : heading;
  return {
    look: () => undefined,
    column: () => ({
      heading: headed,
      kind: isDecimal ? 'plainHours' : 'duration',
      width: numberWidth(headed, ''),
      value: (row) => convertOrNull(numberOf(row, field), shownMinutes),
    }),
  };
}

/** Empty where there is none: what is more is not less. */
const above = (minutes: number | null) => (minutes === null || minutes <= 0 ? null : minutes);
const negated = (minutes: number | null) => (minutes === null ? null : 0 - minutes);

function signedColumn(heading: string, field: string): ColumnDraft {
  const sum = new RowSum(fieldOf(field));
  return {
    look: (row) => sum.look(row),
    column: () => ({
      heading,
      kind: 'hours',
      width: numberWidth(heading, `+${wholeHours(sum.orZero)}.00 h`),
      value: (row) => convertOrNull(numberOf(row, field), hoursOf),
      ...sum.total(hoursOf),
    }),
  };
}

const inHours = ({ t }: ReportContext, heading: string) => `${heading} (${t('hoursUnit')})`;

/** How many. Without a total where its things are counted in more than one row. */
export function countColumn(
  heading: string,
  field: string,
  counted: 'once' | 'repeatedly' = 'once',
): ColumnDraft {
  const sum = new RowSum(fieldOf(field));
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

function convertOrNull<Value>(minutes: number | null, convert: (minutes: number) => Value): Value | null {
  return minutes === null ? null : convert(minutes);
}

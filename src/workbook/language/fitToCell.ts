import { dayFraction, serialDate, wallClock } from '../cells/serialDate.js';
import type { Scalar } from '../model.js';
import type { AddedFormat, FormatKind } from '../package/cellFormats.js';
import { TemplateError } from '../workbookError.js';
import type { ResolvedPlaceholder, ResolveSettings, ValueType } from './filling.js';

interface Rule {
  readonly unfit: readonly FormatKind[];
  readonly what: string;
  readonly remedy: string;
}

const NOT_CLOCK: Rule = {
  unfit: ['date', 'time', 'datetime'],
  what: 'is a plain number',
  remedy:
    'Give the cell the number format 0.00 or General; for a duration in [h]:mm write the minutes alone.',
};

/** Number formats in which a value would be shown as something that it is not: 7.5 hours as 180:00. */
const RULES: Partial<Record<ValueType, Rule>> = {
  number: NOT_CLOCK,
  integer: NOT_CLOCK,
  minutes: {
    unfit: ['date', 'datetime'],
    what: 'is minutes',
    remedy: 'Give the cell the number format [h]:mm, or 0.',
  },
  duration: {
    unfit: ['number', 'date', 'datetime'],
    what: 'is a duration',
    remedy: 'Give the cell the number format [h]:mm; for decimal hours write "| hours".',
  },
  time: {
    unfit: ['number', 'date', 'datetime'],
    what: 'is a time of day',
    remedy: 'Give the cell a time format such as hh:mm, or General.',
  },
  date: {
    unfit: ['number', 'time'],
    what: 'is a date',
    remedy: 'Give the cell a date format such as dd.mm.yyyy, or General.',
  },
};

const SHOWS: Partial<Record<FormatKind, string>> = {
  number: 'numbers',
  date: 'dates',
  time: 'times',
  datetime: 'dates and times',
};

/** Refuses a number format that does not show what the cell will hold. @throws TemplateError */
export function checkFormat(source: string, type: ValueType, format: FormatKind): void {
  const rule = RULES[type];
  if (!rule?.unfit.includes(format)) return;
  throw new TemplateError(
    `${source} ${rule.what}, but the cell's number format shows ${SHOWS[format]}`,
    rule.remedy,
  );
}

/** What a cell's number format makes of a value: a minute in a cell with a time format is a part of a day. */
export interface FittedPlaceholder extends ResolvedPlaceholder {
  /** A format that the cell needs for the value to be read as what it is. */
  readonly added: AddedFormat | undefined;
}

/** Fits a filling to the number format of the cell that it fills alone. */
export function fitToCell(
  filling: ResolvedPlaceholder,
  format: FormatKind,
  { counts1904 }: ResolveSettings,
): FittedPlaceholder {
  const { type, valueAt } = filling;
  const as = (added?: AddedFormat): FittedPlaceholder => ({
    ...filling,
    added: format === 'general' ? added : undefined,
  });
  const via = (
    convert: (value: Exclude<Scalar, null>) => Scalar,
    added?: AddedFormat,
  ): FittedPlaceholder => ({
    ...as(added),
    valueAt: (placed) => {
      const valueHere = valueAt(placed);
      return (instance, columnInstance) => {
        const value = valueHere(instance, columnInstance);
        return value === null ? null : convert(value);
      };
    },
  });
  if (format === 'text') return via((value) => String(value));
  const showsTime = format === 'time' || format === 'datetime';
  switch (type) {
    case 'date':
      return via((value) => serialDate(String(value), counts1904) ?? value, 'date');
    case 'duration':
      return as('duration');
    case 'time':
      return as('time');
    case 'minutes':
      // Instead of no minutes there may be words.
      return format === 'time'
        ? via((value) => (typeof value === 'number' ? value / MINUTES_PER_DAY : value))
        : as();
    case 'timestamp':
      return showsTime || format === 'date'
        ? via((value) => stampSerial(String(value), format, counts1904))
        : as();
    case 'text':
      return showsTime ? via((value) => dayFraction(String(value)) ?? value) : as();
    default:
      return as();
  }
}

function stampSerial(stamp: string, format: FormatKind, counts1904: boolean): Scalar {
  const wall = wallClock(stamp);
  if (!wall) return stamp;
  const day = serialDate(wall.date, counts1904);
  // Before the first day of the workbook there is only text.
  if (day === undefined) return stamp;
  const fraction = dayFraction(wall.time) ?? 0;
  if (format === 'date') return day;
  return format === 'time' ? fraction : day + fraction;
}

const MINUTES_PER_DAY = 1440;

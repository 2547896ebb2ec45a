import { message } from '../../i18n/message.js';
import { dayFraction, serialDate, wallClock } from '../cells/serialDate.js';
import type { Scalar } from '../model.js';
import type { AddedFormat, FormatKind } from '../package/cellFormats.js';
import { TemplateError } from '../workbookError.js';
import type { ValueType } from './aggregates.js';
import type { ResolvedPlaceholder, ResolveSettings } from './filling.js';

const CLOCKS: readonly FormatKind[] = ['date', 'time', 'datetime'];

/** Number formats in which a value would be misleading: 7.5 hours as 180:00. */
const UNFIT = {
  number: CLOCKS,
  minutes: ['date', 'datetime'],
  duration: ['number', 'date', 'datetime'],
  time: ['number', 'date', 'datetime'],
  date: ['number', 'time'],
} as const satisfies Partial<Record<ValueType, readonly FormatKind[]>>;

/** Refuses a number format that does not show what the cell will contain. @throws TemplateError */
export function checkFormat(source: string, type: ValueType, format: FormatKind): void {
  const kind = type === 'integer' ? 'number' : type;
  if (!isLimited(kind) || !(UNFIT[kind] as readonly FormatKind[]).includes(format)) return;
  throw new TemplateError(message(`workbook.cell.${kind}`, { source, shows: format }));
}

function isLimited(type: ValueType): type is keyof typeof UNFIT {
  return Object.hasOwn(UNFIT, type);
}

/** Converts a value for a cell's number format: minutes in a cell with a time format become a fraction of a day. */
export interface FittedPlaceholder extends ResolvedPlaceholder {
  /** A format that the cell needs to show the value correctly. */
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
      // Text may appear instead of empty minutes.
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
  // Days before the first day of the workbook can only be text.
  if (day === undefined) return stamp;
  const fraction = dayFraction(wall.time) ?? 0;
  if (format === 'date') return day;
  return format === 'time' ? fraction : day + fraction;
}

const MINUTES_PER_DAY = 1440;

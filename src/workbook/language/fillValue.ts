import { dayFraction, serialDate, wallClock } from '../cells/serialDate.js';
import type { Scalar } from '../model.js';
import type { AddedFormat, FormatKind } from '../package/cellFormats.js';
import { Mistake } from '../workbookError.js';
import type { CellBands } from './bands.js';
import { conversion, isConversion, keyReader } from './conversions.js';
import { fieldSource } from './fieldSource.js';
import {
  AGGREGATE_NAMES,
  aggregate,
  type FieldContext,
  type FieldSource,
  type Filling,
  type FillSettings,
  isAggregate,
  type PlacedBands,
  usualAggregate,
  type ValueAt,
  type ValueType,
} from './filling.js';
import { keyText, type Placeholder } from './placeholder.js';

/** Resolves a placeholder and its formats. @throws Mistake */
export function fillingOf(
  placeholder: Placeholder,
  own: CellBands,
  context: FieldContext,
  settings: FillSettings,
): Filling {
  const ofKey = keyFilling(placeholder, own, context, settings);
  if (ofKey) return ofKey;
  const source = fieldSource(placeholder.path, own, context);
  const [first, ...others] = placeholder.filters;
  const aggregates = first !== undefined && isAggregate(first.name);
  let filling = aggregates ? aggregate(first.name, source, placeholder) : plainFilling(source, placeholder);
  refuseEarlyDefault(placeholder, filling.type);
  for (const filter of aggregates ? others : placeholder.filters) {
    filling = conversion(filter, filling, settings);
  }
  return filling;
}

/** What groups around are told apart by, in the same format: one value, though the field itself has many. */
function keyFilling(
  { path, filters }: Placeholder,
  own: CellBands,
  { fields }: FieldContext,
  settings: FillSettings,
): Filling | undefined {
  for (let count = filters.length; count > 0; count--) {
    const text = keyText(path, filters.slice(0, count));
    for (const axis of ['columns', 'rows'] as const) {
      // What the whole sheet is about counts with its rows.
      const around = own[axis].path.filter(({ parent }) => parent || axis === 'rows');
      const band = around.findLast(({ ownSelection }) => ownSelection?.groupBy.includes(text));
      const set = fields.dataSets.get(band?.ownSelection?.dataSet ?? '');
      const field = set?.find(({ name }) => name === path);
      if (!band || !field) continue;
      const { type, of } = keyReader({ field: path, filters: filters.slice(0, count) }, field.type, settings);
      const valueAt = (placed: PlacedBands): ValueAt<Scalar> => {
        const { scopes } = placed[axis].of(band);
        return (row, column = 0) => {
          const at = placed[axis].ancestorInstance(own[axis], axis === 'rows' ? row : column, band);
          const [first] = scopes[at]?.rows ?? [];
          return first ? of(first) : null;
        };
      };
      const filling: Filling = { type, valueAt, field: path };
      return filters.slice(count).reduce((before, call) => conversion(call, before, settings), filling);
    }
  }
  return undefined;
}

/** Words instead of a number or date cannot become hours. */
function refuseEarlyDefault({ filters, source }: Placeholder, type: ValueType): void {
  const at = filters.findIndex(({ name }) => name === 'default');
  const next = filters[at + 1]?.name;
  const isText = type === 'text' || typeof filters[at]?.inputs[0] !== 'string';
  if (at < 0 || next === undefined || isText || ['text', 'upper', 'lower'].includes(next)) return;
  throw new Mistake(
    `${source}: "| default" stands before "| ${next}"`,
    'Put "| default" last: it gives words where there is nothing.',
  );
}

function plainFilling(source: FieldSource, placeholder: Placeholder): Filling {
  const { type, valueAt, field } = source;
  if (!valueAt) throw manyRows(placeholder, field === undefined ? 'count' : usualAggregate(type));
  return { type, valueAt, field };
}

function manyRows({ path, source, filters: [first] }: Placeholder, example: string): Mistake {
  if (first && !isConversion(first.name)) {
    const remedy = `Of many rows there are ${AGGREGATE_NAMES.join(', ')}.`;
    return new Mistake(`${source}: there is no format "${first.name}"`, remedy);
  }
  const rest = first ? source.slice(source.indexOf('|')) : '}}';
  return new Mistake(
    `${source} stands for many rows`,
    `Say which value is meant, for example {{${path} | ${example}${first ? ` ${rest}` : rest}.`,
  );
}

/** What a cell's number format makes of a value: a minute in a cell with a time format is a part of a day. */
export interface FittedFilling extends Filling {
  /** A format that the cell needs for the value to be read as what it is. */
  readonly added: AddedFormat | undefined;
}

const MINUTES_PER_DAY = 1440;

/** Fits a filling to the number format of the cell that it fills alone. */
export function fitToCell(filling: Filling, format: FormatKind, { counts1904 }: FillSettings): FittedFilling {
  const { type, valueAt } = filling;
  const as = (added?: AddedFormat): FittedFilling => ({
    ...filling,
    added: format === 'general' ? added : undefined,
  });
  const via = (convert: (value: Exclude<Scalar, null>) => Scalar, added?: AddedFormat): FittedFilling => ({
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

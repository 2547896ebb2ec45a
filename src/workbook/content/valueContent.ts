import type { ValueType } from '../../language/aggregates.js';
import { ALONE } from '../../language/conversions.js';
import { dayFraction, wallClock } from '../../language/datesAndNumbers.js';
import { type Expression, expressionText, partsOf } from '../../language/grammar.js';
import type { Scalar } from '../../language/languageValues.js';
import { hasBraces, type Placeholder, parseText } from '../../language/placeholders.js';
import { TemplateError } from '../../language/templateError.js';
import { formatValue } from '../../language/writtenValue.js';
import { serialDate } from '../cells/numbers.js';
import type { Band, CellBands } from '../language/bands.js';
import { type Axis, DIRECTIVE } from '../language/directive.js';
import type {
  Placed,
  PlacedBands,
  ResolvedPlaceholder,
  ResolveSettings,
  ValueAt,
} from '../language/filling.js';
import { resolveExpression } from '../language/resolveExpression.js';
import { type ShownRows, shownRows } from '../language/shownRows.js';
import { message, type Text } from '../messages.js';
import type { AddedFormat, FormatKind } from '../package/cellFormats.js';
import type { CellText, TemplateCell } from '../package/templateCells.js';
import {
  type CompileContext,
  type DrawnSheet,
  type HourLook,
  type MergedCells,
  reportErrors,
  type ValueContent,
} from '../template/templatePlan.js';

import type { HourUnits } from './hourUnits.js';

interface CellPlace {
  readonly sheet: string;
  readonly name: Text;
  readonly bands: CellBands;
  /** The unit of hours on its sheet, for cells. */
  readonly units?: HourUnits;
}

/** Prepares a cell with placeholders or directives in its text. @throws TemplateError */
export function valueContent(
  cell: TemplateCell,
  written: CellText,
  place: CellPlace,
  context: CompileContext,
): ValueContent {
  const text = withoutDirectives(written);
  const base = { kind: 'value', cell, style: cell.style, runs: undefined, isNumeric: false } as const;
  if (text.text.trim() === '' && text.text !== written.text) return { ...base, valueAt: () => () => null };
  const pieces = parseText(text.text);
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined && typeof only !== 'string') {
    const { expression } = only;
    if (expression.kind === 'format' && expression.call.name === 'merge') {
      const fitted = fittedValue({ ...only, expression: expression.of }, cell, place, context);
      return { ...base, ...mergedValue(fitted, place), ...singleLook(cell, fitted, context) };
    }
    const fitted = fittedValue(only, cell, place, context);
    const isText = fitted.type === 'text' || fitted.type === 'timestamp';
    if (!isText || !text.runs) {
      const shown = isText ? [] : shownAt(expression, place, context);
      return { ...base, shown, valueAt: fitted.valueAt, ...singleLook(cell, fitted, context) };
    }
  }
  const runs = text.runs?.map((run) => {
    return { look: run.look, textAt: fillText(runText(run.text, text), place, context) };
  });
  return {
    ...base,
    runs: runs?.length === 0 ? undefined : runs,
    valueAt: fillText(text.text, place, context),
  };
}

function fittedValue(
  only: Placeholder,
  cell: TemplateCell,
  place: CellPlace,
  context: CompileContext,
): FittedPlaceholder {
  const filling = resolveAt(only.expression, place, context);
  const kind = context.formats.kindOf(cell.style);
  if (filling.type === 'notation') return notationValue(only, filling, cell, place, context);
  const shown = kind === 'time' || filling.type === 'duration' ? 'time' : kind;
  const isTime = filling.type === 'duration' || filling.type === 'minutes';
  const shows = shown === 'time' && isTime && !context.settings.counts1904;
  const example = `{{${expressionText(inHours(only.expression))}}}`;
  const negative = message('cell.negativeTime', { source: only.source, example });
  if (shows && filling.canBeNegative) throw new TemplateError(negative);
  checkFormat(only.source, filling.type, kind);
  const fitted = fitToCell(filling, kind, context.settings);
  const isCalculated = [...partsOf(only.expression)].some((part) => part.kind === 'binary');
  if (!shows || !isCalculated) return fitted;
  // Whether the result of a calculation is negative is only known from the data.
  const valueAt = (placed: PlacedBands): ValueAt<Scalar> => {
    const valueHere = fitted.valueAt(placed);
    return (...at) => {
      const value = valueHere(...at);
      if (Number(value) < 0) placed.refusals.add(place.sheet, place.name, negative);
      return value;
    };
  };
  return { ...fitted, valueAt };
}

/** Hours in the reader's notation: the cell's number format follows it. */
function notationValue(
  { source, expression }: Placeholder,
  filling: ResolvedPlaceholder,
  { style }: TemplateCell,
  { units, bands }: CellPlace,
  { formats, settings }: CompileContext,
): FittedPlaceholder {
  const { valueAt } = filling;
  const kind = formats.kindOf(style);
  checkFormat(source, filling.type, kind);
  const converted = (convert: (placed: PlacedBands) => (minutes: number) => Scalar) => {
    return (placed: PlacedBands): ValueAt<Scalar> => {
      const [valueHere, change] = [valueAt(placed), convert(placed)];
      return (...at) => {
        const value = valueHere(...at);
        return typeof value === 'number' ? change(value) : value;
      };
    };
  };
  if (kind === 'text' || !units) {
    const asText = converted(() => settings.words.minutesText);
    return { ...filling, type: 'text', valueAt: asText, added: undefined };
  }
  const isAlone = expression.kind === 'format' && expression.call.inputs[0] === ALONE;
  if (!isAlone) units.watch(valueAt, bands);
  const hours = {
    clock: kind === 'time' ? style : formats.withFormat(style, 'duration'),
    decimal: kind === 'number' ? style : formats.withFormat(style, 'decimal'),
    unitOn: units.unitOn,
  };
  const perUnit = { clock: MINUTES_PER_DAY, decimal: 60 };
  const inUnit = converted((placed) => {
    const unit = units.unitOn(placed);
    const size = perUnit[unit];
    return (minutes) =>
      unit === 'clock' && minutes < 0 ? settings.words.minutesText(minutes) : minutes / size;
  });
  return { ...filling, valueAt: inUnit, added: undefined, hours };
}

/** The same in hours, with the other formats: `{{days.balance | sum | hours}}`. */
function inHours(expression: Expression): Expression {
  const name = expression.kind === 'format' ? expression.call.name : undefined;
  if (expression.kind === 'format' && name === 'default')
    return { ...expression, of: inHours(expression.of) };
  if (expression.kind === 'format' && (name === 'duration' || name === 'minutes'))
    return inHours(expression.of);
  return { kind: 'format', of: expression, call: { name: 'hours', inputs: [] } };
}

/** Only the first of equal neighbours has its value, because a merged cell has one. @throws TemplateError */
function mergedValue({ valueAt }: FittedPlaceholder, { bands }: CellPlace) {
  const axis = bands.rows.repeats ? 'rows' : 'columns';
  const band = bands[axis];
  if (!band.repeats || band.from !== band.to) throw new TemplateError(message('merge.place'));
  const joinsAt: MergedCells['joinsAt'] = (placed) => {
    const valueHere = valueAt(placed);
    const { parentOf } = placed[axis].placesOf(band);
    return (instance, columnInstance = 0) => {
      const at = axis === 'rows' ? instance : columnInstance;
      if (at === 0 || parentOf[at] !== parentOf[at - 1]) return false;
      const before = axis === 'rows' ? valueHere(at - 1, columnInstance) : valueHere(instance, at - 1);
      return before !== null && before === valueHere(instance, columnInstance);
    };
  };
  return {
    merge: { axis, bands, joinsAt } as const,
    valueAt: (placed: PlacedBands): ValueAt<Scalar> => {
      const [valueHere, joins] = [valueAt(placed), joinsAt(placed)];
      return (...at) => (joins(...at) ? null : valueHere(...at));
    },
  };
}

function singleLook(
  cell: TemplateCell,
  { added, type, hours }: FittedPlaceholder,
  { formats, settings: { words } }: CompileContext,
) {
  const isUsualDate =
    type === 'date' && (added === 'date' || formats.numberFormatOf(cell.style) === USUAL_DATE);
  const wanted = isUsualDate && words.dateFormat !== undefined ? { code: words.dateFormat } : added;
  const own = hours && (words.hourNotation === 'decimal' ? hours.decimal : hours.clock);
  const style = own ?? (wanted === undefined ? cell.style : formats.withFormat(cell.style, wanted));
  return { style, hours, isNumeric: type !== 'text' && type !== 'boolean' && type !== 'timestamp' };
}

/** The text of a cell without its formats and directives. @throws TemplateError */
export function plainTextAt(
  written: CellText,
  place: CellPlace,
  context: CompileContext,
): Placed<ValueAt<string>> {
  return fillText(written.text.replace(DIRECTIVE, ''), place, context);
}

/** The built-in format of a date, which looks as the reader's computer is set. */
const USUAL_DATE = 14;

function withoutDirectives({ text, runs }: CellText): CellText {
  if (!runs) return { text: text.replace(DIRECTIVE, ''), runs };
  const kept = runs.map((run) => ({ ...run, text: run.text.replace(DIRECTIVE, '') }));
  return { text: kept.map((run) => run.text).join(''), runs: kept };
}

/** In text with several formats, a placeholder must have a single format; otherwise it is split invisibly. */
function runText(run: string, whole: CellText): string {
  const bare = run.replace(/\{\{[^{}]*\}\}/g, '');
  if (bare.includes('{{') || bare.includes('}}')) {
    throw new TemplateError(message('cell.severalLooks', { text: whole.text }));
  }
  return run;
}

/** Whether a static text needs {@link valueContent}. */
export function isFilled(value: TemplateCell['value']): value is CellText {
  return value !== null && typeof value === 'object' && hasBraces(value.text);
}

/** Resolves an expression at a place. @param within the surrounding text, for messages @throws TemplateError */
export function resolveAt(
  expression: Expression,
  { sheet, name, bands }: CellPlace,
  { fields, settings }: CompileContext,
  within = (text: string): string => `{{${text}}}`,
): ResolvedPlaceholder {
  const written = { expression, within };
  return resolveExpression(bands, { fields, sheet, cell: name, written, settings });
}

function shownAt(
  expression: Expression,
  { sheet, name: cell, bands }: CellPlace,
  { fields, settings }: CompileContext,
): readonly ShownRows[] {
  const written = { expression, within: (text: string) => `{{${text}}}` };
  return shownRows(bands, { fields, sheet, cell, written, settings });
}

type FormatText = (value: Scalar, type: ValueType) => string;

/**
 * Text with placeholders as a function of the repetition.
 * @param format how a value is written within the text
 * @throws TemplateError
 */
export function fillText(
  text: string,
  place: CellPlace,
  context: CompileContext,
  format: FormatText = (value, type) => formatValue(value, type, context.settings),
): Placed<ValueAt<string>> {
  const pieces = parseText(text).map((piece) =>
    typeof piece === 'string' ? piece : resolveAt(piece.expression, place, context),
  );
  return (placed) => {
    const texts = pieces.map((piece): ValueAt<string> => {
      if (typeof piece === 'string') return () => piece;
      const valueHere = piece.valueAt(placed);
      return (...at) => format(valueHere(...at), piece.type);
    });
    return (...at) => texts.map((text) => text(...at)).join('');
  };
}

/** Whether rows are shown within an instance of their outer band. */
export type ShownTest = Placed<(instance: number) => boolean>;

/** Prepares the conditions of a sheet's `{{#if …}}`, and the sheet's own; mistakes become problems. */
export function compileConditions(sheet: DrawnSheet, context: CompileContext): [Band, ShownTest][] {
  const found: [Band, ShownTest][] = [];
  const add = (band: Band, condition: Expression, bands: CellBands, axis: Axis): void => {
    const place = { sheet: sheet.name, name: band.place, bands };
    reportErrors(context, sheet.name, band.place, () => {
      const { valueAt } = resolveAt(condition, place, context, (text) => `{{#if ${text}}}`);
      const test: ShownTest = (placed) => {
        const valueHere = valueAt(placed);
        return (instance) => Boolean(axis === 'rows' ? valueHere(instance, 0) : valueHere(0, instance));
      };
      found.push([band, test]);
    });
  };
  if (sheet.repeat?.condition) add(sheet.root, sheet.repeat.condition, sheet.outer, 'rows');
  for (const axis of ['rows', 'columns'] as const) {
    const root = axis === 'rows' ? sheet.root : sheet.columnRoot;
    for (const band of root.within()) {
      const { rule, parent } = band;
      if (rule.kind === 'if' && parent) add(band, rule.condition, { ...sheet.outer, [axis]: parent }, axis);
    }
  }
  return found;
}

const CLOCKS: readonly FormatKind[] = ['date', 'time', 'datetime'];

/** Number formats in which a value would be misleading: 7.5 hours as 180:00. */
const UNFIT = {
  number: CLOCKS,
  minutes: ['date', 'datetime'],
  duration: ['number', 'date', 'datetime'],
  notation: ['date', 'datetime'],
  time: ['number', 'date', 'datetime'],
  date: ['number', 'time'],
} as const satisfies Partial<Record<ValueType, readonly FormatKind[]>>;

/** Refuses a number format that does not show what the cell will contain. @throws TemplateError */
function checkFormat(source: string, type: ValueType, format: FormatKind): void {
  const kind = (type === 'integer' ? 'number' : type) as keyof typeof UNFIT;
  const unfit: readonly FormatKind[] = Object.hasOwn(UNFIT, kind) ? UNFIT[kind] : [];
  if (unfit.includes(format)) throw new TemplateError(message(`cell.${kind}`, { source, shows: format }));
}

/** Converts a value for a cell's number format: minutes in a cell with a time format become a fraction of a day. */
interface FittedPlaceholder extends ResolvedPlaceholder {
  /** A format that the cell needs to show the value correctly. */
  readonly added: AddedFormat | undefined;
  readonly hours?: HourLook;
}

function fitToCell(
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

import { message, type Text } from '../../i18n/message.js';
import type { Band, CellBands } from '../language/bands.js';
import {
  type Condition,
  checkComparedTypes,
  conditionFields,
  evaluateCondition,
} from '../language/condition.js';
import { type Axis, DIRECTIVE } from '../language/directive.js';
import { findFieldSource } from '../language/fieldSource.js';
import type { FieldContext, Placed, ValueAt, ValueType } from '../language/filling.js';
import { checkFormat, type FittedPlaceholder, fitToCell } from '../language/fitToCell.js';
import { formatValue } from '../language/formats.js';
import { hasBraces, type Placeholder, parseText } from '../language/placeholder.js';
import { resolvePlaceholder } from '../language/resolvePlaceholder.js';
import type { Scalar } from '../model.js';
import type { CellText, TemplateCell } from '../package/templateRows.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import type { ValueContent } from '../template/sheetContents.js';
import { type CompileContext, reportErrors } from '../template/templatePlan.js';
import { TemplateError } from '../workbookError.js';

interface CellPlace {
  readonly sheet: string;
  /** `B4`. */
  readonly name: Text;
  readonly bands: CellBands;
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
    const fitted = fittedValue(only, cell, place, context);
    const isText = fitted.type === 'text' || fitted.type === 'timestamp';
    if (!isText || !text.runs) return { ...base, ...singleValue(cell, fitted, context) };
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
  const filling = resolvePlaceholder(only, place.bands, fieldContext(context, place), context.settings);
  const kind = context.formats.kindOf(cell.style);
  const shown = kind === 'time' || filling.type === 'duration' ? 'time' : kind;
  const canBeNegative = context.settings.canBeNegative(filling.field ?? '');
  const isTime = filling.type === 'duration' || filling.type === 'minutes';
  if (shown === 'time' && isTime && canBeNegative && !context.settings.counts1904) {
    const { source } = only;
    throw new TemplateError(message('workbook.cell.negativeTime', { source, example: hoursExample(source) }));
  }
  checkFormat(only.source, filling.type, kind);
  return fitToCell(filling, kind, context.settings);
}

/** A placeholder with its other formats: `{{days.balance | sum | hours}}`. */
function hoursExample(source: string): string {
  return source
    .replace(/\s*\|\s*(?:duration|minutes)\b/g, '')
    .replace(/\s*(\|\s*default\b.*)?\}\}$/, (_, rest?: string) => ` | hours${rest ? ` ${rest}` : ''}}}`);
}

function singleValue(
  cell: TemplateCell,
  { valueAt, added, type }: FittedPlaceholder,
  { formats }: CompileContext,
) {
  const style = added === undefined ? cell.style : formats.withFormat(cell.style, added);
  return { valueAt, style, isNumeric: type !== 'text' && type !== 'boolean' && type !== 'timestamp' };
}

function withoutDirectives({ text, runs }: CellText): CellText {
  if (!runs) return { text: text.replace(DIRECTIVE, ''), runs };
  const kept = runs.map((run) => ({ ...run, text: run.text.replace(DIRECTIVE, '') }));
  return { text: kept.map((run) => run.text).join(''), runs: kept };
}

/** In text with several looks a placeholder must have one look; else it is cut at a place that cannot be seen. */
function runText(run: string, whole: CellText): string {
  const bare = run.replace(/\{\{[^{}]*\}\}/g, '');
  if (bare.includes('{{') || bare.includes('}}')) {
    throw new TemplateError(message('workbook.cell.severalLooks', { text: whole.text }));
  }
  return run;
}

/** Whether a static text needs {@link valueContent}. */
export function isFilled(value: TemplateCell['value']): value is CellText {
  return value !== null && typeof value === 'object' && hasBraces(value.text);
}

/** For each field how to get its value in a repetition of the band around: for conditions and tabs. @throws TemplateError */
export function fieldValues(
  fields: readonly string[],
  place: CellPlace,
  context: CompileContext,
): Map<string, Placed<ValueAt<Scalar>>> {
  const fieldsHere = fieldContext(context, place);
  return new Map(
    fields.map((field) => {
      const { valueAt } = findFieldSource(field, place.bands, fieldsHere);
      if (!valueAt) throw new TemplateError(message('workbook.field.manyValues', { path: field }));
      return [field, valueAt] as const;
    }),
  );
}

/** What resolving fields needs; sheet and cell are for messages. */
export function fieldContext({ fields }: CompileContext, { sheet, name }: CellPlace): FieldContext {
  return { fields, sheet, cell: name };
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
  const fieldsHere = fieldContext(context, place);
  const pieces = parseText(text).map((piece) => {
    return typeof piece === 'string'
      ? piece
      : resolvePlaceholder(piece, place.bands, fieldsHere, context.settings);
  });
  return (placed) => {
    const texts = pieces.map((piece): ValueAt<string> => {
      if (typeof piece === 'string') return () => piece;
      const valueHere = piece.valueAt(placed);
      return (...at) => format(valueHere(...at), piece.type);
    });
    return (...at) => texts.map((text) => text(...at)).join('');
  };
}

/** Whether rows show within an instance of the band around them. */
export type ShownTest = Placed<(instance: number) => boolean>;

/** Prepares the conditions of a sheet's `{{#if …}}`; what is wrong becomes problems. */
export function compileConditions(sheet: DrawnSheet, context: CompileContext): [Band, ShownTest][] {
  const found: [Band, ShownTest][] = [];
  for (const axis of ['rows', 'columns'] as const) {
    const root = axis === 'rows' ? sheet.root : sheet.columnRoot;
    for (const band of root.within()) {
      const { rule, parent } = band;
      if (rule.kind !== 'if' || !parent) continue;
      const bands = { ...sheet.outer, [axis]: parent };
      const place = { sheet: sheet.name, name: band.place, bands };
      const test = reportErrors(context, sheet.name, band.place, () =>
        shownTest(rule.condition, place, axis, context),
      );
      if (test) found.push([band, test]);
    }
  }
  return found;
}

function shownTest(condition: Condition, place: CellPlace, axis: Axis, context: CompileContext): ShownTest {
  const fieldsHere = fieldContext(context, place);
  checkComparedTypes(condition, (field) => findFieldSource(field, place.bands, fieldsHere).type);
  const values = fieldValues(conditionFields(condition), place, context);
  return (placed) => {
    const here = new Map([...values].map(([field, valueAt]) => [field, valueAt(placed)] as const));
    return (instance) => {
      const [row, column] = axis === 'rows' ? [instance, 0] : [0, instance];
      return evaluateCondition(condition, (field) => here.get(field)?.(row, column) ?? null);
    };
  };
}

import type { Band, CellBands } from '../language/bands.js';
import {
  type Condition,
  checkComparedTypes,
  conditionFields,
  conditionHolds,
} from '../language/condition.js';
import { valueText } from '../language/conversions.js';
import { type Axis, DIRECTIVE } from '../language/directive.js';
import { fieldSource } from '../language/fieldSource.js';
import type { FieldContext, Placed, ValueAt } from '../language/filling.js';
import { type FittedFilling, fillingOf, fitToCell } from '../language/fillValue.js';
import { checkFormat } from '../language/fitToCell.js';
import { hasBraces, type Placeholder, textPieces } from '../language/placeholder.js';
import type { Scalar } from '../model.js';
import type { CellText, TemplateCell } from '../package/templateRows.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import type { ValueContent } from '../template/sheetContents.js';
import { attempt, type CompileContext } from '../template/templatePlan.js';
import { Mistake } from '../workbookError.js';

interface CellPlace {
  readonly sheet: string;
  /** `B4`. */
  readonly name: string;
  readonly bands: CellBands;
}

/** Prepares a cell with placeholders or directives in its text. @throws Mistake, SyntaxError */
export function valueContent(
  cell: TemplateCell,
  written: CellText,
  place: CellPlace,
  context: CompileContext,
): ValueContent {
  const text = withoutDirectives(written);
  const fieldsHere = fieldContext(context, place.sheet, place.name);
  const base = { kind: 'value', cell, style: cell.style, runs: undefined, isNumeric: false } as const;
  if (text.text.trim() === '' && text.text !== written.text) return { ...base, valueAt: () => () => null };
  const pieces = textPieces(text.text);
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined && typeof only !== 'string') {
    const fitted = fittedValue(only, cell, place, fieldsHere, context);
    const isText = fitted.type === 'text' || fitted.type === 'timestamp';
    if (!isText || !text.runs) return { ...base, ...singleValue(cell, fitted, context) };
  }
  const runs = (text.runs ?? []).map((run) => {
    return { look: run.look, textAt: fillText(runText(run.text, text), place.bands, fieldsHere, context) };
  });
  if (runs.length > 0) {
    return { ...base, runs, valueAt: textOfRuns(runs) };
  }
  return { ...base, valueAt: fillText(text.text, place.bands, fieldsHere, context) };
}

function textOfRuns(runs: NonNullable<ValueContent['runs']>): Placed<ValueAt<string>> {
  return (placed) => {
    const texts = runs.map(({ textAt }) => textAt(placed));
    return (...at) => texts.map((text) => text(...at)).join('');
  };
}

function fittedValue(
  only: Placeholder,
  cell: TemplateCell,
  { bands }: CellPlace,
  fieldsHere: FieldContext,
  context: CompileContext,
): FittedFilling {
  const filling = fillingOf(only, bands, fieldsHere, context.settings);
  const kind = context.formats.kindOf(cell.style);
  const shown = kind === 'time' || filling.type === 'duration' ? 'time' : kind;
  const canBeNegative = context.settings.canBeNegative(filling.field ?? '');
  const isTime = filling.type === 'duration' || filling.type === 'minutes';
  if (shown === 'time' && isTime && canBeNegative && !context.settings.counts1904) {
    throw new Mistake(
      `${only.source} can be negative, and Excel shows negative times as #####`,
      `Write ${asHours(only.source)} in a cell with the number format 0.00.`,
    );
  }
  checkFormat(only.source, filling.type, kind);
  return fitToCell(filling, kind, context.settings);
}

/** A placeholder with its other formats: `{{days.balance | sum | hours}}`. */
function asHours(source: string): string {
  return source
    .replace(/\s*\|\s*(?:duration|minutes)\b/g, '')
    .replace(/\s*(\|\s*default\b.*)?\}\}$/, (_, rest?: string) => ` | hours${rest ? ` ${rest}` : ''}}}`);
}

function singleValue(
  cell: TemplateCell,
  { valueAt, added, type }: FittedFilling,
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

/** In text with several looks a placeholder must have one look; else it is cut where nobody sees it. */
function runText(run: string, whole: CellText): string {
  const bare = run.replace(/\{\{[^{}]*\}\}/g, '');
  if (bare.includes('{{') || bare.includes('}}')) {
    throw new Mistake(
      `a placeholder in "${whole.text}" has several looks within it`,
      'Give the whole placeholder, with its braces, one font and colour.',
    );
  }
  return run;
}

/** Whether a static text needs {@link valueContent}. */
export function isFilled(value: TemplateCell['value']): value is CellText {
  return value !== null && typeof value === 'object' && hasBraces(value.text);
}

/** For each field how to get its value in a repetition of the band around: for conditions and tabs. @throws Mistake */
export function fieldValues(
  fields: readonly string[],
  place: CellPlace,
  context: CompileContext,
): Map<string, Placed<ValueAt<Scalar>>> {
  const fieldsHere = fieldContext(context, place.sheet, place.name);
  return new Map(
    fields.map((field) => {
      const { valueAt } = fieldSource(field, place.bands, fieldsHere);
      if (!valueAt) throw new Mistake(`"${field}" stands for many rows`, 'Use a field with one value.');
      return [field, valueAt] as const;
    }),
  );
}

/** What resolving fields needs; sheet and cell are for messages. */
export function fieldContext({ fields }: CompileContext, sheet: string, cell: string): FieldContext {
  return { fields, sheet, cell };
}

/** Text with placeholders as a function of the repetition. @throws Mistake, SyntaxError */
export function fillText(
  text: string,
  bands: CellBands,
  fieldsHere: FieldContext,
  { settings }: CompileContext,
): Placed<ValueAt<string>> {
  const pieces = textPieces(text).map((piece) => {
    return typeof piece === 'string' ? piece : fillingOf(piece, bands, fieldsHere, settings);
  });
  return (placed) => {
    const texts = pieces.map((piece): ValueAt<string> => {
      if (typeof piece === 'string') return () => piece;
      const valueHere = piece.valueAt(placed);
      return (...at) => valueText(valueHere(...at), piece.type, settings);
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
      const test = attempt(context, sheet.name, band.place, () =>
        shownTest(rule.condition, place, axis, context),
      );
      if (test) found.push([band, test]);
    }
  }
  return found;
}

function shownTest(condition: Condition, place: CellPlace, axis: Axis, context: CompileContext): ShownTest {
  const fieldsHere = fieldContext(context, place.sheet, place.name);
  checkComparedTypes(condition, (field) => fieldSource(field, place.bands, fieldsHere).type);
  const values = fieldValues(conditionFields(condition), place, context);
  return (placed) => {
    const here = new Map([...values].map(([field, valueAt]) => [field, valueAt(placed)] as const));
    return (instance) => {
      const [row, column] = axis === 'rows' ? [instance, 0] : [0, instance];
      return conditionHolds(condition, (field) => here.get(field)?.(row, column) ?? null);
    };
  };
}

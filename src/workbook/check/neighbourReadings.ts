import { type AnyMessage, joined, message, type Text } from '../../i18n/message.js';
import { columnLetters } from '../cells/address.js';
import type { CompiledFormula } from '../formula/compileFormula.js';
import type { MovedReference } from '../formula/movedReference.js';
import { cellRule, compiledRule } from '../frame/cellRules.js';
import { frameElements } from '../frame/sheetEdits.js';
import { neighbourBand } from '../placement/resolveRow.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import type { SheetContents } from '../template/sheetContents.js';
import { sheetContentsIn, type TemplatePlan } from '../template/templatePlan.js';
import { resultUnless, TemplateError } from '../workbookError.js';

/** How a reference to a row or column beside the repeated ones was read, and what `$` would do. */
export interface Reading {
  readonly sheet: string;
  /** `B5`, or what a person calls the place: `conditional format`. */
  readonly cell: Text;
  readonly reading: AnyMessage;
}

/** `Hours!B5: A4 means the row before in each repetition …` */
export function readingMessage({ sheet, cell, reading }: Reading): AnyMessage {
  return message('workbook.inPlace', { place: joined([sheet, cell], '!'), text: reading });
}

/** More of one sort is not read. */
const MOST_READINGS = 200;

/** Tells of every reference from repeated rows to a row beside them how it was read. */
export function neighbourReadings(plan: TemplatePlan): Reading[] {
  const readings = plan.sheets.flatMap((sheet) => [
    ...impliedReadings(sheet, plan),
    ...cellReadings(sheetContentsIn(plan, sheet)),
    ...ruleReadings(sheet, plan),
  ]);
  const distinct = new Map(readings.map((each) => [JSON.stringify(each), each]));
  return [...distinct.values()].slice(0, MOST_READINGS);
}

function* impliedReadings({ name, implied }: DrawnSheet, { context }: TemplatePlan): Generator<Reading> {
  for (const { row, column, sets } of implied) {
    const [set = '', ...others] = sets;
    if (others.length > 0) continue;
    const rows = context.settings.describeSet(set);
    yield {
      sheet: name,
      cell: columnLetters(column) + row,
      reading: message('workbook.implied', { row, set, rows }),
    };
  }
}

function* cellReadings(contents: SheetContents): Generator<Reading> {
  for (const { cell, formula } of contents.formulas())
    yield* findReadings(formula, columnLetters(cell.column) + cell.row, contents.sheet);
}

function* ruleReadings(sheet: DrawnSheet, { context }: TemplatePlan): Generator<Reading> {
  for (const element of frameElements(sheet, 'conditionalFormatting', 'dataValidation')) {
    const kind = element.local === 'dataValidation' ? 'dataValidationOf' : 'conditionalFormatOf';
    const rule = cellRule(element);
    for (const formula of resultUnless(TemplateError, () => compiledRule(rule, sheet, context)) ?? [])
      yield* findReadings(formula, message(`workbook.place.${kind}`, { areas: rule.areas }), sheet);
  }
}

function* findReadings(
  { tokens, place }: CompiledFormula,
  cell: Text,
  sheet: DrawnSheet,
): Generator<Reading> {
  for (const token of tokens) {
    if (token.kind !== 'moved' || token.sheet !== sheet) continue;
    const { first, last = first } = token.token;
    for (const corner of [first, last]) {
      if (corner.row !== undefined && !corner.rowFixed && neighbourBand(place.band, corner.row))
        yield { sheet: sheet.name, cell, reading: readingText(token, 'row', corner.row < place.band.from) };
      const across = place.columnBand;
      if (
        corner.column !== undefined &&
        !corner.columnFixed &&
        across &&
        neighbourBand(across, corner.column)
      )
        yield { sheet: sheet.name, cell, reading: readingText(token, 'column', corner.column < across.from) };
    }
  }
}

function readingText({ token }: MovedReference, line: 'row' | 'column', isBefore: boolean): AnyMessage {
  const reference = token.text;
  const fixed = fixedReference(reference, line);
  return message('workbook.reading', { reference, fixed, line, side: isBefore ? 'before' : 'after' });
}

/** `Hours!H4` as `Hours!H$4`, or as `Hours!$H4`. */
function fixedReference(reference: string, line: 'row' | 'column'): string {
  const cells = reference.lastIndexOf('!') + 1;
  const text = reference.slice(cells);
  const marked =
    line === 'row' ? text.replace(/([A-Z])([0-9])/gi, '$1$$$2') : text.replace(/(^|:)([A-Z])/gi, '$1$$$2');
  return reference.slice(0, cells) + marked;
}

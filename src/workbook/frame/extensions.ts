import { message } from '../../i18n/message.js';
import { columnLetters, parseArea } from '../cells/address.js';
import { compileFormula } from '../formula/compileFormula.js';
import { formulaText } from '../formula/placedFormula.js';
import { owningBand, repetitions } from '../placement/movedAreas.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CompileContext } from '../template/templatePlan.js';
import { renderRefused, shortQuote, type WorkbookError } from '../workbookError.js';
import { childOf, descendantsOf, type XmlElement } from '../xml/parseXml.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import { writeRule } from './cellRules.js';
import { outerFormula } from './frameElements.js';

/** The features of newer Excel versions in a sheet's extension list: sparklines, further formats and validations. */
export function editExtensions(
  list: XmlElement,
  edits: XmlEdits,
  sheet: PlacedSheet,
  context: CompileContext,
): void {
  const kept = list.children.map((extension) => editExtension(extension, edits, sheet, context));
  // A list without items would not be valid.
  if (kept.length > 0 && !kept.includes(true)) edits.remove(list);
}

const RULES = ['conditionalFormatting', 'dataValidation', 'ignoredError', 'protectedRange'];

/** Returns whether anything is left of it. */
function editExtension(
  extension: XmlElement,
  edits: XmlEdits,
  sheet: PlacedSheet,
  context: CompileContext,
): boolean {
  const kept = new Map<XmlElement, number>();
  const add = (element: XmlElement, count: number): void => {
    const list = element.parent ?? extension;
    kept.set(list, (kept.get(list) ?? 0) + count);
  };
  for (const group of descendantsOf(extension, 'sparklineGroup'))
    add(group, editSparklines(group, edits, sheet, context) ? 1 : 0);
  for (const rule of descendantsOf(extension, ...RULES)) add(rule, writeRule(rule, edits, sheet, context));
  for (const [list, left] of kept) {
    if (left === 0) edits.remove(list);
    else if (list.attributes.count !== undefined) edits.setAttribute(list, 'count', String(left));
  }
  const isLeft = kept.size === 0 || [...kept.values()].some((left) => left > 0);
  if (!isLeft) edits.remove(extension);
  return isLeft;
}

/** Sparklines: within a band one per repetition, for the cells of that repetition. */
function editSparklines(
  group: XmlElement,
  edits: XmlEdits,
  sheet: PlacedSheet,
  context: CompileContext,
): boolean {
  for (const formula of group.children.filter((child) => child.local === 'f')) {
    edits.setText(formula, outerFormula(formula.text, sheet, context));
  }
  let left = 0;
  for (const sparkline of descendantsOf(group, 'sparkline')) {
    const copies = sparklineCopies(sparkline, edits.source, sheet, context);
    left += copies.length;
    if (left > MOST_SPARKLINES) throw tooManySparklines(sheet);
    const written = edits.source.slice(sparkline.start, sparkline.end);
    if (copies.join('') !== written) edits.replace(sparkline.start, sparkline.end, copies.join(''));
  }
  if (left === 0) edits.remove(group);
  return left > 0;
}

/** Our own limit, because the list is kept in memory as a whole. */
const MOST_SPARKLINES = 100_000;

function tooManySparklines({ drawn: { name } }: PlacedSheet): WorkbookError {
  return renderRefused(
    name,
    message('workbook.size.sparklines', { sheet: shortQuote(name), most: MOST_SPARKLINES }),
  );
}

function sparklineCopies(
  sparkline: XmlElement,
  source: string,
  sheet: PlacedSheet,
  context: CompileContext,
): string[] {
  const formula = childOf(sparkline, 'f');
  const cell = childOf(sparkline, 'sqref');
  const area = parseArea(cell?.text ?? '');
  if (!cell || !area) return [source.slice(sparkline.start, sparkline.end)];
  const { drawn, rows, columns } = sheet;
  const band = owningBand(drawn.root, area.top, area.bottom);
  const columnBand = owningBand(drawn.columnRoot, area.left, area.right);
  if (rows.placesOf(band).starts.length > MOST_SPARKLINES) throw tooManySparklines(sheet);
  const place = { sheet: drawn, band, columnBand };
  const textAt = formula && formulaText(compileFormula(formula.text, place, context, 'range'), sheet);
  const across = [...repetitions(columns, area.left, area.right)];
  const places = [...repetitions(rows, area.top, area.bottom)].flatMap(({ top, instance }) =>
    across.map((column) => ({ top, instance, left: column.top, columnInstance: column.instance })),
  );
  return places.map(({ top, left, instance, columnInstance }) => {
    const one = new XmlEdits(source);
    if (formula && textAt) one.setText(formula, textAt(instance, columnInstance));
    one.setText(cell, `${columnLetters(left)}${top}`);
    return one.apply(sparkline.start, sparkline.end);
  });
}

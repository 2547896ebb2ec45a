import { type Area, MAX_COLUMNS, MAX_ROWS, parseAreas, quotedSheet } from '../cells/address.js';
import { tokenize } from '../formula/tokens.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import type { CompileContext } from '../template/templatePlan.js';
import { childOf, type XmlElement } from '../xml/parseXml.js';

/*
 * Features that this engine does not move (scenarios, form controls, custom views) are refused only if they would have
 * to move: those above and to the left of all repeated rows and columns are kept unchanged.
 */

/** Attributes with cells of the sheet itself, and attributes with formulas. */
const CELLS = new Set(['r', 'ref', 'sqref', 'topLeftCell', 'activeCell']);
const FORMULAS = new Set(['fmlaLink', 'fmlaRange', 'fmlaTxbx', 'fmlaGroup']);
/** The same as elements, in the boxes of controls (VML). */
const FORMULA_ELEMENTS = new Set(['FmlaLink', 'FmlaRange', 'FmlaTxbx', 'FmlaGroup']);
/** Properties of ActiveX controls. */
const CONTROL_PROPERTIES = new Set(['LinkedCell', 'ListFillRange']);

/** Whether a place named in an element, at any depth, would have to move. */
export function namesMovingPlace(element: XmlElement, sheet: DrawnSheet, context: CompileContext): boolean {
  const { attributes, local, text, children } = element;
  const isOwn = Object.entries(attributes).some(([name, value]) => {
    // On another sheet, or on the named one.
    if (local === 'dataRef') return false;
    if (CELLS.has(name)) return parseAreas(value).some((area) => areaMoves(area, sheet));
    return FORMULAS.has(name) && formulaMoves(value, sheet, context);
  });
  if (isOwn) return true;
  if (local === 'dataRef') return formulaMoves(dataRefText(attributes), sheet, context);
  if (local === 'ocxPr' && CONTROL_PROPERTIES.has(property(attributes, 'name')))
    return formulaMoves(property(attributes, 'value'), sheet, context);
  if (FORMULA_ELEMENTS.has(local) && formulaMoves(text, sheet, context)) return true;
  if (local === 'brk' && breakMoves(element, sheet)) return true;
  if ((local === 'from' || local === 'to') && areaMoves(markerArea(element), sheet)) return true;
  if (local === 'Anchor' && areaMoves(boxArea(text), sheet)) return true;
  return children.some((child) => namesMovingPlace(child, sheet, context));
}

/** Rows or columns before or around it repeat or may be left out. */
function areaMoves(area: Area | undefined, { root, columnRoot }: DrawnSheet): boolean {
  if (!area) return false;
  const isDown = area.bottom < MAX_ROWS && root.hasBandIn(1, area.bottom);
  return isDown || (area.right < MAX_COLUMNS && columnRoot.hasBandIn(1, area.right));
}

function formulaMoves(formula: string, own: DrawnSheet, { sheetNamed }: CompileContext): boolean {
  return tokenize(formula).some((token) => {
    if (token.kind !== 'reference') return false;
    const sheet = token.sheet === undefined ? own : sheetNamed(token.sheet);
    const { first, last = first } = token;
    const bottom = Math.max(first.row ?? 0, last.row ?? 0);
    const right = Math.max(first.column ?? 0, last.column ?? 0);
    return (sheet?.root.hasBandIn(1, bottom) || sheet?.columnRoot.hasBandIn(1, right)) ?? false;
  });
}

/** `<dataRef ref="A1:B4" sheet="Hours"/>` */
function dataRefText({ ref = '', sheet }: XmlElement['attributes']): string {
  return sheet === undefined ? ref : `${quotedSheet(sheet)}!${ref}`;
}

function property(attributes: XmlElement['attributes'], name: string): string {
  return Object.entries(attributes).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1] ?? '';
}

/** A break after row 4 does not move if row 5 is the first to repeat. */
function breakMoves({ attributes, parent }: XmlElement, { root, columnRoot }: DrawnSheet): boolean {
  const bands = parent?.local === 'colBreaks' ? columnRoot : root;
  return bands.hasBandIn(1, Number(attributes.id ?? 0));
}

/** `from` and `to` of an anchor: rows and columns count from 0. */
function markerArea(marker: XmlElement): Area {
  return cellArea(
    Number(childOf(marker, 'row')?.text ?? 0) + 1,
    Number(childOf(marker, 'col')?.text ?? 0) + 1,
  );
}

/** The anchor of a box: left column, offset, top row, offset, right column, offset, bottom row, offset. */
function boxArea(text: string): Area | undefined {
  const numbers = text.split(',').map((each) => Number.parseInt(each, 10));
  return numbers.length < 8 ? undefined : cellArea((numbers[6] ?? 0) + 1, (numbers[4] ?? 0) + 1);
}

function cellArea(row: number, column: number): Area {
  return { top: row, bottom: row, left: column, right: column };
}

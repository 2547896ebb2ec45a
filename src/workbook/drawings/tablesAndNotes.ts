import { areaText, MAX_COLUMNS, MAX_ROWS, parseArea } from '../cells/address.js';
import { compileFormula } from '../formula/compileFormula.js';
import { formulaText } from '../formula/placedFormula.js';
import { followCells, removeUid, SheetEdits } from '../frame/sheetEdits.js';
import type { XmlPart } from '../package/templatePackage.js';
import { outputAreas, outputRow, type PlacedAxes, stretchedAreaText } from '../placement/movedAreas.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CompileContext } from '../template/templatePlan.js';
import { childOf, childrenOf, descendantsOf, type XmlElement } from '../xml/xml.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import { decodeCellText } from '../xml/xmlText.js';

/** A table grows with its rows. In a copy of its sheet it has its own name and number. */
export function movedTable(
  part: XmlPart,
  sheet: PlacedSheet,
  context: CompileContext,
  renamed: { name: string; id: number } | undefined,
): string {
  const edits = new SheetEdits(part, sheet, context);
  const { root } = part;
  followCells(root, edits);
  if (renamed) {
    edits.setAttribute(root, 'id', String(renamed.id));
    edits.setAttribute(root, 'name', renamed.name);
    edits.setAttribute(root, 'displayName', renamed.name);
    for (const element of [root, ...descendantsOf(root, 'autoFilter', 'tableColumn')])
      removeUid(element, edits);
  }
  editTableColumns(root, edits);
  for (const formula of descendantsOf(root, 'totalsRowFormula'))
    edits.setText(formula, edits.outerFormula(formula.text));
  const firstRow =
    (parseArea(root.attributes.ref ?? '')?.top ?? 1) + Number(root.attributes.headerRowCount ?? '1');
  const { drawn } = sheet;
  const place = { sheet: drawn, band: drawn.root.at(firstRow), columnBand: drawn.columnBandAt(1) };
  for (const formula of descendantsOf(root, 'calculatedColumnFormula')) {
    edits.setText(formula, formulaText(compileFormula(formula.text, place, context), sheet)(0));
  }
  return edits.apply();
}

/** The columns of a table: repeated ones several times, each named as its heading. */
function editTableColumns(root: XmlElement, edits: SheetEdits): void {
  const { sheet } = edits;
  const { left = 1, bottom = 1 } = parseArea(root.attributes.ref ?? '') ?? {};
  const { displayName, name = '' } = root.attributes;
  const filled = sheet.contents.tables.find(({ table }) => table.name === (displayName ?? name));
  const list = childOf(root, 'tableColumns');
  const drawn = childrenOf(list, 'tableColumn');
  const headings = filled?.headingsAt(sheet) ?? [];
  const isSame = headings.every((heading, index) => {
    return (
      heading.drawnColumn === left + index &&
      heading.name === decodeCellText(drawn[index]?.attributes.name ?? '')
    );
  });
  if (!list || headings.length === 0 || (isSame && headings.length === drawn.length)) return;
  for (const filter of descendantsOf(root, 'filterColumn')) {
    const at = headings.findIndex(
      ({ drawnColumn }) => drawnColumn - left === Number(filter.attributes.colId),
    );
    if (at < 0) edits.remove(filter);
    else edits.setAttribute(filter, 'colId', String(at));
  }
  let id = Math.max(...drawn.map(({ attributes }) => Number(attributes.id)));
  const used = new Set<XmlElement>();
  const columns = headings.flatMap(({ drawnColumn, name: heading, columnInstance }) => {
    const element = drawn[drawnColumn - left];
    if (!element) return [];
    const isFirst = !used.has(element);
    used.add(element);
    return edits.copy(element, (copy) => {
      copy.setAttribute(element, 'name', heading.replace(/\n/g, '_x000a_'));
      if (!isFirst) {
        removeUid(element, copy);
        copy.setAttribute(element, 'id', String(++id));
      }
      const label = element.attributes.totalsRowLabel;
      const content = label === undefined ? undefined : sheet.contents.at(bottom, drawnColumn);
      if (content?.kind === 'value')
        copy.setAttribute(element, 'totalsRowLabel', String(content.valueAt(sheet)(0, columnInstance) ?? ''));
    });
  });
  edits.replace(
    list.start,
    list.end,
    `<${list.name} count="${columns.length}">${columns.join('')}</${list.name}>`,
  );
}

/** The source cells of a pivot cache, if they are in this workbook. */
export function pivotSource(part: XmlPart): XmlElement | undefined {
  return childOf(childOf(part.root, 'cacheSource'), 'worksheetSource');
}

/** Pivot tables show results of old rows: Excel refreshes them when it opens the workbook. */
export function movedPivotCache(part: XmlPart, source: PlacedSheet | undefined): string {
  const edits = new XmlEdits(part.source);
  const element = pivotSource(part);
  if (source && element?.attributes.ref !== undefined) {
    edits.setAttribute(element, 'ref', stretchedAreaText(source, element.attributes.ref));
    if (element.attributes.sheet !== undefined) edits.setAttribute(element, 'sheet', source.name);
  }
  edits.setAttribute(part.root, 'refreshOnLoad', '1');
  return edits.apply();
}

/** A pivot table moves with its first row and keeps its size until Excel refreshes it. */
export function movedPivotTable(part: XmlPart, sheet: PlacedSheet): string {
  const edits = new XmlEdits(part.source);
  const location = childOf(part.root, 'location');
  const area = parseArea(location?.attributes.ref ?? '');
  if (!location || !area) return part.source;
  const top = outputRow(sheet.rows, area.top, 'first');
  const left = outputRow(sheet.columns, area.left, 'first');
  const right = Math.min(MAX_COLUMNS, left + area.right - area.left);
  const bottom = Math.min(MAX_ROWS, top + area.bottom - area.top);
  edits.setAttribute(location, 'ref', areaText({ top, bottom, left, right }));
  return edits.apply();
}

/** Notes (comments part), and threaded comments: each moves with its cell; directives are removed. */
export function movedComments(part: XmlPart, sheet: PlacedSheet, context: CompileContext): string {
  const edits = new SheetEdits(part, sheet, context);
  followCells(part.root, edits);
  return edits.apply();
}

/** The boxes of notes (VML drawing). Rows and columns are counted from 0 there. */
export function movedNoteShapes(part: XmlPart, sheet: PlacedSheet): string {
  const edits = new XmlEdits(part.source);
  const notes = [...sheet.drawn.directiveNotes].map((cell) => parseArea(cell));
  const directives = new Set(notes.map((area) => `${area?.top} ${area?.left}`));
  for (const shape of descendantsOf(part.root, 'shape')) {
    const data = childOf(shape, 'ClientData');
    if (data) editShape(shape, data, edits, sheet, directives);
  }
  return edits.apply();
}

function editShape(
  shape: XmlElement,
  data: XmlElement,
  edits: XmlEdits,
  axes: PlacedAxes,
  directives: ReadonlySet<string>,
): void {
  const rowElement = childOf(data, 'Row');
  const row = Number(rowElement?.text ?? anchorNumbers(data)[2] ?? 0) + 1;
  const column = Number(childOf(data, 'Column')?.text ?? 0) + 1;
  const isDirective = rowElement !== undefined && directives.has(`${row} ${column}`);
  const cell = { top: row, bottom: row, left: column, right: column };
  if (isDirective || outputAreas(axes, cell).length === 0) {
    edits.remove(shape);
    return;
  }
  const shift = outputRow(axes.rows, row, 'first') - row;
  const across = outputRow(axes.columns, column, 'first') - column;
  if (shift === 0 && across === 0) return;
  if (rowElement) edits.setText(rowElement, String(row + shift - 1));
  const columnElement = childOf(data, 'Column');
  if (columnElement) edits.setText(columnElement, String(column + across - 1));
  const numbers = anchorNumbers(data);
  const anchor = childOf(data, 'Anchor');
  if (!anchor || numbers.length < 8) return;
  const moved = numbers.map((number, index) => {
    if (COLUMNS_OF_ANCHOR.has(index)) return number + across;
    return ROWS_OF_ANCHOR.has(index) ? number + shift : number;
  });
  edits.setText(anchor, moved.join(', '));
}

const COLUMNS_OF_ANCHOR = new Set([0, 4]);
const ROWS_OF_ANCHOR = new Set([2, 6]);

/** Left column, offset, top row, offset, right column, offset, bottom row, offset. */
function anchorNumbers(data: XmlElement): number[] {
  return (childOf(data, 'Anchor')?.text ?? '').split(',').map((text) => Number.parseInt(text, 10));
}

export interface FormControl {
  readonly type: string;
  readonly data: XmlElement;
}

export function formControls(part: XmlPart): FormControl[] {
  return [...descendantsOf(part.root, 'ClientData')]
    .map((data) => ({ type: data.attributes.ObjectType ?? '', data }))
    .filter(({ type }) => type !== 'Note' && type !== '');
}

export function plainNotes(part: XmlPart, directives: ReadonlySet<string>): XmlElement[] {
  const list = childrenOf(childOf(part.root, 'commentList'), 'comment');
  return list.filter((comment) => !directives.has(comment.attributes.ref ?? ''));
}

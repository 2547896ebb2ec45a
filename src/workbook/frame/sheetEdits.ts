import { parseArea } from '../cells/address.js';
import { compileFormula } from '../formula/compileFormula.js';
import { formulaText } from '../formula/placedFormula.js';
import type { XmlPart } from '../package/templatePackage.js';
import {
  firstCellName,
  outputAreas,
  outputAreasText,
  outputRow,
  stretchedAreaText,
} from '../placement/movedAreas.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CompileContext, DrawnSheet } from '../template/templatePlan.js';
import { descendantsOf, XmlEdits, type XmlElement } from '../xml/xml.js';

/** Changes to a part that belongs to a sheet: references to its cells follow the cells. */
export class SheetEdits extends XmlEdits {
  constructor(
    { source }: XmlPart,
    readonly sheet: PlacedSheet,
    readonly context: CompileContext,
  ) {
    super(source);
  }

  /** A formula that belongs to the sheet, not to a row: seen from outside of all bands. */
  outerFormula(text: string): string {
    const { drawn } = this.sheet;
    const place = { sheet: drawn, band: drawn.root };
    return formulaText(compileFormula(text, place, this.context), this.sheet)(0);
  }
}

/** Elements of a sheet's part outside of its rows. */
export function* frameElements(sheet: DrawnSheet, ...locals: readonly string[]): Generator<XmlElement> {
  for (const element of sheet.part.root.children) {
    if (element.local === 'sheetData') continue;
    if (locals.includes(element.local)) yield element;
    yield* descendantsOf(element, ...locals);
  }
}

/** Newer versions of Excel give sheets and tables a unique ID (`xr:uid`). */
export function removeUid(element: XmlElement, edits: XmlEdits): void {
  for (const name of Object.keys(element.attributes)) {
    if (name.endsWith(':uid')) edits.setAttribute(element, name, undefined);
  }
}

/** The new value of an attribute that names cells; undefined if no cell is left, and then its element is removed. */
type Follow = (sheet: PlacedSheet, written: string, element: XmlElement) => string | undefined;

const cellsOfList: Follow = (sheet, areas) => outputAreasText(sheet, areas, sheet.drawn.name) || undefined;

const noteCell: Follow = (sheet, cell) =>
  sheet.drawn.directiveNotes.has(cell) ? undefined : watchedCell(sheet, cell);

function watchedCell(sheet: PlacedSheet, cell: string): string | undefined {
  const area = parseArea(cell);
  return area && outputAreas(sheet, area).length === 0 ? undefined : firstCellName(sheet, cell);
}

const selectedCells: Follow = (sheet, areas) =>
  areas
    .split(' ')
    .map((area) => firstCellName(sheet, area))
    .join(' ');

/** The attributes that name cells of their own sheet, by element: `selection` has `activeCell` and `sqref`. */
const FOLLOWING: Readonly<Record<string, Readonly<Record<string, Follow>>>> = {
  dimension: { ref: stretchedAreaText },
  autoFilter: { ref: stretchedAreaText },
  sortState: { ref: stretchedAreaText },
  sortCondition: { ref: stretchedAreaText },
  table: { ref: stretchedAreaText },
  sheetView: { topLeftCell: firstCellName },
  selection: { activeCell: firstCellName, sqref: selectedCells },
  pane: {
    topLeftCell: firstCellName,
    xSplit: ({ columns }, written, pane) => splitAfter(columns, frozenLines(pane, 'xSplit'), written),
    ySplit: ({ rows }, written, pane) => splitAfter(rows, frozenLines(pane, 'ySplit'), written),
  },
  protectedRange: { sqref: cellsOfList },
  ignoredError: { sqref: cellsOfList },
  cellWatch: { r: watchedCell },
  comment: { ref: noteCell },
  threadedComment: { ref: noteCell },
};

/** Lists that Excel does not accept without items. */
const LISTS = new Set(['protectedRanges', 'ignoredErrors', 'cellWatches']);

/** Updates the cell references in an element. Returns whether any content is left. */
export function followCells(element: XmlElement, edits: SheetEdits): boolean {
  for (const [name, follow] of Object.entries(FOLLOWING[element.local] ?? {})) {
    const written = element.attributes[name];
    if (written === undefined) continue;
    const moved = follow(edits.sheet, written, element);
    if (moved === undefined) {
      edits.remove(element);
      return false;
    }
    edits.setAttribute(element, name, moved);
  }
  const left = element.children.filter((child) => followCells(child, edits));
  const isGone = LISTS.has(element.local) && left.every(({ local }) => local === 'extLst');
  if (isGone) edits.remove(element);
  return !isGone;
}

/** The number of frozen rows (`ySplit`) or columns; 0 if there are none. */
export function frozenLines({ attributes }: XmlElement, axis: 'ySplit' | 'xSplit'): number {
  return (attributes.state ?? '').startsWith('frozen') ? Number(attributes[axis] ?? 0) : 0;
}

function splitAfter(axis: PlacedSheet['rows'], lines: number, written: string): string {
  return lines > 0 ? String(outputRow(axis, lines, 'last')) : written;
}

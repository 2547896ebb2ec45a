import type { XmlEdits } from '../../xml/xmlEdits.js';
import { childrenOf, type XmlElement } from '../../xml/xmlElement.js';
import type { PlacedSheet } from '../plan/placedSheet.js';
import { firstCellText, rowAt } from '../sheet/movedAreas.js';

/** What a sheet shows first: scrolled place, frozen rows, selected cells. */
export function editViews(views: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  for (const view of childrenOf(views, 'sheetView')) {
    moveCell(view, 'topLeftCell', edits, sheet);
    for (const pane of childrenOf(view, 'pane')) {
      moveCell(pane, 'topLeftCell', edits, sheet);
      const columns = frozenColumns(pane);
      if (columns > 0) edits.setAttribute(pane, 'xSplit', String(rowAt(sheet.columns, columns, 'last')));
      const rows = frozenRows(pane);
      if (rows > 0) edits.setAttribute(pane, 'ySplit', String(rowAt(sheet.rows, rows, 'last')));
    }
    for (const selection of childrenOf(view, 'selection')) {
      moveCell(selection, 'activeCell', edits, sheet);
      const areas = selection.attributes.sqref?.split(' ').map((area) => firstCellText(sheet, area));
      if (areas) edits.setAttribute(selection, 'sqref', areas.join(' '));
    }
  }
}

/** Rows that stay on top while the rest scrolls; 0 if none do. */
export function frozenRows(pane: XmlElement): number {
  const { state = '', ySplit = '0' } = pane.attributes;
  return state.startsWith('frozen') ? Number(ySplit) : 0;
}

/** The same for columns on the left. */
export function frozenColumns(pane: XmlElement): number {
  const { state = '', xSplit = '0' } = pane.attributes;
  return state.startsWith('frozen') ? Number(xSplit) : 0;
}

function moveCell(element: XmlElement, name: string, edits: XmlEdits, sheet: PlacedSheet): void {
  const cell = element.attributes[name];
  if (cell !== undefined) edits.setAttribute(element, name, firstCellText(sheet, cell));
}

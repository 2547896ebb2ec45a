import { type CellValue, cellXml } from './cellXml.js';
import { cellName } from './columnName.js';

/** A cell of a planned row; `style` names one of the workbook's styles. */
export interface Cell {
  readonly style: string;
  readonly value: CellValue;
}

/** A row in order; cells from column A on, undefined where there is none. */
export interface SheetRow {
  readonly cells: readonly (Cell | undefined)[];
  readonly heightPoints?: number;
}

/** The rows with the most that a worksheet can hold. */
export const SHEET_ROWS = 1_048_576;

/** A `<row>` element. @param styleIds style name -> number in the workbook's list of cell formats. */
export function rowXml(row: SheetRow, rowNumber: number, styleIds: ReadonlyMap<string, number>): string {
  let xml = `<row r="${rowNumber}"`;
  if (row.heightPoints !== undefined) xml += ` ht="${row.heightPoints}" customHeight="1"`;
  if (row.cells.length === 0) return `${xml}/>`;
  xml += '>';
  for (const [column, cell] of row.cells.entries()) {
    if (cell === undefined) continue;
    const styleId = styleIds.get(cell.style);
    if (styleId === undefined) throw new RangeError(`no style named ${cell.style}`);
    xml += cellXml(cellName(column, rowNumber), styleId, cell.value);
  }
  return `${xml}</row>`;
}

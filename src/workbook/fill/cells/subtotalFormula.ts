import { columnLetters } from '../../cells/address.js';
import type { Band } from '../language/band.js';
import { type Placeholder, textPieces } from '../language/placeholder.js';
import { Mistake } from '../mistake.js';
import type { CellText } from '../package/sharedStrings.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import type { TemplateCell } from '../sheet/templateRows.js';

/**
 * The formula that `{{workedMinutes | subtotal}}` stands for: the sum of the cells in its own column that show the
 * field, in the rows that repeat inside of its group; outside of all groups of all of them. Other subtotals do not
 * count. Undefined for other cells. @throws Mistake where no such cell is there
 */
export function subtotalFormula(
  { row, column }: Pick<TemplateCell, 'row' | 'column'>,
  written: CellText,
  sheet: DrawnSheet,
): string | undefined {
  if (!/\|\s*subtotal\s*\}\}/.test(written.text)) return undefined;
  const [only, ...more] = textPieces(written.text.trim());
  const isAlone = only !== undefined && typeof only !== 'string' && more.length === 0;
  if (!isAlone || only.filters.length !== 1) {
    const remedy = 'Put it into a cell of its own, without other formats: {{FIELD | subtotal}}.';
    throw new Mistake(`${written.text.trim()}: a subtotal is a formula`, remedy);
  }
  const detail = detailRow(only, column, sheet.root.at(row), sheet);
  if (detail === undefined) {
    throw new Mistake(
      `${only.source}: nothing that repeats inside shows ${only.path} in column ${columnLetters(column)}`,
      `Put {{${only.path}}} into a repeated row of this column, or write {{${only.path} | sum}}.`,
    );
  }
  const cell = columnLetters(column) + detail;
  return `SUBTOTAL(9,${cell}:${cell})`;
}

/** The row within a band, and within the repeated rows inside of it, that shows a field in a column. */
function detailRow({ path }: Placeholder, column: number, own: Band, sheet: DrawnSheet): number | undefined {
  for (const [row, { cells }] of sheet.rows) {
    const band = sheet.root.at(row);
    const isInside =
      band !== own && band.path.includes(own) && band.path.slice(own.depth + 1).some((each) => each.repeats);
    const value = isInside ? cells.find((cell) => cell.column === column)?.value : undefined;
    const text = value !== null && typeof value === 'object' ? value.text : '';
    const shows = new RegExp(`\\{\\{\\s*${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*(?:\\||\\}\\})`);
    if (shows.test(text) && !/\|\s*subtotal/.test(text)) return row;
  }
  return undefined;
}

import type { WorkbookCells } from '../plan/outputCells.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import { Bands } from './innermostBands.js';
import { type RowProgram, rowProgram } from './rowProgram.js';

/** Characters of XML that are handed on at once. */
const CHUNK = 256 * 1024;

/** Writes all rows of a sheet, piece by piece. Its bands must have been placed. */
export function* sheetRows(sheet: SheetPlan, cells: WorkbookCells): Generator<string> {
  const { templateRow, instance } = sheet.output;
  const programs: (RowProgram | undefined)[] = [];
  for (const [row, each] of sheet.rows) programs[row] = rowProgram(each, sheet, cells);
  const bands = new Bands(sheet.root, sheet.lastRow);
  let text = '';
  for (let index = 0; index < templateRow.length; index++) {
    const row = templateRow[index] ?? 0;
    const program = programs[row];
    if (!program) continue;
    const at = instance[index] ?? 0;
    text += program(index + 1, at, bands.at(row).scopes[at]?.isBlank ?? false);
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  yield text;
}

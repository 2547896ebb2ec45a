import type { WorkbookCells } from '../plan/outputCells.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import { Bands } from './innermostBands.js';
import { type RowProgram, rowProgram } from './rowProgram.js';
import { SheetBytes } from './sheetBytes.js';

/** Writes all rows of a sheet, chunk by chunk. Its bands must have been placed. */
export function* sheetRows(sheet: SheetPlan, cells: WorkbookCells): Generator<Uint8Array> {
  const { templateRow, instance } = sheet.output;
  const programs: (RowProgram | undefined)[] = [];
  for (const [row, each] of sheet.rows) programs[row] = rowProgram(each, sheet, cells);
  const bands = new Bands(sheet.root, sheet.lastRow);
  const bytes = new SheetBytes();
  for (let index = 0; index < templateRow.length; index++) {
    const row = templateRow[index] ?? 0;
    const program = programs[row];
    if (!program) continue;
    const at = instance[index] ?? 0;
    program(bytes, index + 1, at, bands.at(row).scopes[at]?.isBlank ?? false);
    yield* bytes.takeChunks();
  }
  yield bytes.rest();
}

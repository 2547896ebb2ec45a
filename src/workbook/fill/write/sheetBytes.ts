import { PartBytes } from '../cells/partBytes.js';
import { blankRowProgram, type RowProgram, rowProgram } from '../cells/rowProgram.js';
import type { SheetFrame } from '../frame/sheetFrame.js';
import type { WorkbookCells } from '../plan/outputCells.js';
import type { PlacedSheet } from '../plan/placedSheet.js';

/**
 * Writes the part of a sheet, chunk by chunk, all of them of the size in which they are packed.
 */
export function* sheetBytes(
  sheet: PlacedSheet,
  frame: SheetFrame,
  cells: WorkbookCells,
): Generator<Uint8Array> {
  const { drawn, rows } = sheet;
  const programs: (RowProgram | undefined)[] = [];
  for (const [row, each] of drawn.rows)
    if (row <= drawn.lastRow) programs[row] = rowProgram(each, sheet, cells);
  const blank: (RowProgram | undefined)[] = [];
  const bytes = new PartBytes();
  bytes.raw(Buffer.from(frame.head));
  for (let row = 1; row <= (rows.length ?? 0); row++) {
    const from = rows.drawn(row) ?? 0;
    const program = programs[from];
    if (!program) continue;
    const at = rows.instance(row);
    const band = drawn.bandAt(from);
    const isBlank = rows.isBlank(band, at);
    const isKept = isBlank && band.parent !== undefined;
    if (isKept) blank[from] ??= blankProgramOf(from, sheet);
    (isKept ? (blank[from] ?? program) : program)(bytes, row, at, isBlank);
    if (bytes.hasChunks) yield* bytes.takeChunks();
  }
  bytes.raw(Buffer.from(frame.tail));
  yield* bytes.takeChunks();
  yield bytes.rest();
}

function blankProgramOf(row: number, sheet: PlacedSheet): RowProgram | undefined {
  const templateRow = sheet.drawn.rows.get(row);
  return templateRow && blankRowProgram(templateRow, sheet);
}

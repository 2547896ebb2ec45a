import { PartBytes } from '../cells/partBytes.js';
import { blankRowProgram, type RowProgram, rowProgram } from '../cells/rowProgram.js';
import type { SheetFrame } from '../frame/sheetFrame.js';
import type { WorkbookCells } from '../plan/outputCells.js';
import type { TemplateSheet } from '../plan/templateSheet.js';

/**
 * Writes the part of a sheet, chunk by chunk, all of them of the size in which they are packed. Its bands must have
 * been placed.
 */
export function* sheetBytes(
  sheet: TemplateSheet,
  frame: SheetFrame,
  cells: WorkbookCells,
): Generator<Uint8Array> {
  const { templateRow, instance } = sheet.output;
  const programs: (RowProgram | undefined)[] = [];
  for (const [row, each] of sheet.rows)
    if (row <= sheet.lastRow) programs[row] = rowProgram(each, sheet, cells);
  const blank: (RowProgram | undefined)[] = [];
  const bytes = new PartBytes();
  bytes.raw(Buffer.from(frame.head));
  for (let index = 0; index < templateRow.length; index++) {
    const row = templateRow[index] ?? 0;
    const program = programs[row];
    if (!program) continue;
    const at = instance[index] ?? 0;
    const band = sheet.bandAt(row);
    const isBlank = band.scopes[at]?.isBlank ?? false;
    const isKept = isBlank && band.parent !== undefined;
    if (isKept) blank[row] ??= blankProgramOf(row, sheet);
    (isKept ? (blank[row] ?? program) : program)(bytes, index + 1, at, isBlank);
    if (bytes.hasChunks) yield* bytes.takeChunks();
  }
  bytes.raw(Buffer.from(frame.tail));
  yield* bytes.takeChunks();
  yield bytes.rest();
}

function blankProgramOf(row: number, sheet: TemplateSheet): RowProgram | undefined {
  const templateRow = sheet.rows.get(row);
  return templateRow && blankRowProgram(templateRow, sheet);
}

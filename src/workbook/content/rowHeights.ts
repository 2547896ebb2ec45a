import { linesOfCell, pointsPerLine } from '../cells/textWidth.js';
import { outputRow } from '../placement/movedAreas.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { FittedRow } from '../template/templatePlan.js';

/** Widths of columns of the output that fit their content. */
export type FittedWidths = ReadonlyMap<number, number>;

/** Excel's own limit of the height of a row. */
const MOST_POINTS = 409;

/** The height of each repetition of a row that is as tall as its wrapped text; columns that are not shown do not count. */
export function rowHeights(
  { leastPoints, texts }: FittedRow,
  sheet: PlacedSheet,
  widths: FittedWidths,
): (instance: number) => number {
  const { drawn, columns } = sheet;
  const shown = texts.filter(({ content: { cell } }) => {
    return columns.placesOf(drawn.columnBandAt(cell.column)).starts.length > 0;
  });
  const known = shown.map(({ content, line, width }) => {
    const column = outputRow(columns, content.cell.column, 'first');
    return { line, width: widths.get(column) ?? width, valueAt: content.valueAt(sheet) };
  });
  return (instance) => {
    const heights = known.map(({ valueAt, line, width }) => {
      const lines = linesOfCell(String(valueAt(instance) ?? ''), width, line);
      return lines * pointsPerLine(line.fontPoints);
    });
    return Math.min(MOST_POINTS, Math.max(leastPoints, ...heights));
  };
}

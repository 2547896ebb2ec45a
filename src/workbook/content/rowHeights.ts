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
    const linesOf = linesByText((text) => linesOfCell(text, widths.get(column) ?? width, line));
    return { points: pointsPerLine(line.fontPoints), linesOf, valueAt: content.valueAt(sheet) };
  });
  return (instance) => {
    const heights = known.map(({ valueAt, linesOf, points }) => {
      return linesOf(String(valueAt(instance) ?? '')) * points;
    });
    return Math.min(MOST_POINTS, Math.max(leastPoints, ...heights));
  };
}

/** Different texts of a column whose lines are kept: names of people and places occur often. */
const MOST_TEXTS = 5_000;

function linesByText(count: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const lines = count(text);
    if (known.size < MOST_TEXTS) known.set(text, lines);
    return lines;
  };
}

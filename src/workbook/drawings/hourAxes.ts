import { styleOn } from '../content/rowProgram.js';
import type { OutputArea, OutputCells } from '../formula/ranges.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { TemplatePlan } from '../template/templatePlan.js';
import { childOf, childrenOf, prefixOf, type XmlElement } from '../xml/xml.js';
import type { XmlEdits } from '../xml/xmlEdits.js';

/** Round numbers of hours between two gridlines. */
const STEPS = [1, 2, 4, 5, 8, 10, 20, 25, 40, 50];
const MOST_LINES = 6;
const HOURS_PER_DAY = 24;

/** A distance of gridlines in hours, with at most six of them. */
export function stepHours(largest: number): number {
  for (let scale = 1; ; scale *= 10) {
    const step = STEPS.find((hours) => hours * scale * MOST_LINES >= largest);
    if (step !== undefined) return step * scale;
  }
}

/** The cells of a series, or undefined if they are not known. */
type CellsOf = (series: XmlElement) => OutputArea | undefined;

/**
 * Gridlines at round hours for axes of durations: spreadsheet programs choose them in days. Where the same cells are
 * decimal hours, the axis shows numbers. An axis whose distance is drawn stays.
 */
export function editHourAxes(
  root: XmlElement,
  edits: XmlEdits,
  areaOf: CellsOf,
  { plan, cells }: { readonly plan: TemplatePlan; readonly cells: OutputCells },
): void {
  const plot = childOf(childOf(root, 'chart'), 'plotArea');
  for (const axis of childrenOf(plot, 'valAx')) {
    const areas = seriesOf(axis, plot).flatMap((series) => areaOf(series) ?? []);
    const [first] = areas;
    if (!first || childOf(axis, 'majorUnit')) continue;
    const kind = kindOfCells(first, plan);
    const format = childOf(axis, 'numFmt');
    if (kind === 'time') {
      const largest = Math.max(0, ...areas.map((area) => largestIn(area, cells))) * HOURS_PER_DAY;
      if (largest > 0) insertUnit(axis, edits, stepHours(largest) / HOURS_PER_DAY);
    } else if (kind === 'number' && format && isOfHours(format)) {
      edits.setAttribute(format, 'formatCode', '0');
    }
  }
}

function isOfHours({ attributes: { formatCode = '', sourceLinked } }: XmlElement): boolean {
  return sourceLinked !== '1' && /\[h+\]/i.test(formatCode);
}

/** The series of the groups that are drawn on an axis. */
function seriesOf(axis: XmlElement, plot: XmlElement | undefined): XmlElement[] {
  const id = childOf(axis, 'axId')?.attributes.val;
  return (plot?.children ?? [])
    .filter((group) => childrenOf(group, 'axId').some(({ attributes }) => attributes.val === id))
    .flatMap((group) => childrenOf(group, 'ser'));
}

function kindOfCells({ sheet, top, left }: OutputArea, { formats }: TemplatePlan) {
  const placed = sheet as PlacedSheet;
  const [row, column] = [placed.rows.drawnLine(top), placed.columns.drawnLine(left)];
  const content = row && column ? placed.contents.at(row, column) : undefined;
  return content && formats.kindOf(styleOn(content, placed));
}

const MOST_VALUES = 10_000;

function largestIn({ sheet, top, bottom, left, right }: OutputArea, cells: OutputCells): number {
  if ((bottom - top + 1) * (right - left + 1) > MOST_VALUES) return 0;
  let largest = 0;
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const value = cells.valueOf(sheet, row, column);
      if (typeof value === 'number') largest = Math.max(largest, Math.abs(value));
    }
  }
  return largest;
}

/** The distance comes after these elements (ECMA-376 21.2.2.226). */
const BEFORE = ['crossBetween', 'crosses', 'crossesAt', 'crossAx'];

function insertUnit(axis: XmlElement, edits: XmlEdits, unit: number): void {
  const before = BEFORE.flatMap((local) => childOf(axis, local) ?? [])[0];
  if (before) edits.insert(before.end, `<${prefixOf(axis)}majorUnit val="${unit}"/>`);
}

import type { PlacedBands } from '../language/filling.js';
import { outputRow } from '../placement/movedAreas.js';
import {
  type CellContent,
  type CompileContext,
  type DrawnSheet,
  reportErrors,
  staticContentAt,
} from '../template/templatePlan.js';
import type { FilledTable, TableHeading, TemplateTable } from '../template/templateTables.js';
import { isFilled, plainTextAt } from './valueContent.js';

/** Excel's limit for the heading of a table's column. */
const HEADING_CHARACTERS = 255;

type Filled = Map<number, Map<number, CellContent>>;
type TextAt = (placed: PlacedBands) => (instance: number, columnInstance?: number) => string;

interface HeadingText {
  readonly textAt: TextAt;
  /** Its cell is copied as drawn, so the table must name it in exactly the same way. */
  readonly isDrawn: boolean;
}

/**
 * The tables of a sheet with the headings that they have in the output: filled, and unique, because the name of a
 * table's column is its heading. The cells of the headings show the same.
 */
export function filledTables(
  sheet: DrawnSheet,
  filled: Filled,
  tables: readonly TemplateTable[],
  context: CompileContext,
): FilledTable[] {
  return tables.map((table) => {
    const headingsAt = prepareHeadings(table, sheet, context);
    const row = filled.get(table.area.top);
    for (let column = table.area.left; table.headerRows > 0 && column <= table.area.right; column++) {
      const content = row?.get(column);
      if (content?.kind !== 'value') continue;
      const valueAt = (placed: PlacedBands) => {
        const names = new Map(
          headingsAt(placed)
            .filter((heading) => heading.drawnColumn === column)
            .map(({ columnInstance, name }) => [columnInstance, name]),
        );
        return (_: number, columnInstance = 0) => names.get(columnInstance) ?? '';
      };
      row?.set(column, { ...content, valueAt, runs: undefined, isNumeric: false, style: content.cell.style });
    }
    return { table, headingsAt };
  });
}

function prepareHeadings(
  table: TemplateTable,
  sheet: DrawnSheet,
  context: CompileContext,
): FilledTable['headingsAt'] {
  const texts = new Map<number, HeadingText>();
  for (let column = table.area.left; column <= table.area.right; column++) {
    const text = headingText(table, column, sheet, context);
    if (text) texts.set(column, text);
  }
  const known = new WeakMap<PlacedBands, readonly TableHeading[]>();
  return (placed) => {
    const found = known.get(placed) ?? placedHeadings(table, texts, placed);
    known.set(placed, found);
    return found;
  };
}

function headingText(
  { area: { top, left }, columns, headerRows }: TemplateTable,
  column: number,
  sheet: DrawnSheet,
  context: CompileContext,
): HeadingText | undefined {
  const cell = headerRows > 0 ? staticContentAt(sheet, top, column)?.cell : undefined;
  if (!cell || cell.formula || !isFilled(cell.value)) {
    const name = columns[column - left] ?? '';
    return { textAt: () => () => name, isDrawn: true };
  }
  const { value } = cell;
  const bands = { rows: sheet.root.at(top), columns: sheet.columnBandAt(column) };
  const place = { sheet: sheet.name, name: `${column}`, bands };
  const textAt = reportErrors(context, undefined, undefined, () => plainTextAt(value, place, context));
  return textAt && { textAt, isDrawn: false };
}

/** The columns of a table in the output: a repeated one several times, one that is not shown not at all. */
function placedHeadings(
  { area: { left, right } }: TemplateTable,
  texts: ReadonlyMap<number, HeadingText>,
  placed: PlacedBands,
): TableHeading[] {
  const { columns } = placed;
  const taken = new Set<string>();
  const headings: TableHeading[] = [];
  for (let at = outputRow(columns, left, 'first'); at <= outputRow(columns, right, 'last'); at++) {
    const drawnColumn = columns.drawnLine(at) ?? at;
    const columnInstance = columns.instance(at);
    const heading = texts.get(drawnColumn);
    const text = heading?.textAt(placed)(0, columnInstance) ?? '';
    const isFree = heading?.isDrawn && text !== '' && !taken.has(text.toLowerCase());
    const name = isFree ? text : uniqueHeading(text, taken);
    taken.add(name.toLowerCase());
    headings.push({ drawnColumn, columnInstance, name });
  }
  return headings;
}

/** A heading without spaces around it, with a number if another column of the table has it. */
function uniqueHeading(text: string, taken: ReadonlySet<string>): string {
  const base = [...text.trim()].slice(0, HEADING_CHARACTERS - 6).join('') || '–';
  let name = base;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${base} (${number})`;
  return name;
}

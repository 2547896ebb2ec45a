import {
  type Cell,
  type CellValue,
  linesInColumn,
  type PlainRow,
  type SheetRow,
  type StyleIds,
  styleIdOf,
  type TableColumn,
  type TablePlan,
} from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import type { ReportColumn } from './reportColumns.js';
import { type Kind, PLACES, type StylePlace } from './reportStyles.js';

export interface TableBlockPlan {
  /** Name of the native table, unique in the workbook. */
  readonly name: string;
  readonly headingRow: number;
  readonly columns: readonly ReportColumn[];
  /** At least one, and exactly `count`; iterated once, when the sheet is written. */
  readonly rows: Iterable<DataRow>;
  readonly count: number;
  /** The label of the totals row; undefined for no totals row. */
  readonly totalLabel?: string;
  /** The shade of a row. */
  readonly place?: (row: DataRow) => StylePlace;
}

/** Rows of a sheet with the native table that they form. */
export interface TableBlock {
  readonly table: TablePlan;
  readonly rows: (styleIds: StyleIds) => Iterable<SheetRow | PlainRow>;
  readonly lastRow: number;
}

export const HEADING_HEIGHT = 24;
export const LINE_HEIGHT = 13.5;

/** A native table over rows of the model, with headings, filter and totals that follow the filter. */
export function tableBlock(given: TableBlockPlan): TableBlock {
  const plan = { ...given, columns: makeHeadingsUnique(given.columns) };
  const { name, headingRow, columns, count, totalLabel } = plan;
  const table: TablePlan = {
    name,
    firstColumn: 0,
    headingRow,
    dataRows: count,
    columns: columns.map((column, index) => tableColumn(column, index, totalLabel)),
  };
  const totalRows = totalLabel === undefined ? 0 : 1;
  return {
    table,
    rows: (styleIds) => blockRows(plan, styleIds),
    lastRow: headingRow + count + totalRows,
  };
}

/** Excel's limit for the heading of a table's column. */
const HEADING_CHARACTERS = 255;

/** Pay codes can have the same name as another or as a built-in column; a native table requires unique headings. */
function makeHeadingsUnique(columns: readonly ReportColumn[]): ReportColumn[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    const base =
      column.heading
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, HEADING_CHARACTERS - 6) || '–';
    let heading = base;
    for (let number = 2; taken.has(heading.toLowerCase()); number += 1) heading = `${base} (${number})`;
    taken.add(heading.toLowerCase());
    return { ...column, heading };
  });
}

function tableColumn(column: ReportColumn, index: number, totalLabel: string | undefined): TableColumn {
  const name = column.heading;
  if (totalLabel === undefined) return { name };
  if (index === 0) return { name, total: { label: totalLabel } };
  return column.total === undefined ? { name } : { name, total: { function: 'sum' } };
}

/** The number of lines of the longest wrapped text: not every program computes it. */
function countLines(columns: readonly ReportColumn[], values: readonly CellValue[]): number {
  let lines = 1;
  for (const [index, { kind, width }] of columns.entries()) {
    const value = values[index];
    if (kind !== 'wrapped' || typeof value !== 'string') continue;
    lines = Math.max(lines, linesInColumn(value, width));
  }
  return lines;
}

function* blockRows(plan: TableBlockPlan, styleIds: StyleIds): Generator<SheetRow | PlainRow> {
  const { columns, rows, place, totalLabel } = plan;
  const wrapped = columns.some(({ kind }) => kind === 'wrapped');
  const stylesOf = (shade: StylePlace) => columns.map(({ kind }) => styleIdOf(styleIds, kind + shade));
  const shades = new Map(PLACES.map((shade) => [shade, stylesOf(shade)]));
  yield buildHeadingRow(columns);
  for (const row of rows) {
    const values = columns.map((column) => column.value(row));
    const plain: PlainRow = { values, styleIds: shades.get(place?.(row) ?? '') ?? [] };
    const lines = wrapped ? countLines(columns, values) : 1;
    yield lines > 1 ? { ...plain, heightPoints: lines * LINE_HEIGHT + 2 } : plain;
  }
  if (totalLabel !== undefined) yield totalRow(plan, totalLabel);
}

/** The filter button of a heading, in characters. */
const BUTTON_WIDTH = 3;

/** Headings are aligned like their values. */
function headingStyle(kind: Kind): string {
  if (kind === 'text' || kind === 'wrapped') return 'heading';
  return kind === 'date' || kind === 'centred' || kind === 'time' ? 'heading.centre' : 'heading.right';
}

function buildHeadingRow(columns: readonly ReportColumn[]): SheetRow {
  const cells = columns.map(({ heading, kind }): Cell => ({ style: headingStyle(kind), value: heading }));
  const lines = Math.max(
    1,
    ...columns.map(({ heading, width }) => linesInColumn(heading, width - BUTTON_WIDTH)),
  );
  return { cells, heightPoints: lines > 1 ? lines * LINE_HEIGHT + 4 : HEADING_HEIGHT };
}

/** A heading inside the brackets of a table reference: these characters need a preceding apostrophe. */
function escapeHeading(heading: string): string {
  return heading.replace(/['#[\]@]/g, "'$&");
}

function totalRow({ name, columns }: TableBlockPlan, label: string): SheetRow {
  const cells = columns.map((column, index): Cell => {
    if (index === 0) return { style: 'text.total', value: label };
    const style = `${column.kind === 'wrapped' ? 'text' : column.kind}.total`;
    if (column.total === undefined) return { style, value: null };
    const formula = `SUBTOTAL(109,${name}[${escapeHeading(column.heading)}])`;
    return { style, value: { formula, value: column.total } };
  });
  return { cells, heightPoints: 18 };
}

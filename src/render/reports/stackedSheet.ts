import { areaName, type ChartPlan, type PrintPlan, type SheetPlan, type SheetRow } from '../../workbook/index.js';
import type { ReportContext } from './reportContext.js';
import { type FrameOptions, frame, titleRows } from './reportFrame.js';
import type { TableBlock } from './tableBlock.js';

/** A part of a sheet: a heading line and rows, or a heading line and a native table. */
export interface SheetPart {
  /** No heading line where undefined. */
  readonly title?: string;
  readonly rows?: readonly SheetRow[];
  /** So many rows that are known only when the sheet is written. */
  readonly late?: { readonly count: number; readonly rows: () => readonly SheetRow[] };
  /** Makes the table; its headings stand in the row given. */
  readonly table?: (headingRow: number) => TableBlock;
}

export interface StackedOptions {
  readonly title: string;
  readonly parts: readonly SheetPart[];
  readonly frame: FrameOptions;
  readonly charts?: readonly ChartPlan[];
  /** The table whose headings are printed on every further page, counted from 0. @default none */
  readonly printedHeadings?: number;
}

/** A sheet of several parts, one under the other with a row between. */
export function stackedSheet(context: ReportContext, name: string, options: StackedOptions): SheetPlan {
  const title = titleRows(context, options.title);
  const pieces: SheetPlan['rows'][] = [() => title];
  const tables: TableBlock['table'][] = [];
  let lastRow = title.length;
  const add = (rows: readonly SheetRow[]) => {
    pieces.push(() => rows);
    lastRow += rows.length;
  };
  for (const [index, part] of options.parts.entries()) {
    if (index > 0) add([{ cells: [] }]);
    if (part.title !== undefined) add([sectionRow(part.title)]);
    add(part.rows ?? []);
    if (part.late !== undefined) {
      pieces.push(part.late.rows);
      lastRow += part.late.count;
    }
    const block = part.table?.(lastRow + 1);
    if (block === undefined) continue;
    pieces.push(block.rows);
    tables.push(block.table);
    lastRow = block.lastRow;
  }
  return {
    name,
    settings: frame(context, options.frame),
    print: { lastRow, ...titleRowsOf(tables[options.printedHeadings ?? -1]) },
    area: areaName(0, 1, options.frame.widths.length - 1, lastRow),
    *rows(styleIds) {
      for (const piece of pieces) yield* piece(styleIds);
    },
    tables,
    charts: options.charts ?? [],
  };
}

function titleRowsOf(table: TableBlock['table'] | undefined): Pick<PrintPlan, 'titleRows'> {
  return table === undefined ? {} : { titleRows: { from: table.headingRow, to: table.headingRow } };
}

function sectionRow(value: string): SheetRow {
  return { cells: [{ style: 'section', value }], heightPoints: 22 };
}

export function noteRow(value: string): SheetRow {
  return { cells: [{ style: 'note', value }] };
}

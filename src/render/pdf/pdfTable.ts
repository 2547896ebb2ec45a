import type { PdfFont, PdfPages } from './pdfDocument.js';

export interface PdfColumn {
  readonly heading: string;
  /** In points. */
  readonly width: number;
  readonly align: 'left' | 'right';
}

export interface PdfRow {
  readonly cells: readonly string[];
  readonly font?: PdfFont;
  /** The fill of the row. */
  readonly fill?: string;
}

export interface PdfTable {
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly PdfRow[];
  readonly left: number;
  readonly top: number;
  readonly rowHeight: number;
  readonly textSize: number;
  readonly headings: 'shown' | 'hidden';
}

const HEADING_COLOR = '#20405a';
const CELL_PADDING = 3;
/** The space between a number and the following text, so that they do not look like one value. */
const PADDING_AFTER_NUMBER = 11;

/**
 * Draws a table at a fixed place, tagged cell by cell for screen readers. The caller ensures that the rows fit on the
 * page.
 * @returns the y below its last row
 */
export function drawTable(pages: PdfPages, parent: PDFKit.PDFStructureElement, table: PdfTable): number {
  const { document } = pages;
  const element = document.struct('Table');
  parent.add(element);
  let y = table.top;
  if (table.headings === 'shown') {
    const width = table.columns.reduce((sum, column) => sum + column.width, 0);
    pages.fill(table.left, y, width, table.rowHeight, HEADING_COLOR);
    drawRow(
      pages,
      element,
      table,
      y,
      { cells: table.columns.map(({ heading }) => heading), font: 'bold' },
      'TH',
    );
    y += table.rowHeight;
  }
  for (const row of table.rows) {
    drawRow(pages, element, table, y, row, 'TD');
    y += table.rowHeight;
  }
  element.end();
  return y;
}

function drawRow(
  pages: PdfPages,
  parent: PDFKit.PDFStructureElement,
  { columns, left, rowHeight, textSize }: PdfTable,
  y: number,
  row: PdfRow,
  tag: 'TH' | 'TD',
): void {
  const { document } = pages;
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  if (row.fill !== undefined) pages.fill(left, y, width, rowHeight, row.fill);
  if (tag === 'TD') pages.rule([left, y + rowHeight], [left + width, y + rowHeight]);
  const line = document.struct('TR');
  parent.add(line);
  let x = left;
  for (const [index, column] of columns.entries()) {
    const follows = column.align === 'left' && columns[index - 1]?.align === 'right';
    const padding = follows ? PADDING_AFTER_NUMBER : CELL_PADDING;
    const box = {
      x: x + padding,
      y: y + (rowHeight - textSize) / 2 - 1,
      width: column.width - padding - CELL_PADDING,
      size: textSize,
      align: column.align,
      ...(row.font === undefined ? {} : { font: row.font }),
      ...(tag === 'TH' ? { color: '#ffffff' } : {}),
    };
    line.add(document.struct(tag, {}, () => pages.text(row.cells[index] ?? '', box)));
    x += column.width;
  }
  line.end();
}

import type { FontWeight } from './fontFiles.js';
import { PAGE, PdfPages } from './pdfDocument.js';
import type { PdfFonts } from './pdfFonts.js';
import type { UnprintedText } from './unprintedText.js';

export interface PdfColumn {
  readonly heading: string;
  /** In points. */
  readonly width: number;
  readonly align: 'left' | 'right';
}

export interface PdfRow {
  readonly cells: readonly string[];
  readonly font?: FontWeight;
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

/** A table under a heading, with lines of text before it. */
export interface RegisterSection {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly string[])[];
  /** The last row, in bold. */
  readonly total?: readonly string[];
}

interface Register {
  readonly title: string;
  readonly subtitle: string;
  readonly language: string;
  /** `YYYY-MM-DD`, the creation date in the file. */
  readonly date: string;
  readonly sections: readonly RegisterSection[];
}

const LEFT = PAGE.margin;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const LINE = 12;
const LINE_TEXT_SIZE = 8;
const TABLE = { rowHeight: 13, textSize: 7.5 } as const;
const BOTTOM = PAGE.height - PAGE.margin;

/**
 * Draws tables on as many pages as they need. The same register gives the same bytes on the same machine.
 * @returns the file, and the sections with characters that no font has
 */
export async function renderRegisterPdf(
  register: Register,
  fonts: PdfFonts,
): Promise<{ bytes: Uint8Array; unprinted: readonly UnprintedText[] }> {
  const { title, subtitle, language, date, sections } = register;
  const pages = await PdfPages.open({ title, language, date }, fonts);
  const root = pages.document.struct('Document');
  pages.document.addStructure(root);
  let page = 0;
  const beginPage = () => {
    pages.addPage();
    page += 1;
    return { title, subtitle, page: String(page) };
  };
  for (const section of sections) drawSection(pages, root, section, beginPage);
  root.end();
  const unprinted = sections.flatMap(({ heading, lines, rows }) => {
    const missing = fonts.missing([subtitle, heading, ...lines, ...rows.flat()].join('\n'));
    return missing === undefined ? [] : [{ who: heading, ...missing }];
  });
  return { bytes: pages.end(), unprinted };
}

/** Lines and rows continue on further pages, each with the same headings. */
function drawSection(
  pages: PdfPages,
  root: PDFKit.PDFStructureElement,
  { heading, lines, columns, rows, total }: RegisterSection,
  addPage: () => Pick<Register, 'title' | 'subtitle'> & { readonly page: string },
): void {
  const section = pages.document.struct('Sect');
  root.add(section);
  const draw = (tag: 'H1' | 'H2' | 'P', texts: readonly string[], y: number, size: number) => {
    const box = { x: LEFT, width: WIDTH, size, ...(tag === 'P' ? {} : { font: 'bold' as const }) };
    section.add(
      pages.document.struct(tag, {}, () => {
        for (const [index, text] of texts.entries()) pages.text(text, { ...box, y: y + index * LINE });
      }),
    );
  };
  const beginPage = (): number => {
    const { title, subtitle, page } = addPage();
    draw('H1', [title], 34, 14);
    const number = { x: LEFT, y: 38, width: WIDTH, size: 8.5, align: 'right' } as const;
    section.add(pages.document.struct('P', {}, () => pages.text(page, number)));
    draw('P', [subtitle], 53, 8.5);
    draw('H2', [heading], 72, 11);
    return 90;
  };
  let y = beginPage();
  for (const line of lines) {
    const parts = pages.wrapped(line, WIDTH, LINE_TEXT_SIZE);
    if (y + parts.length * LINE > BOTTOM) y = beginPage();
    draw('P', parts, y, LINE_TEXT_SIZE);
    y += parts.length * LINE;
  }
  y += 4;
  const all = rows.map((cells): PdfRow => ({ cells }));
  if (total !== undefined && rows.length > 0) all.push({ cells: total, font: 'bold' });
  for (let at = 0; at < all.length; ) {
    const count = Math.floor((BOTTOM - y) / TABLE.rowHeight) - 1;
    const some = all.slice(at, at + Math.max(0, count));
    if (some.length > 0)
      drawTable(pages, section, { columns, rows: some, left: LEFT, top: y, ...TABLE, headings: 'shown' });
    at += some.length;
    if (at < all.length) y = beginPage() + 4;
  }
  section.end();
}

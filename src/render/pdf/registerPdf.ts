import { PAGE, PdfPages } from './pdfDocument.js';
import { drawTable, type PdfColumn } from './pdfTable.js';

/** A table under a heading, with lines of text before it. */
export interface RegisterSection {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly string[])[];
}

interface Register {
  readonly title: string;
  readonly subtitle: string;
  readonly language: string;
  /** `YYYY-MM-DD`, which stands as the day it was made. */
  readonly date: string;
  readonly sections: readonly RegisterSection[];
}

const LEFT = PAGE.margin;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const LINE = 12;
const LINE_TEXT_SIZE = 8;
const TABLE = { rowHeight: 13, textSize: 7.5 } as const;
const BOTTOM = PAGE.height - PAGE.margin;

/** Draws tables on as many pages as they need. The same register gives the same bytes. */
export async function renderRegisterPdf(register: Register): Promise<Uint8Array> {
  const { title, subtitle, language, date, sections } = register;
  const pages = await PdfPages.open({ title, language, date });
  const root = pages.document.struct('Document');
  pages.document.addStructure(root);
  for (const section of sections) drawSection(pages, root, section, { title, subtitle });
  root.end();
  return Buffer.concat([...pages.ready(), ...pages.end()]);
}

/** Lines and rows go on on further pages, each under the same headings. */
function drawSection(
  pages: PdfPages,
  root: PDFKit.PDFStructureElement,
  { heading, lines, columns, rows }: RegisterSection,
  { title, subtitle }: Pick<Register, 'title' | 'subtitle'>,
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
    pages.addPage();
    draw('H1', [title], 34, 14);
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
  for (let at = 0; at < rows.length; ) {
    const count = Math.floor((BOTTOM - y) / TABLE.rowHeight) - 1;
    const cells = rows.slice(at, at + Math.max(0, count));
    if (cells.length > 0)
      drawTable(pages, section, {
        ...{ columns, rows: cells.map((each) => ({ cells: each })), left: LEFT, top: y },
        ...{ ...TABLE, headings: 'shown' },
      });
    at += cells.length;
    if (at < rows.length) y = beginPage() + 4;
  }
  section.end();
}

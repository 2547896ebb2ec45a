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
  /** `YYYY-MM-DD`, the creation date in the file. */
  readonly date: string;
  readonly sections: readonly RegisterSection[];
}

const LEFT = PAGE.margin;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const LINE = 12;
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

/** The rows of a section continue on further pages, under the same headings. */
function drawSection(
  pages: PdfPages,
  root: PDFKit.PDFStructureElement,
  { heading, lines, columns, rows }: RegisterSection,
  { title, subtitle }: Pick<Register, 'title' | 'subtitle'>,
): void {
  const section = pages.document.struct('Sect');
  root.add(section);
  const draw = (tag: 'H1' | 'H2' | 'P', text: string, y: number, size: number) => {
    const box = { x: LEFT, y, width: WIDTH, size, ...(tag === 'P' ? {} : { font: 'bold' as const }) };
    section.add(pages.document.struct(tag, {}, () => pages.text(text, box)));
  };
  for (let at = 0; at === 0 || at < rows.length; ) {
    pages.addPage();
    draw('H1', title, 34, 14);
    draw('P', subtitle, 53, 8.5);
    draw('H2', heading, 72, 11);
    const shown = at === 0 ? lines : [];
    for (const [index, line] of shown.entries()) draw('P', line, 90 + index * LINE, 8);
    const top = 94 + shown.length * LINE;
    const count = Math.max(1, Math.floor((BOTTOM - top) / TABLE.rowHeight) - 1);
    const chunk = rows.slice(at, at + count);
    if (chunk.length > 0)
      drawTable(pages, section, {
        ...{ columns, rows: chunk.map((cells) => ({ cells })), left: LEFT, top },
        ...{ ...TABLE, headings: 'shown' },
      });
    at += count;
  }
  section.end();
}

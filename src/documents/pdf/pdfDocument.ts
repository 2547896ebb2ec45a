import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PaytallyError } from '../../errors.js';
import { visualRuns } from './visualText.js';

/** What a document says of itself. */
export interface PdfFacts {
  readonly title: string;
  readonly language: string;
  /** `YYYY-MM-DD`, which stands as the day it was made: no byte depends on the clock. */
  readonly date: string;
}

export type PdfFont = 'regular' | 'bold';

/** A box for one line of text; measures in points from the top left of the page. */
export interface TextBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly font?: PdfFont;
  readonly align?: 'left' | 'right';
  readonly color?: string;
}

export const PAGE = { width: 595.28, height: 841.89, margin: 36 } as const;

const FONT_FILES: Readonly<Record<PdfFont, string>> = {
  regular: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
};

/** @throws PaytallyError RENDER_REFUSED where the package with the fonts is not installed */
export function fontFolder(
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): string {
  try {
    return join(dirname(resolve('dejavu-fonts-ttf/package.json')), 'ttf');
  } catch (cause) {
    throw new PaytallyError(
      'RENDER_REFUSED',
      'A PDF needs the package dejavu-fonts-ttf, which is not installed.',
      {
        record: 'dejavu-fonts-ttf',
        remedy: 'Install paytally again with its dependencies: npm ci, or npm install paytally.',
        cause,
      },
    );
  }
}

/** Of pdfkit, and not in its types: for every page, which structure element each piece of its content belongs to. */
interface StructureOfPages {
  readonly page: { readonly dictionary: { readonly data: { readonly StructParents?: number } } };
  getStructParentTree(): { get(key: number): unknown; add(key: number, value: unknown): unknown };
}

/** What a page says of its structure elements, as it will stand in the file. */
class WrittenReferences {
  readonly #text: string;

  constructor(references: readonly unknown[]) {
    this.#text = `[${references.join(' ')}]`;
  }

  /** pdfkit would lay out a plain object as a dictionary; anything else it writes as its text. */
  get [Symbol.toStringTag](): string {
    return 'WrittenReferences';
  }

  toString(): string {
    return this.#text;
  }
}

/** A tagged A4 document with its own fonts, which have Latin, Greek, Cyrillic, Arabic and Hebrew letters. */
export class PdfPages {
  readonly document: PDFKit.PDFDocument;
  /** Keys of pages whose structure elements are still held. */
  readonly #open = new Set<number>();

  static async open({ title, language, date }: PdfFacts): Promise<PdfPages> {
    // Loaded when needed: the library takes 25 MB.
    const { default: PDFDocument } = await import('pdfkit');
    const made = new Date(`${date}T00:00:00Z`);
    const document = new PDFDocument({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      lang: language,
      displayTitle: true,
      info: { Title: title, Creator: 'paytally', Producer: 'paytally', CreationDate: made, ModDate: made },
    });
    return new PdfPages(document);
  }

  private constructor(document: PDFKit.PDFDocument) {
    this.document = document;
    const folder = fontFolder();
    for (const [font, file] of Object.entries(FONT_FILES)) document.registerFont(font, join(folder, file));
  }

  addPage(): void {
    this.document.addPage({ size: 'A4', margin: 0 });
  }

  /** Draws one line; text that is wider than its box is drawn in smaller letters, never cut. */
  text(text: string, box: TextBox): void {
    this.#noteStructure();
    if (text === '') return;
    const { document } = this;
    document.font(box.font ?? 'regular').fillColor(box.color ?? '#1b2733');
    const size = this.#fittingSize(text, box);
    document.fontSize(size);
    const runs = visualRuns(text);
    const widths = runs.map((run) => document.widthOfString(run.text));
    const total = widths.reduce((sum, width) => sum + width, 0);
    let x = box.align === 'right' ? box.x + box.width - total : box.x;
    // Smaller letters stand on the same line as the others.
    const y = box.y + (box.size - size) * 0.93;
    for (const [index, run] of runs.entries()) {
      document.text(run.text, x, y, { lineBreak: false });
      x += widths[index] ?? 0;
    }
  }

  rule(from: readonly [number, number], to: readonly [number, number], color = '#b8c2cb'): void {
    this.document
      .lineWidth(0.6)
      .strokeColor(color)
      .moveTo(...from)
      .lineTo(...to)
      .stroke();
  }

  fill(x: number, y: number, width: number, height: number, color: string): void {
    this.document.rect(x, y, width, height).fill(color);
  }

  /**
   * Lets go of the structure elements of the pages so far, which have all ended: pdfkit holds each until the document
   * ends, some hundred a page.
   */
  settle(): void {
    const structure = this.document as unknown as StructureOfPages;
    const tree = structure.getStructParentTree();
    for (const key of this.#open) {
      const references = tree.get(key);
      if (Array.isArray(references)) tree.add(key, new WrittenReferences(references));
    }
    this.#open.clear();
  }

  /** The bytes that are ready; the rest stays until later. */
  *ready(): Generator<Uint8Array> {
    for (let chunk = this.document.read(); chunk !== null; chunk = this.document.read()) yield chunk;
  }

  #noteStructure(): void {
    const { page } = this.document as unknown as StructureOfPages;
    const key = page.dictionary.data.StructParents;
    if (key !== undefined) this.#open.add(key);
  }

  #fittingSize(text: string, { size, width }: TextBox): number {
    const wanted = this.document.fontSize(size).widthOfString(text);
    return wanted <= width ? size : (size * width) / wanted;
  }
}

import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';
import { languageTag } from '../../i18n/language.js';
import type { FontWeight } from './fontFiles.js';
import type { FontRun, PdfFonts } from './pdfFonts.js';

/** The metadata of a document. */
export interface PdfFacts {
  readonly title: string;
  readonly language: string;
  /** `YYYY-MM-DD`, the creation date in the file, so that no byte depends on the clock. */
  readonly date: string;
}

/** A box for one line of text; measures in points from the top left of the page. */
export interface TextBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly font?: FontWeight;
  readonly align?: 'left' | 'right';
  readonly color?: string;
}

export const PAGE = { width: 595.28, height: 841.89, margin: 36 } as const;

/** A tagged A4 document with embedded fonts for the letters in it. */
export class PdfPages {
  readonly document: PDFKit.PDFDocument;
  readonly #fonts: PdfFonts;
  readonly #used = new Set<string>();

  static async open({ title, language, date }: PdfFacts, fonts: PdfFonts): Promise<PdfPages> {
    // Loaded when needed: the library takes 25 MB.
    const { default: PDFDocument } = await import('pdfkit');
    const made = new Date(`${date}T00:00:00Z`);
    const document = new PDFDocument({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      lang: languageTag(language),
      displayTitle: true,
      info: { Title: title, Creator: 'paytally', Producer: 'paytally', CreationDate: made, ModDate: made },
    });
    return new PdfPages(document, fonts);
  }

  private constructor(document: PDFKit.PDFDocument, fonts: PdfFonts) {
    this.document = document;
    this.#fonts = fonts;
  }

  addPage(): void {
    this.document.addPage({ size: 'A4', margin: 0 });
  }

  /** Draws one line; text that is wider than its box is drawn in smaller letters, never cut. */
  text(text: string, box: TextBox): void {
    if (text === '') return;
    const font = box.font ?? 'regular';
    this.document.fillColor(box.color ?? '#1b2733');
    const runs = visualRuns(text).flatMap((run) => this.#fonts.runs(run.text, font));
    const wanted = this.#width(runs, box.size);
    const size = wanted <= box.width ? box.size : (box.size * box.width) / wanted;
    let x = box.align === 'right' ? box.x + box.width - this.#width(runs, size) : box.x;
    // Smaller text has the same baseline.
    const y = box.y + (box.size - size) * 0.93;
    for (const run of runs) {
      this.#draw(run, x, y, size, font);
      x += this.#width([run], size);
    }
  }

  /** All fonts have the baseline of the built-in one. A reader that copies the text gets it as it is written. */
  #draw(run: FontRun, x: number, y: number, size: number, font: FontWeight): void {
    const { document } = this;
    this.#use(run, size);
    if (!run.isFound) {
      document.text(run.text, x, y, { lineBreak: false });
      return;
    }
    const { ascent, unitsPerEm } = this.#fonts.builtIn[font];
    const baseline = (-ascent / unitsPerEm) * size;
    drawWithActualText(document, run.text, () =>
      document.text(endedText(run), x, y, { lineBreak: false, baseline }),
    );
  }

  #use({ key, font }: FontRun, size: number): void {
    const { document } = this;
    if (!this.#used.has(key)) {
      // The types know files alone, but pdfkit takes an open font as well.
      document.registerFont(key, font as unknown as Buffer);
      this.#used.add(key);
    }
    document.font(key).fontSize(size);
  }

  #width(runs: readonly FontRun[], size: number): number {
    return runs.reduce((sum, run) => {
      this.#use(run, size);
      return sum + this.document.widthOfString(run.text);
    }, 0);
  }

  /** The text in lines that are no wider, broken between words. @param width in points */
  wrapped(text: string, width: number, size: number): string[] {
    const fits = (line: string) => this.#width(this.#fonts.runs(line, 'regular'), size) <= width;
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1) ?? ''} ${word}`;
      if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
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

  /** The bytes since the last call; empty if there are none. */
  ready(): Uint8Array {
    const parts: Uint8Array[] = [];
    // One call returns all of them on Node.js 20, and a single one on later versions.
    for (let part = this.document.read(); part !== null; part = this.document.read()) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Ends the document. @returns the remaining bytes */
  end(): Uint8Array {
    this.document.end();
    return this.ready();
  }
}

/** The method of pdfkit that adds operators to the page, which is not in its types. */
interface Operators {
  addContent(operators: string): unknown;
}

/**
 * Draws text that readers copy as `actual`, whatever the order of its glyphs. The mark stands between the text operators
 * themselves: pdfkit turns the page upside down around them, and readers would look for the text in the wrong place.
 */
function drawWithActualText(document: PDFKit.PDFDocument, actual: string, draw: () => void): void {
  const page = document as unknown as Operators;
  const add = page.addContent;
  const text = Buffer.from(`\ufeff${actual}`, 'utf16le').swap16().toString('hex');
  page.addContent = (operators) => {
    if (operators === 'BT') add.call(page, `/Span <</ActualText <${text}>>> BDC`);
    add.call(page, operators);
    return operators === 'ET' ? add.call(page, 'EMC') : page;
  };
  try {
    draw();
  } finally {
    page.addContent = add;
  }
}

const ZERO_WIDTH = '\u200c';

/**
 * A reader takes the place of the last glyph for the end of the text, and a mark stands before it: then a glyph without
 * width follows.
 */
function endedText({ text, font }: FontRun): string {
  return /\p{M}$/u.test(text) && font.hasGlyphForCodePoint(0x200c) ? `${text}${ZERO_WIDTH}` : text;
}

/** Characters that are drawn one after the other, from left to right on the page. */
export interface VisualRun {
  readonly text: string;
  /** Whether the font has to set the run from right to left. */
  readonly isRightToLeft: boolean;
}

// The package has types of a module that it does not ship as one.
const makeBidi: () => Bidi = createRequire(import.meta.url)('bidi-js');
const bidi = makeBidi();
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * A line in visual order, by the Unicode bidirectional algorithm. Fonts reverse Arabic and Hebrew letters themselves;
 * digits and Latin letters between them remain unchanged, and marks such as brackets are mirrored.
 */
export function visualRuns(text: string): readonly VisualRun[] {
  const { levels } = bidi.getEmbeddingLevels(text, 'auto');
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  const runs: (VisualRun & { level: number })[] = [];
  for (let index = 0; index < text.length; ) {
    const level = levels[index] ?? 0;
    let end = index;
    let run = '';
    while (end < text.length && (levels[end] ?? 0) === level) {
      run += mirrored.get(end) ?? text[end];
      end += 1;
    }
    runs.push(...splitRun(run, level));
    index = end;
  }
  return reorderRuns(runs);
}

/** Word by word: the font reverses the letters of a word, not the words of a line. */
function splitRun(run: string, level: number): (VisualRun & { level: number })[] {
  if (level % 2 === 0) return [{ text: run, isRightToLeft: false, level }];
  return run.split(/( +)/).flatMap((word) => {
    if (word === '') return [];
    if (RIGHT_TO_LEFT.test(word)) return { text: word, isRightToLeft: true, level };
    return { text: [...word].reverse().join(''), isRightToLeft: false, level };
  });
}

/** From the highest level down to the lowest odd one, runs of at least that level are reversed. */
function reorderRuns(runs: (VisualRun & { level: number })[]): VisualRun[] {
  const levels = runs.map(({ level }) => level);
  const lowest = Math.min(...levels.filter((level) => level % 2 === 1), Number.POSITIVE_INFINITY);
  for (let level = Math.max(...levels, 0); level >= lowest; level -= 1) {
    for (let start = 0; start < runs.length; start += 1) {
      let end = start;
      while (end < runs.length && (runs[end]?.level ?? -1) >= level) end += 1;
      if (end > start) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  }
  return runs;
}

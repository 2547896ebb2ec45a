import { Buffer } from 'node:buffer';

/**
 * Internals of pdfkit that are not in its types: the memory that a document of thousands of pages has to release, and
 * how it ends. The dependency is pinned to one version, because others may differ.
 */
interface PdfkitInternals {
  readonly page: { readonly dictionary: PageDictionary };
  /** For every page, the structure element of each marked content. */
  getStructParentTree(): { get(key: number): unknown; add(key: number, value: unknown): unknown };
  /** The font in use. */
  readonly _font: { layoutCache?: object } | null;
  /** The file offset of each object. */
  _offsets: Iterable<number> & { readonly length: number };
  /** A string is a line with one byte per character. */
  _write(data: string | Uint8Array): void;
  /** Writes the cross-reference table and the trailer. */
  _finalize(): void;
  /** Adds operators to the page. */
  addContent(operators: string): unknown;
}

export interface PageDictionary {
  data: { readonly StructParents?: number };
}

export function accessInternals(document: PDFKit.PDFDocument): PdfkitInternals {
  return document as unknown as PdfkitInternals;
}

/**
 * Draws text that readers copy as `actual`, whatever the order of its glyphs. The mark stands between the text operators
 * themselves: pdfkit turns the page upside down around them, and readers would look for the text in the wrong place.
 */
export function drawWithActualText(document: PDFKit.PDFDocument, actual: string, draw: () => void): void {
  const inside = accessInternals(document);
  const add = inside.addContent;
  const text = Buffer.from(`\ufeff${actual}`, 'utf16le').swap16().toString('hex');
  inside.addContent = (operators) => {
    if (operators === 'BT') add.call(inside, `/Span <</ActualText <${text}>>> BDC`);
    add.call(inside, operators);
    return operators === 'ET' ? add.call(inside, 'EMC') : inside;
  };
  try {
    draw();
  } finally {
    inside.addContent = add;
  }
}

const PIECE_BYTES = 2 ** 16;

/**
 * A buffer that takes parts of any size and returns chunks of one size: a document of thousands of pages ends with a
 * million parts of 20 bytes, which would need ten times the memory if each was kept separately.
 */
export class ChunkedBytes {
  #full: Uint8Array[] = [];
  #open = new Uint8Array(PIECE_BYTES);
  #used = 0;

  add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + PIECE_BYTES - this.#used);
      this.#open.set(part, this.#used);
      this.#used += part.length;
      from += part.length;
      if (this.#used === PIECE_BYTES) this.#begin();
    }
  }

  /** Removes and returns the full chunks. */
  *taken(): Generator<Uint8Array> {
    for (let piece = this.#full.shift(); piece !== undefined; piece = this.#full.shift()) yield piece;
  }

  /** The rest. */
  *rest(): Generator<Uint8Array> {
    if (this.#used > 0) this.#begin();
    yield* this.taken();
  }

  #begin(): void {
    this.#full.push(this.#open.subarray(0, this.#used));
    this.#open = new Uint8Array(PIECE_BYTES);
    this.#used = 0;
  }
}

/** pdfkit writes only single-byte characters. */
const MARK = '\uE000';

/**
 * The structure elements of completed pages: four bytes each until the file ends, then text for one page at a time.
 * pdfkit would keep the elements, and finally write all of them as one string.
 */
export class ArchivedReferences {
  readonly #ids: Uint32Array[] = [];

  /** @param references of a page, from pdfkit; undefined if their type is unexpected */
  standIn(references: readonly unknown[]): object | undefined {
    const ids = references.flatMap((reference) => parseReferenceId(reference) ?? []);
    if (ids.length !== references.length) return undefined;
    const place = this.#ids.push(Uint32Array.from(ids)) - 1;
    return new Placeholder(`${MARK}${place}${MARK}`);
  }

  /** From now on the document writes the references in place of the placeholders. */
  writeThrough(inside: PdfkitInternals): void {
    const write = inside._write.bind(inside);
    inside._write = (data) => {
      if (typeof data !== 'string' || !data.includes(MARK)) return write(data);
      for (const [index, part] of data.split(MARK).entries())
        write(Buffer.from(index % 2 === 0 ? part : this.#textOf(Number(part)), 'latin1'));
      write('');
    };
  }

  #textOf(place: number): string {
    return `[${Array.from(this.#ids[place] ?? [], (id) => `${id} 0 R`).join(' ')}]`;
  }
}

class Placeholder {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** pdfkit would write a plain object as a dictionary, and everything else as its string. */
  get [Symbol.toStringTag](): string {
    return 'StandIn';
  }

  toString(): string {
    return this.#text;
  }
}

function parseReferenceId(reference: unknown): number | undefined {
  const [, id] = /^(\d+) 0 R$/.exec(String(reference)) ?? [];
  return id === undefined ? undefined : Number(id);
}

const LINES_IN_A_PIECE = 4_000;
const TRAILER = 'trailer\n';

/**
 * Ends a document. pdfkit writes the whole cross-reference table in one step, about forty megabytes for thousands of
 * pages; here its lines are generated on demand.
 * @param bytes where the document writes to
 */
export function* writeDocumentEnd(
  inside: PdfkitInternals,
  end: () => void,
  bytes: ChunkedBytes,
): Generator<Uint8Array> {
  const finish = inside._finalize.bind(inside);
  let isEnding = false;
  inside._finalize = () => {
    isEnding = true;
  };
  end();
  if (!isEnding) throw new Error('the document waits for something before it ends');
  yield* bytes.rest();
  const { _offsets: offsets } = inside;
  inside._offsets = { length: offsets.length, [Symbol.iterator]: () => [].values() };
  finish();
  const around = Buffer.concat([...bytes.rest()]);
  const trailer = around.indexOf(TRAILER);
  yield around.subarray(0, trailer);
  yield* crossReferenceLines(offsets);
  yield around.subarray(trailer);
}

function* crossReferenceLines(offsets: Iterable<number>): Generator<Uint8Array> {
  let lines: string[] = [];
  for (const offset of offsets) {
    lines.push(`${String(offset).padStart(10, '0')} 00000 n \n`);
    if (lines.length < LINES_IN_A_PIECE) continue;
    yield Buffer.from(lines.join(''), 'latin1');
    lines = [];
  }
  if (lines.length > 0) yield Buffer.from(lines.join(''), 'latin1');
}

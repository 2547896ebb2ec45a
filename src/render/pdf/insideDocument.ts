/**
 * Of pdfkit, and not in its types: what a document of thousands of pages has to let go of, and how it ends. The
 * dependency names one version, since another may have it otherwise.
 */
export interface InsideDocument {
  readonly page: { readonly dictionary: PageDictionary };
  /** For every page, which structure element each piece of its content belongs to. */
  getStructParentTree(): { get(key: number): unknown; add(key: number, value: unknown): unknown };
  /** The font in use. */
  readonly _font: { layoutCache?: object } | null;
  /** Where each object begins in the file. */
  _offsets: Iterable<number> & { readonly length: number };
  /** A text is a line, of one byte for each character. */
  _write(data: string | Uint8Array): void;
  /** Writes where each object begins, and the last lines of the file. */
  _finalize(): void;
}

export interface PageDictionary {
  data: { readonly StructParents?: number };
}

export function insideOf(document: PDFKit.PDFDocument): InsideDocument {
  return document as unknown as InsideDocument;
}

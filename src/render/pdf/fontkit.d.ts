/** The parts of fontkit that are used: the library with which pdfkit reads fonts. */
declare module 'fontkit' {
  export interface GlyphRun {
    readonly glyphs: readonly { readonly id: number }[];
    readonly advanceWidth: number;
  }

  export interface Font {
    readonly postscriptName: string | null;
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly 'OS/2'?: { readonly fsType?: { readonly noEmbedding?: boolean } };
    readonly CFF2?: unknown;
    readonly characterSet: readonly number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout: (text: string, ...options: readonly unknown[]) => GlyphRun;
  }

  /** @returns a collection (`fonts`) for a file with several fonts */
  export function create(content: Uint8Array): Font | { readonly fonts: readonly Font[] };
}

/** Glyphs of a text in the order in which they are drawn. */
export interface GlyphRun {
  readonly glyphs: readonly { readonly id: number }[];
  readonly advanceWidth: number;
}

/** A font as fontkit opens it: the parts that are used. */
export interface OpenTypeFont {
  readonly postscriptName: string | null;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly 'OS/2'?: { readonly fsType?: { readonly noEmbedding?: boolean } };
  readonly CFF2?: unknown;
  readonly characterSet: readonly number[];
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout: (text: string, ...options: readonly unknown[]) => GlyphRun;
}

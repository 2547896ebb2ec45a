/** The part of fontkit that is used: the library with which pdfkit reads fonts. */
declare module 'fontkit' {
  type Font = import('./openTypeFont.js').OpenTypeFont;

  /** @returns a collection (`fonts`) for a file with several fonts */
  export function create(content: Uint8Array): Font | { readonly fonts: readonly Font[] };
}

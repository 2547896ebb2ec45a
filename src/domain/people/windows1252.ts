/**
 * Bytes 80 to 9F, where windows-1252 differs from Latin-1. Written out, because TextDecoder of some Node versions takes
 * one for the other and turns € into a control character. The five bytes without a character stand for themselves.
 */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Byte -> character. */
const CHARACTERS: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  return byte >= 0x80 && byte < 0xa0 ? (HIGH[byte - 0x80] ?? '') : String.fromCharCode(byte);
});

const BYTES: ReadonlyMap<string, number> = new Map(CHARACTERS.map((character, byte) => [character, byte]));

export function decodeWindows1252(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += CHARACTERS[byte] ?? '';
  return text;
}

/** The byte of a character; undefined where windows-1252 has none. */
export function windows1252Byte(character: string): number | undefined {
  return BYTES.get(character);
}

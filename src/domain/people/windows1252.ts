import iconv from 'iconv-lite';

/** Byte -> character. The five bytes without a character stand for themselves, so that no byte of a file is lost. */
const CHARACTERS: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const character = iconv.decode(Buffer.of(byte), 'windows-1252');
  return character === '\ufffd' ? String.fromCharCode(byte) : character;
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

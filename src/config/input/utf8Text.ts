/** The text of a file that is UTF-8, without its byte order mark; else what to do about it. */
export function utf8Text(
  bytes: Uint8Array,
): { readonly text: string } | { readonly problem: string; readonly remedy: string } {
  if (bytes.length === 0) return { text: '' };
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const save = 'Save it again as UTF-8 (in Notepad: Save as, Encoding).';
  if (isWide) return { problem: 'is text in UTF-16', remedy: save };
  if (bytes.includes(0)) return { problem: 'is no text file', remedy: 'Name a text file (YAML).' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: 'holds characters that are not UTF-8', remedy: save };
  }
}

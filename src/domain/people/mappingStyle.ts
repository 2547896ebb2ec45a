import iconv from 'iconv-lite';
import { PaytallyError } from '../../errors.js';

/** A hundred thousand people with ten columns take a third of it. */
const MOST_BYTES = 32 * 2 ** 20;

/** How the file was saved; whoever edits it next finds it the same. */
export interface MappingStyle {
  readonly encoding: 'utf-8' | 'windows-1252';
  readonly bom: boolean;
  readonly delimiter: ';' | ',' | '\t';
  readonly newline: '\r\n' | '\n';
}

export const NEW_STYLE: MappingStyle = { encoding: 'utf-8', bom: true, delimiter: ';', newline: '\r\n' };

export interface StyledText {
  readonly text: string;
  readonly style: MappingStyle;
}

/**
 * Text and style of a mapping file, which messages call by its path: UTF-8 (with or without mark), else windows-1252 as older Excel saves it.
 * @throws PaytallyError MAPPING_INVALID for UTF-16 and binary files
 */
export function decodeMapping(bytes: Uint8Array, path?: string): StyledText {
  if (bytes.length > MOST_BYTES) throw tooLarge(path);
  refuseOtherKinds(bytes, path);
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const utf8 = asUtf8(bytes);
  const text = utf8 ?? decodeWindows1252(bytes);
  const encoding = utf8 === undefined ? 'windows-1252' : 'utf-8';
  const newline = /\r?\n/.exec(text)?.[0] === '\n' ? '\n' : '\r\n';
  return { text, style: { encoding, bom, delimiter: delimiterOf(text), newline } };
}

function tooLarge(path: string | undefined): PaytallyError {
  return new PaytallyError(
    'MAPPING_INVALID',
    `${mappingName(path)} is larger than ${MOST_BYTES / 2 ** 20} MiB.`,
    {
      remedy: 'Another file was probably meant: name the one with a line for each employee.',
    },
  );
}

/** @throws PaytallyError MAPPING_INVALID naming what windows-1252 has no character for */
export function encodeMapping({ text, style }: StyledText): Uint8Array {
  if (style.encoding === 'utf-8') return new TextEncoder().encode(style.bom ? `\ufeff${text}` : text);
  const lacking = new Set<string>();
  const bytes = Array.from(text.normalize('NFC'), (character) => {
    const byte = windows1252Byte(character);
    if (byte === undefined) lacking.add(character);
    return byte ?? 0;
  });
  if (lacking.size > 0) {
    throw new PaytallyError(
      'MAPPING_INVALID',
      `The mapping file is saved in windows-1252, which has no character for ${[...lacking].join(' ')}.`,
      { remedy: 'Save it once as "CSV UTF-8" in Excel, then run the command again.' },
    );
  }
  return Uint8Array.from(bytes);
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refuseOtherKinds(bytes: Uint8Array, path: string | undefined): void {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const workbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!utf16 && !workbook && !bytes.includes(0)) return;
  const kind = utf16 ? 'UTF-16 text' : workbook ? 'a workbook' : 'no text';
  throw new PaytallyError('MAPPING_INVALID', `${mappingName(path)} is ${kind}, not a CSV file.`, {
    ...(path === undefined ? {} : { record: path }),
    remedy: 'Open it in Excel and save it as "CSV UTF-8 (comma delimited)".',
  });
}

/** How a message begins. */
export function mappingName(path: string | undefined): string {
  return path === undefined ? 'The mapping file' : `The mapping file ${path}`;
}

/** The one that the heading line has most of: the first line with a word in it. */
function delimiterOf(text: string): MappingStyle['delimiter'] {
  const heading = /^.*[\p{L}\p{N}].*$/mu.exec(text)?.[0] ?? '';
  const counts = ([';', ',', '\t'] as const).map((sign) => ({ sign, count: heading.split(sign).length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.sign ?? ';';
}

/** Byte -> character. The five bytes without a character stand for themselves, so that no byte of a file is lost. */
const CHARACTERS: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const character = iconv.decode(Buffer.of(byte), 'windows-1252');
  return character === '\ufffd' ? String.fromCharCode(byte) : character;
});

const BYTES: ReadonlyMap<string, number> = new Map(CHARACTERS.map((character, byte) => [character, byte]));

function decodeWindows1252(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += CHARACTERS[byte] ?? '';
  return text;
}

/** The byte of a character; undefined where windows-1252 has none. */
function windows1252Byte(character: string): number | undefined {
  return BYTES.get(character);
}

import iconv from 'iconv-lite';
import { PaytallyError } from '../../errors.js';
import { type Message, message, type Text } from '../../i18n/message.js';

/**
 * The most rows, columns and cells of a table that a person supplies: 60,000 people with eight pay codes, and room for
 * more. A table that exceeds them is another file.
 */
export const TABLE_LIMITS = { rows: 500_000, columns: 2_000, cells: 4_000_000 } as const;

/** The limit that a text exceeds as a table, whatever its delimiter; undefined if it can be read. */
export function tableExcess(text: string): keyof typeof TABLE_LIMITS | undefined {
  const most = { rows: 0, columns: 0, cells: 0 };
  let columns = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      if (columns > most.columns) most.columns = columns;
      most.rows += 1;
      most.cells += columns;
      columns = 1;
    } else if (code === COMMA || code === SEMICOLON || code === TAB || code === BAR) columns += 1;
  }
  const excess = { rows: most.rows, columns: Math.max(most.columns, columns), cells: most.cells + columns };
  return (['columns', 'rows', 'cells'] as const).find((kind) => excess[kind] > TABLE_LIMITS[kind]);
}

const [LINE_FEED, CARRIAGE_RETURN, TAB] = [10, 13, 9];
const [COMMA, SEMICOLON, BAR] = [44, 59, 124];

/** How the file was saved, so that an edit can save it in the same way. */
export interface CsvStyle {
  readonly encoding: 'utf-8' | 'windows-1252';
  readonly bom: boolean;
  readonly delimiter: ';' | ',' | '\t';
  readonly newline: '\r\n' | '\n';
}

export const NEW_STYLE: CsvStyle = { encoding: 'utf-8', bom: true, delimiter: ';', newline: '\r\n' };

const REFUSALS = {
  mapping: 'MAPPING_INVALID',
  absences: 'ABSENCES_INVALID',
  holidays: 'HOLIDAYS_INVALID',
  recipients: 'MAPPING_INVALID',
} as const;

/** The text of a CSV file, and how it was saved. */
export interface StyledText {
  readonly text: string;
  readonly style: CsvStyle;
}

/**
 * Text and style of a CSV file that a person supplies, which messages identify by its kind and path: UTF-8 (with or
 * without mark), otherwise windows-1252 as older Excel saves it.
 * @throws PaytallyError of the kind for UTF-16 and binary files, and for tables that are far too large
 */
export function decodeCsv(bytes: Uint8Array, path: string, kind: keyof typeof REFUSALS): StyledText {
  const found = otherKind(bytes);
  if (found !== undefined) throw refused(message('csv.notCsv', { kind, path, found }), kind, path);
  const decoded = decodeText(bytes);
  const excess = tableExcess(decoded.text);
  if (excess === undefined) return decoded;
  throw refused(message('csv.tooMany', { kind, path, what: excess, most: TABLE_LIMITS[excess] }), kind, path);
}

/** Text and style of any file with CSV. */
export function decodeText(bytes: Uint8Array): StyledText {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const utf8 = asUtf8(bytes);
  const text = utf8 ?? decodeWindows1252(bytes);
  const encoding = utf8 === undefined ? 'windows-1252' : 'utf-8';
  const newline = /\r?\n/.exec(text)?.[0] === '\n' ? '\n' : '\r\n';
  return { text, style: { encoding, bom, delimiter: delimiterOf(text), newline } };
}

function refused(text: Message, kind: keyof typeof REFUSALS, path: string): PaytallyError {
  return new PaytallyError(REFUSALS[kind], text, { record: path });
}

/** @throws PaytallyError MAPPING_INVALID with the characters that windows-1252 lacks */
export function encodeCsv({ text, style }: StyledText): Uint8Array {
  if (style.encoding === 'utf-8') return new TextEncoder().encode(style.bom ? `\ufeff${text}` : text);
  const lacking = new Set<string>();
  const bytes = Array.from(text.normalize('NFC'), (character) => {
    const byte = windows1252Byte(character);
    if (byte === undefined) lacking.add(character);
    return byte ?? 0;
  });
  if (lacking.size > 0) {
    const characters = [...lacking].join(' ');
    throw new PaytallyError('MAPPING_INVALID', message('csv.noCharacter', { characters }));
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

/** The kind of a file that is not a CSV file. */
function otherKind(bytes: Uint8Array): 'utf16' | 'workbook' | 'binary' | undefined {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 'utf16';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'workbook';
  return bytes.includes(0) ? 'binary' : undefined;
}

/** The most frequent delimiter of the heading line, which is the first line with a word. */
function delimiterOf(text: string): CsvStyle['delimiter'] {
  const heading = /^.*[\p{L}\p{N}].*$/mu.exec(text)?.[0] ?? '';
  const counts = ([';', ',', '\t'] as const).map((sign) => ({ sign, count: heading.split(sign).length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.sign ?? ';';
}

/** Byte -> character. The five bytes without a character map to the same code, so that no byte of a file is lost. */
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

/** The byte of a character; undefined if windows-1252 has none. */
function windows1252Byte(character: string): number | undefined {
  return BYTES.get(character);
}

/** `employees.csv:3: the problem`. */
export function lineProblem(path: string, line: number, problem: Text): Message {
  return message('csv.problem', { path, line, problem });
}

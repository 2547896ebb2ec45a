import { encodeCsv } from '../csv/csvText.js';
import {
  decodeMapping,
  type MappingHeader,
  type MappingRecord,
  parseMappingHeader,
  parseMappingRecords,
} from './mappingText.js';
import { applyEdits, recordEdits } from './syncMapping.js';

/**
 * The mapping file with whole numbers in one of its further columns, which is added if it lacks it. All other bytes, the
 * encoding and the delimiter are unchanged.
 * @param numbers by the line of the file
 * @throws PaytallyError MAPPING_INVALID
 */
export function setColumnNumbers(
  bytes: Uint8Array,
  column: string,
  numbers: ReadonlyMap<number, number>,
  path: string,
): Uint8Array {
  const { text, style } = decodeMapping(bytes, path);
  const [first, ...records] = parseMappingRecords(text, style.delimiter);
  if (first === undefined) return bytes;
  const header = parseMappingHeader(first, []);
  const known = placeOf(header, column);
  const place = known ?? header.width;
  const heading = known === undefined ? { at: first.end, text: style.delimiter + column } : undefined;
  // A negative number is no formula, so no cell gets an apostrophe.
  const edits = records.flatMap((record: MappingRecord) => {
    const number = numbers.get(record.line);
    if (number === undefined) return [];
    const cell = record.cells[place];
    if (cell !== undefined) return [{ at: cell.start, end: cell.end, text: String(number) }];
    const [edit] = recordEdits(record, new Map([[place, '']]), style);
    return edit === undefined ? [] : [{ ...edit, text: edit.text + String(number) }];
  });
  return encodeCsv({ text: applyEdits(text, edits, heading), style });
}

function placeOf({ extra }: MappingHeader, column: string): number | undefined {
  return [...extra].find(([, name]) => name === column)?.[0];
}

/** Minutes as a list of balances writes them: `330`, `-120` or `+5:30`; undefined for anything else. */
export function parseSignedMinutes(text: string): number | undefined {
  const plain = text.trim().replace(/^[−–]/, '-');
  const [, sign = '', whole, hours, minutes] = /^([+-]?)(?:(\d{1,6})|(\d{1,4}):([0-5]\d))$/.exec(plain) ?? [];
  if (whole === undefined && hours === undefined) return undefined;
  const amount = whole === undefined ? Number(hours) * 60 + Number(minutes) : Number(whole);
  return (sign === '-' ? -amount : amount) + 0;
}

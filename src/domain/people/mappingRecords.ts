/** A field and where it stands in the text, quotes included. */
export interface MappingCell {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** One record, read after RFC 4180; the places let an edit leave everything else as it is. */
export interface MappingRecord {
  /** 1 for the first line of the file. */
  readonly line: number;
  readonly cells: readonly MappingCell[];
  /** Where the record ends, before its line break. */
  readonly end: number;
  /** A quote that is not closed, or text after one. */
  readonly malformed: boolean;
}

/** All records of a text that are not blank. */
export function mappingRecords(text: string, delimiter: string): MappingRecord[] {
  const records: MappingRecord[] = [];
  let line = 1;
  for (let position = 0; position < text.length; ) {
    const record = recordAt(text, position, delimiter, line);
    if (record.cells.some((cell) => cell.value.trim() !== '')) records.push(record);
    const next = afterBreak(text, record.end);
    line += text.slice(position, next).split(/\r\n|\n|\r/).length - 1;
    position = next;
  }
  return records;
}

function recordAt(text: string, start: number, delimiter: string, line: number): MappingRecord {
  const cells: MappingCell[] = [];
  let malformed = false;
  for (let position = start; ; position++) {
    const cell = cellAt(text, position, delimiter);
    cells.push(cell);
    malformed ||= cell.malformed;
    position = cell.end;
    if (text[position] !== delimiter) return { line, cells, end: position, malformed };
  }
}

function cellAt(text: string, start: number, delimiter: string): MappingCell & { malformed: boolean } {
  let position = start;
  while (text[position] === ' ') position++;
  if (text[position] === '"') return quotedCell(text, start, position, delimiter);
  const end = endOfCell(text, start, delimiter);
  return { value: text.slice(start, end), start, end, malformed: false };
}

function quotedCell(
  text: string,
  start: number,
  quote: number,
  delimiter: string,
): MappingCell & { malformed: boolean } {
  let value = '';
  let position = quote + 1;
  for (;;) {
    const next = text.indexOf('"', position);
    if (next < 0) return { value: value + text.slice(position), start, end: text.length, malformed: true };
    value += text.slice(position, next);
    position = next + 1;
    if (text[position] !== '"') break;
    value += '"';
    position++;
  }
  const end = endOfCell(text, position, delimiter);
  const rest = text.slice(position, end);
  return { value: value + rest.trimEnd(), start, end, malformed: rest.trim() !== '' };
}

function endOfCell(text: string, start: number, delimiter: string): number {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}

function afterBreak(text: string, end: number): number {
  return text.startsWith('\r\n', end) ? end + 2 : end + 1;
}

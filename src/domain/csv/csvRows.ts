import { CsvError, type InfoRecord, type Options, parse } from 'csv-parse/sync';

/** A record of a CSV file. */
export interface CsvRow {
  /** Its first and its last line; 1 for the first of the file. */
  readonly line: number;
  readonly lastLine: number;
  readonly cells: readonly string[];
  /** A quote that is not closed, or text after one: the only cell is the line as it is. */
  readonly malformed: boolean;
}

/** Records may have any number of fields, and a quote within a field is a character of it. */
const FORM: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
};

/** Spaces around fields: files that people edit have them around quotes too. `kept` reads what a program has written. */
const SPACES: Readonly<Record<'trimmed' | 'kept', Options>> = { trimmed: { trim: true }, kept: {} };

/**
 * All records of a CSV text that are not blank, by RFC 4180 (csv-parse). After a malformed line, the next one is read as
 * any other.
 */
export function readCsvRows(
  text: string,
  delimiter: string,
  spaces: keyof typeof SPACES = 'trimmed',
): CsvRow[] {
  const rows: CsvRow[] = [];
  const options: Options = { ...FORM, ...SPACES[spaces], delimiter };
  let rest: Buffer = Buffer.from(text);
  let line = 1;
  const add = (cells: readonly string[], malformed = false): void => {
    const lastLine = line + breaksIn(cells);
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, lastLine, cells, malformed });
    line = lastLine + 1;
  };
  while (rest.length > 0) {
    rest = rest.subarray(readUntilFault(rest, options, add));
    if (rest.length === 0) break;
    const broken = firstLine(rest);
    add([broken.text], true);
    rest = rest.subarray(broken.length);
  }
  return rows;
}

const FAULTS: ReadonlySet<string> = new Set([
  'CSV_QUOTE_NOT_CLOSED',
  'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE',
]);

/** Passes records on; returns how many bytes they have. */
function readUntilFault(bytes: Buffer, options: Options, add: (cells: readonly string[]) => void): number {
  let end = 0;
  try {
    parse(bytes, {
      ...options,
      on_record: (cells: string[], info: InfoRecord) => {
        end = info.bytes;
        add(cells);
      },
    });
    return bytes.length;
  } catch (error) {
    if (error instanceof CsvError && FAULTS.has(error.code)) return end;
    throw error;
  }
}

function firstLine(bytes: Buffer): { readonly text: string; readonly length: number } {
  const ends = [bytes.indexOf('\r\n'), bytes.indexOf('\n'), bytes.indexOf('\r')].filter((end) => end >= 0);
  const end = Math.min(bytes.length, ...ends);
  const breakLength = bytes.subarray(end, end + 2).equals(Buffer.from('\r\n')) ? 2 : 1;
  return { text: bytes.toString('utf8', 0, end), length: end + breakLength };
}

/** Only quoted fields have line breaks. */
function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

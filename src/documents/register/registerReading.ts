import type { RegisterLine } from '../../domain/corrections/identifyLines.js';
import type { SourceFile, SourceRow } from '../like/sourceFile.js';
import type { DatedCell } from './registerPeriod.js';

export interface RegisterReading {
  readonly layout: string;
  readonly lines: readonly RegisterLine[];
  /** Lines that the layout cannot explain. */
  readonly unreadable: readonly { readonly line: number; readonly text: string }[];
  /** Totals and subtotals, which are not compared. */
  readonly totals: readonly { readonly line: number; readonly text: string }[];
  /** The dates of each line. */
  readonly dates: readonly (readonly DatedCell[])[];
  /** The texts before the lines. */
  readonly title: readonly string[];
}

/** A table of a register, as it was read. */
export interface TableReading {
  readonly rows: readonly SourceRow[];
  readonly reading: RegisterReading;
  /** Its layout or headings. */
  readonly form: string;
}

/**
 * The reading of each table. One is compared: lines of other sheets of the same form are unreadable in it, except those
 * of a sheet that shows the same amounts again.
 * @param tables of the sheets of a workbook, in their order
 */
export function withOtherSheets(
  file: SourceFile,
  tables: readonly (TableReading | undefined)[],
): RegisterReading[] {
  return tables.flatMap((table) => {
    if (table === undefined) return [];
    const { reading, form } = table;
    const own = amountsIn(reading);
    const left = tables.flatMap((other, at) => {
      if (file.kind === 'text' || other === undefined || other === table || other.form !== form) return [];
      return amountsIn(other.reading) === own ? [] : linesOfSheet(other, file.names[at] ?? '');
    });
    return [{ ...reading, unreadable: [...reading.unreadable, ...left] }];
  });
}

function linesOfSheet({ rows, reading }: TableReading, sheet: string): RegisterReading['unreadable'] {
  const read = new Set(reading.lines.map(({ line }) => line));
  return rows
    .filter(({ line }) => read.has(line))
    .map((row) => ({ line: row.line, text: `${sheet}: ${textOfRow(row)}` }));
}

/** The sums by person and code. */
function amountsIn({ lines }: RegisterReading): string {
  const sums = new Map<string, number>();
  for (const { person, code, hours } of lines) {
    const key = JSON.stringify([person, code]);
    sums.set(key, (sums.get(key) ?? 0) + hours);
  }
  return JSON.stringify([...sums].map(([key, hours]) => [key, hours.toFixed(3)]).sort());
}

export function textOfRow({ cells }: SourceRow): string {
  return cells.join(' | ').trim();
}

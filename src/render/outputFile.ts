import type { ControlSlip } from './controlSlip.js';

/** A rendered file that is not written yet. */
export interface OutputFile {
  /** File name without folder. */
  readonly name: string;
  /** Data rows in it, without headings and totals. */
  readonly rows: number;
  /** Of a file whose rows are counted while it is read: how many there were, once it was read to its end. */
  readonly countedRows?: () => number;
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  /** A cover is written after the files that it names: those without a rank, then by rank. */
  readonly coverRank?: number;
  /** Of a payroll file: what it adds up to, as it is written. */
  readonly controlSlip?: ControlSlip;
}

/** Data rows in a file that was read to its end. */
export function rowsIn({ rows, countedRows }: OutputFile): number {
  return countedRows?.() ?? rows;
}

/** Reads a file to its end, for what is found wrong on the way. @throws PaytallyError RENDER_REFUSED */
export async function readThrough({ content }: OutputFile): Promise<void> {
  if (content instanceof Uint8Array) return;
  for await (const _ of content);
}

/** A file together with the template that it came from. */
export interface TemplateOutput {
  readonly template: string;
  readonly file: OutputFile;
}

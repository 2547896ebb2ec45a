import type { ControlSlip } from './controlSlip.js';

/** A rendered file that is not written yet. */
export interface OutputFile {
  /** File name without folder. */
  readonly name: string;
  /** Data rows in it, without headings and totals. */
  readonly rows: number;
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  /** Of a payroll file: what it adds up to, as it is written. */
  readonly controlSlip?: ControlSlip;
}

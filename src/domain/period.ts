import type { LocalDate } from './localDate.js';

/** A span of local days, both ends included. `label` is how file names and summaries call it. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly label: string;
}
